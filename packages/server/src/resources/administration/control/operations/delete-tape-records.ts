import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { CONTROL } from '../requests.ts'

/** Delete Tape Records: empties the tape. It goes on recording. */
export const deleteTapeRecords = operation({
  ...CONTROL,
  id: 'delete_tape_records',
  method: 'DELETE',
  path: '/tape',
  responses: { 204: NoContent },
  writes: false,

  async run({ platform }) {
    platform.control.tape.empty()
  },
})
