import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { Stream } from '../../../../validation/schema.ts'
import { CONTROL } from '../requests.ts'
import { presentDetails, presentRecord } from '../tape/present.ts'
import { filterOf, TapeStreamQuery } from '../tape/requests.ts'
import { TapeStream } from '../tape/stream.ts'

const NDJSON = 'application/x-ndjson'

/** Stream Tape Records: one line of JSON for each record from now on, until the client goes. */
export const streamTapeRecords = operation({
  ...CONTROL,
  id: 'stream_tape_records',
  method: 'GET',
  path: '/tape/stream',
  query: TapeStreamQuery,
  responses: { 200: Stream(NDJSON) },

  async run({ query, platform }) {
    const render = query.details ? presentDetails : presentRecord
    const stream = new TapeStream(platform.control.tape, filterOf(query), render)
    return new HttpResponse(200, stream, { 'content-type': NDJSON, 'cache-control': 'no-store' })
  },
})
