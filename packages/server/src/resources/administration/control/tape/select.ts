import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Snowflake } from '@guildhall/protocol'
import type { TapeFacts, TapeKind, TapeRecord } from '../../../../kernel/tape/record.ts'
import type { Tape } from '../../../../kernel/tape/tape.ts'

/** Conditions of a record. Fields that are absent match every record. */
export interface TapeFilter {
  readonly kinds: ReadonlySet<TapeKind> | null
  readonly applicationId?: Snowflake | undefined
  readonly guildId?: Snowflake | undefined
  readonly userId?: Snowflake | undefined
  readonly sessionId?: string | undefined
  /** In lower case. */
  readonly text?: string | undefined
}

type TapeOwner = Pick<TapeFacts, 'applicationId' | 'userId' | 'sessionId'>

/** Part of the tape: ids between two others, both excluded, and the greatest number of records. */
export interface TapeRange {
  readonly after?: number | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/** Time that a search holds the event loop. */
const SLICE_MS = 5

/** Returns whether a record matches a filter. A search of text renders the record. */
export function matches({ entry }: TapeRecord, filter: TapeFilter): boolean {
  const { kinds, applicationId, guildId, userId, sessionId, text } = filter
  if (kinds !== null && !kinds.has(entry.kind)) return false
  if (applicationId === undefined && guildId === undefined && userId === undefined && sessionId === undefined)
    return text === undefined || hasText(entry, text)
  const facts = entry.facts()
  if (guildId !== undefined && facts.guildId !== guildId) return false
  const isOf = (one: TapeOwner) =>
    (applicationId === undefined || one.applicationId === applicationId) &&
    (userId === undefined || one.userId === userId) &&
    (sessionId === undefined || one.sessionId === sessionId)
  if (!isOf(facts) && entry.sessions?.().some(isOf) !== true) return false
  return text === undefined || hasText(entry, text)
}

/** Searches what readers see, so that no search finds a credential. */
function hasText(entry: TapeRecord['entry'], text: string): boolean {
  if (entry.facts().title.toLowerCase().includes(text)) return true
  return JSON.stringify(entry.details()).toLowerCase().includes(text)
}

/**
 * Returns the records of a range that match, in the order of their ids: the first ones after `after`, or the newest
 * ones without it. A long search runs in slices, so that it does not delay other requests.
 */
export async function select(tape: Tape, filter: TapeFilter, range: TapeRange): Promise<TapeRecord[]> {
  const { limit } = range
  const forward = range.after !== undefined
  const first = Math.max((range.after ?? 0) + 1, tape.firstId ?? 1)
  const last = Math.min((range.before ?? Number.POSITIVE_INFINITY) - 1, tape.lastId ?? 0)
  const found: TapeRecord[] = []
  let sliceEnd = performance.now() + SLICE_MS
  for (let id = forward ? first : last; id >= first && id <= last && found.length < limit; id += forward ? 1 : -1) {
    const record = tape.get(id)
    if (record && matches(record, filter)) found.push(record)
    if (performance.now() < sliceEnd) continue
    await nextTurn()
    sliceEnd = performance.now() + SLICE_MS
  }
  return forward ? found : found.reverse()
}
