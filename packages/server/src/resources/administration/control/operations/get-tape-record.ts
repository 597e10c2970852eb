import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { CONTROL } from '../requests.ts'
import { presentDetails } from '../tape/present.ts'
import { TapePath } from '../tape/requests.ts'
import { TapeRecordDetails } from '../tape/responses.ts'

/** Get Tape Record: a record with headers, bodies, or what its kind has. */
export const getTapeRecord = operation({
  ...CONTROL,
  id: 'get_tape_record',
  method: 'GET',
  path: '/tape/:record_id',
  params: TapePath,
  responses: { 200: TapeRecordDetails },

  async run({ params, platform }) {
    const record = platform.control.tape.get(params.record_id)
    if (!record) throw new ApiError('NOT_FOUND')
    return presentDetails(record)
  },
})
