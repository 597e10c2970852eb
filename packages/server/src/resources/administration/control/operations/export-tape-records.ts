import { Readable } from 'node:stream'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { Stream } from '../../../../validation/schema.ts'
import { CONTROL } from '../requests.ts'
import { harOf, ndjsonOf } from '../tape/export.ts'
import { filterOf, TapeExportQuery } from '../tape/requests.ts'

/** Export Tape Records: all records that match, as lines of JSON, or the HTTP exchanges among them as HAR 1.2. */
export const exportTapeRecords = operation({
  ...CONTROL,
  id: 'export_tape_records',
  method: 'GET',
  path: '/tape/export',
  query: TapeExportQuery,
  responses: { 200: Stream('application/json') },

  async run({ query, platform }) {
    const { tape } = platform.control
    const filter = filterOf(query)
    const isHar = query.format === 'har'
    const text = isHar ? harOf(tape, filter, { base: platform.addresses.url }) : ndjsonOf(tape, filter)
    return new HttpResponse(200, Readable.from(text), {
      'content-type': isHar ? 'application/json' : 'application/x-ndjson',
      'content-disposition': `attachment; filename="tape.${query.format}"`,
    })
  },
})
