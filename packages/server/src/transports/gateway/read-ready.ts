import type { Bus } from '../../kernel/bus.ts'
import { userTopic } from '../../kernel/event.ts'
import { versionOf } from '../../kernel/raise-topics.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { PrivateCall } from '../../resources/messaging/calls/index.ts'
import type { Fields } from './encoding.ts'
import type { GatewayCalls } from './private-calls.ts'
import { readyData } from './ready.ts'
import type { Session } from './session.ts'

/** Attempts to read a user whose rows change while they are read. */
const READS_MAX = 5

/** READY of a session, with the calls that follow it. */
interface ReadReady {
  readonly data: Fields
  /** Calls that CALL_CREATE names after READY; null if they are in memory. */
  readonly calls: readonly PrivateCall[] | null
  readonly version: number
}

/**
 * Reads the `d` of READY and the calls of the user, with the version of the user's topic that they contain: events up
 * to it are not sent again. On a store that other nodes share, an event may arrive long after its rows. A process that
 * is alone is not asked, and its version is 0.
 */
export async function readReady(
  { units, bus, calls }: { units: Units; bus: Bus; calls: Pick<GatewayCalls, 'read'> },
  session: Session,
  options: Parameters<typeof readyData>[2],
): Promise<ReadReady> {
  if (bus.shared === null) {
    const data = await units.read(SYSTEM_ACTOR, (work) => readyData(work, session, options))
    return { data, calls: null, version: 0 }
  }
  const topic = userTopic(session.userId)
  return units.read(SYSTEM_ACTOR, async (work) => {
    for (let reads = 1; ; reads += 1) {
      const version = await versionOf(work, topic)
      const data = await readyData(work, session, options)
      const ofUser = await calls.read(work, session)
      // Rows of a later version are in READY too: without this, its events would be sent again.
      if (reads === READS_MAX || (await versionOf(work, topic)) === version) return { data, calls: ofUser, version }
    }
  })
}
