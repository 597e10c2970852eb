import { operation } from '../../../../kernel/operation.ts'
import { CONTROL } from '../requests.ts'
import { presentRecord, presentTape } from '../tape/present.ts'
import { filterOf, rangeOf, TapeQuery } from '../tape/requests.ts'
import { TapeList } from '../tape/responses.ts'
import { select } from '../tape/select.ts'

/** List Tape Records: what went over the wire, the newest record last. */
export const listTapeRecords = operation({
  ...CONTROL,
  id: 'list_tape_records',
  method: 'GET',
  path: '/tape',
  query: TapeQuery,
  responses: { 200: TapeList },

  async before({ query, platform }) {
    return await select(platform.control.tape, filterOf(query), rangeOf(query))
  },

  async run({ prepared, platform }) {
    return { ...presentTape(platform.control.tape), records: prepared.map(presentRecord) }
  },
})
