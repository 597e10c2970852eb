import { ApiError, invalidForm } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { CONTROL } from '../requests.ts'
import { asCurl, asTest } from '../tape/copy.ts'
import { exchangeOf } from '../tape/har.ts'
import { TapeCopyQuery, TapePath } from '../tape/requests.ts'

/** Copy Tape Record: a request as a command line of curl, or as a test. */
export const copyTapeRecord = operation({
  ...CONTROL,
  id: 'copy_tape_record',
  method: 'GET',
  path: '/tape/:record_id/copy',
  params: TapePath,
  query: TapeCopyQuery,
  responses: { 200: Type.Object({ text: Type.String() }, { title: 'TapeCopy' }) },

  async run({ params, query, platform }) {
    const record = platform.control.tape.get(params.record_id)
    if (!record) throw new ApiError('NOT_FOUND')
    const exchange = exchangeOf(record)
    if (exchange === null)
      throw invalidForm(['record_id'], 'BASE_TYPE_CHOICES', 'Only requests and deliveries can be copied.')
    return { text: query.as === 'curl' ? asCurl(exchange, platform.addresses.url) : asTest(exchange) }
  },
})
