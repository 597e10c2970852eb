import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tape } from '../../../../kernel/tape/tape.ts'
import { exchangeOf, HAR_TAIL, harEntry, harHead } from './har.ts'
import { presentDetails } from './present.ts'
import { matches, type TapeFilter } from './select.ts'

/** Version of what the exports contain. */
const EXPORT_VERSION = '1'
/** Time that rendering holds the event loop. */
const SLICE_MS = 5

/** Yields records that match, as lines of JSON with details. */
export async function* ndjsonOf(tape: Tape, filter: TapeFilter): AsyncGenerator<string> {
  for await (const record of recordsOf(tape, filter)) yield `${JSON.stringify(presentDetails(record))}\n`
}

/** Yields a HAR document of the requests and deliveries that match. */
export async function* harOf(tape: Tape, filter: TapeFilter, about: { base: string }): AsyncGenerator<string> {
  yield harHead(EXPORT_VERSION)
  let isFirst = true
  for await (const record of recordsOf(tape, filter)) {
    const exchange = exchangeOf(record)
    if (exchange === null) continue
    yield `${isFirst ? '' : ','}\n${JSON.stringify(harEntry(record, exchange, about.base))}`
    isFirst = false
  }
  yield HAR_TAIL
}

/** Yields what matches of the records that the tape has now. Records that are dropped meanwhile are left out. */
async function* recordsOf(tape: Tape, filter: TapeFilter) {
  const last = tape.lastId ?? 0
  let sliceEnd = performance.now() + SLICE_MS
  for (let id = tape.firstId ?? 1; id <= last; id += 1) {
    const record = tape.get(id)
    if (record && matches(record, filter)) yield record
    if (performance.now() < sliceEnd) continue
    await nextTurn()
    sliceEnd = performance.now() + SLICE_MS
  }
}
