import type { Instant } from '@guildhall/protocol'
import type { SessionPresence, VoiceState } from '../../kernel/model.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { EncodedDispatch } from './dispatch.ts'
import { type KeptSession, replaceKeptSessions, takeKeptSessions } from './kept-session-store.ts'
import type { Session } from './session.ts'

/** Bytes of dispatches kept over a restart. Sessions beyond them cannot be resumed. */
const BYTES_MAX = 64 * 1024 * 1024

/** Writes sessions to the store for the next process. */
export async function keepSessions(
  units: Units,
  sessions: Iterable<{
    session: Session
    detachedAt: Instant
    presence: SessionPresence | null
    voice: readonly VoiceState[]
    /** Lobbies and player of a game's session. */
    player: Pick<KeptSession, 'lobbies' | 'player'>
  }>,
): Promise<void> {
  const counted = new Set<EncodedDispatch>()
  const kept: KeptSession[] = []
  let bytes = 0
  for (const { session, detachedAt, presence, voice, player } of sessions) {
    const dispatches = session.replay.from(session.replay.first)
    const added = new Set(dispatches.filter((dispatch) => dispatch !== null && !counted.has(dispatch)))
    let addedBytes = 0
    for (const dispatch of added) addedBytes += dispatch?.length ?? 0
    if (bytes + addedBytes > BYTES_MAX) continue
    bytes += addedBytes
    for (const dispatch of added) if (dispatch) counted.add(dispatch)
    kept.push({
      id: session.id,
      detachedAt,
      tokenHash: session.identity.tokenHash,
      encoding: session.encoding.name,
      intents: session.intents,
      capabilities: session.capabilities,
      shard: session.shard,
      largeThreshold: session.largeThreshold,
      guilds: [...session.guilds],
      ...player,
      presence,
      voice,
      seq: session.seq,
      dispatches,
    })
  }
  await units.write(SYSTEM_ACTOR, (work) => replaceKeptSessions(work, kept))
}

/**
 * Takes the sessions of the former process out of the store: after a crash of this one, what they missed is unknown.
 */
export function takeSessions(units: Units): Promise<KeptSession[]> {
  return units.write(SYSTEM_ACTOR, takeKeptSessions)
}
