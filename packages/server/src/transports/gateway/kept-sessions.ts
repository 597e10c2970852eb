import type { Instant } from '@guildhall/protocol'
import { guildTopic, lobbyTopic, type Topic, userTopic } from '../../kernel/event.ts'
import type { NodeLife } from '../../kernel/lease.ts'
import type { SessionPresence, VoiceState } from '../../kernel/model.ts'
import { SYSTEM_ACTOR, type Units, versionsOf } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import type { EncodedDispatch } from './dispatch.ts'
import {
  findKeptToken,
  insertKeptSessions,
  type KeptSession,
  takeKeptSession,
  takeKeptSessions,
} from './kept-session-store.ts'
import type { Session } from './session.ts'

/** Bytes of dispatches kept over a restart. Sessions beyond them cannot be resumed. */
const BYTES_MAX = 64 * 1024 * 1024

/**
 * Writes sessions to the store for the next process, or for other nodes.
 *
 * @param node life of this node; null for a process that is alone
 */
export async function keepSessions(
  units: Units,
  node: NodeLife | null,
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
      userId: session.userId,
      seq: session.seq,
      dispatches,
    })
  }
  await units.write(SYSTEM_ACTOR, async (work) => {
    if (node === null) return insertKeptSessions(work, kept, ALONE)
    const versions = await versionsOf(work, new Set(kept.flatMap(topicsOf)))
    const withVersions = kept.map((each) => ({
      ...each,
      versions: Object.fromEntries(topicsOf(each).map((topic) => [topic, versions.get(topic) ?? 0])),
    }))
    await insertKeptSessions(work, withVersions, `${node.name} ${node.epoch}`)
  })
}

/** Holder of the sessions of a process that is alone. */
const ALONE = ''

/** Returns the topics whose events a session receives. */
function topicsOf({ userId, guilds, lobbies = [] }: Pick<KeptSession, 'userId' | 'guilds' | 'lobbies'>): Topic[] {
  const own = userId === undefined ? [] : [userTopic(userId)]
  return [...own, ...guilds.map(guildTopic), ...lobbies.map(lobbyTopic)]
}

/**
 * Takes a session that a node which has ended left to be resumed.
 *
 * @param mayTake whether the caller may resume the session of a token with this hash
 * @returns null for none, and for a session that has missed an event since
 */
export async function takeSession(
  units: Units,
  id: string,
  mayTake: (tokenHash: string) => Promise<boolean>,
): Promise<KeptSession | null> {
  const tokenHash = await units.read(SYSTEM_ACTOR, (work) => findKeptToken(work, id))
  if (tokenHash === undefined || !(await mayTake(tokenHash))) return null
  return units.write(SYSTEM_ACTOR, async (work) => {
    const kept = await takeKeptSession(work, id)
    return kept && !(await hasMissed(work, kept)) ? kept : null
  })
}

/** Returns whether events followed that a kept session has not received. */
export async function hasMissed(work: Work, kept: KeptSession): Promise<boolean> {
  const known = kept.versions ?? {}
  const now = await versionsOf(work, new Set(topicsOf(kept)))
  return [...now].some(([topic, version]) => known[topic] !== version)
}

/**
 * Takes the sessions of the former process out of the store: after a crash of this one, what they missed is unknown.
 */
export function takeSessions(units: Units): Promise<KeptSession[]> {
  return units.write(SYSTEM_ACTOR, takeKeptSessions)
}
