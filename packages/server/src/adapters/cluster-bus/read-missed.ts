import type { Event, Topic } from '../../kernel/event.ts'
import type { VersionRange } from '../../kernel/shared-topics.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import { type LoggedEvents, readRanges } from './event-log.ts'

/** Versions that are read for one session. A session that has missed more begins anew. */
const MISSED_MAX = 10_000

/**
 * Reads events of ranges from the log.
 *
 * @param unpack returns null for a text that this program cannot read
 * @returns the events by topic, each topic in its order; null if a version is missing or cannot be read
 */
export async function readMissed(
  session: StoreSession,
  ranges: readonly VersionRange[],
  unpack: (logged: LoggedEvents) => readonly Event[] | null,
): Promise<ReadonlyMap<Topic, readonly Event[]> | null> {
  const wanted = ranges.filter(({ after, upTo }) => after < upTo)
  const missed = new Map<Topic, Event[]>()
  const count = wanted.reduce((sum, { after, upTo }) => sum + upTo - after, 0)
  if (count === 0) return missed
  if (count > MISSED_MAX) return null
  const found = await readRanges(session, wanted)
  if (found.length !== count) return null
  for (const logged of found) {
    const events = unpack(logged)
    if (events === null) return null
    const known = missed.get(logged.topic)
    if (known) known.push(...events)
    else missed.set(logged.topic, [...events])
  }
  return missed
}
