import type { Instant, Snowflake } from '@guildhall/protocol'
import { guildTopic, lobbyTopic, type Topic, userTopic } from '../../kernel/event.ts'
import type { NodeLife } from '../../kernel/lease.ts'
import type { SessionPresence, VoiceState } from '../../kernel/model.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { EncodedDispatch } from './dispatch.ts'
import type { JoinedGuilds } from './joined-guilds.ts'
import {
  findKeptToken,
  insertKeptSessions,
  type KeptSession,
  type KnownPayloads,
  takeKeptSession,
  takeKeptSessions,
} from './kept-session-store.ts'
import type { Lobbies } from './lobbies.ts'
import { leaveNode, moveNodeSession } from './node-session-store.ts'
import type { Session } from './session.ts'

/** Bytes of dispatches kept over a restart. Sessions beyond them cannot be resumed. */
const BYTES_MAX = 64 * 1024 * 1024

/** Holder of the sessions of a process that is alone. */
const ALONE = ''

/** A session with what the gateway knows of it. */
export interface KnownSession
  extends Pick<
    KeptSession,
    | 'presence'
    | 'detachedAt'
    | 'keptAt'
    | 'guilds'
    | 'starting'
    | 'lobbies'
    | 'startingLobbies'
    | 'player'
    | 'versions'
    | 'permissions'
    | 'unsynced'
  > {
  readonly session: Session
  readonly voice: readonly VoiceState[]
}

/** Returns sessions with their replay buffers, as far as their dispatches have room. */
function withDispatches(sessions: Iterable<KnownSession>): KeptSession[] {
  const counted = new Set<EncodedDispatch>()
  const kept: KeptSession[] = []
  let bytes = 0
  for (const { session, ...known } of sessions) {
    const dispatches = session.replay.from(session.replay.first)
    const added = new Set(dispatches.filter((dispatch) => dispatch !== null && !counted.has(dispatch)))
    let addedBytes = 0
    for (const dispatch of added) addedBytes += dispatch?.length ?? 0
    if (bytes + addedBytes > BYTES_MAX) continue
    bytes += addedBytes
    for (const dispatch of added) if (dispatch) counted.add(dispatch)
    kept.push({
      ...known,
      id: session.id,
      tokenHash: session.identity.tokenHash,
      encoding: session.encoding.name,
      intents: session.intents,
      capabilities: session.capabilities,
      shard: session.shard,
      largeThreshold: session.largeThreshold,
      userId: session.userId,
      seq: session.seq,
      dispatches,
    })
  }
  return kept
}

/** Parts of the gateway that know sessions. */
export interface SessionHolders {
  readonly sessions: ReadonlyMap<string, Session>
  readonly presences: { of(session: Session): SessionPresence | undefined }
  readonly fanOut: { heldGuilds(session: Session): Snowflake[] }
  readonly lobbies: { keptOf(session: Session): Pick<KeptSession, 'lobbies' | 'startingLobbies' | 'player'> }
  readonly voice: { statesOf(session: Session): Promise<VoiceState[]> }
  readonly addresses: { privateStatesOf(session: Session): Iterable<VoiceState> }
}

/** Parts of the gateway that send a session guilds and lobbies. */
interface Joining {
  readonly guilds: Pick<JoinedGuilds, 'join'>
  readonly lobbies: Pick<Lobbies, 'join'>
  runInBackground(task: Promise<void>, failure: string): void
}

/** Sends a session what was still to be sent when it was kept: guilds and lobbies that it does not know yet. */
export function joinStarting(
  gateway: Joining,
  session: Session,
  { starting = [], startingLobbies = [] }: Pick<KeptSession, 'starting' | 'startingLobbies'>,
): void {
  for (const id of starting) gateway.runInBackground(gateway.guilds.join(session, id), 'joining a guild failed')
  for (const id of startingLobbies) gateway.lobbies.join(session, id)
}

/** Writes the sessions of a process that is alone to the store, for the next process. */
export async function keepSessions(
  units: Units,
  { sessions: all, presences, fanOut, lobbies, voice, addresses }: SessionHolders,
  now: Instant,
): Promise<void> {
  const sessions: KnownSession[] = []
  for (const session of all.values()) {
    sessions.push({
      session,
      detachedAt: session.detachedAt ?? now,
      guilds: [...session.guilds],
      starting: fanOut.heldGuilds(session),
      ...lobbies.keptOf(session),
      presence: presences.of(session) ?? null,
      voice: [...(await voice.statesOf(session)), ...addresses.privateStatesOf(session)],
    })
  }
  await units.write(SYSTEM_ACTOR, (work) => insertKeptSessions(work, withDispatches(sessions), ALONE))
}

/**
 * Writes sessions of a node to the store, for the nodes at which their clients resume them.
 *
 * @param batch number of the call in the life of the node: the sessions of one call share payloads
 */
export async function keepForNodes(
  units: Units,
  sessions: readonly KnownSession[],
  { node, batch }: { node: NodeLife; batch: number },
): Promise<void> {
  const kept = withDispatches(sessions)
  if (kept.length === 0) return
  await units.write(SYSTEM_ACTOR, async (work) => {
    await insertKeptSessions(work, kept, `${node.name} ${node.epoch} ${batch}`)
    await leaveNode(
      work,
      kept.map(({ id }) => id),
    )
  })
}

/** Returns the topics whose events a session receives. */
export function topicsOf(session: { userId: Snowflake; guilds: Iterable<Snowflake>; lobbies: Iterable<Snowflake> }) {
  const topics: Topic[] = [userTopic(session.userId)]
  for (const id of session.guilds) topics.push(guildTopic(id))
  for (const id of session.lobbies) topics.push(lobbyTopic(id))
  return topics
}

/**
 * Takes a session that another node left to be resumed. It belongs to this node then.
 *
 * @param mayTake whether the caller may resume the session of a token with this hash
 * @returns null for none
 */
export async function takeSession(
  units: Units,
  { id, node, known }: { id: string; node: NodeLife; known: KnownPayloads },
  mayTake: (tokenHash: string) => Promise<boolean>,
): Promise<KeptSession | null> {
  const tokenHash = await units.read(SYSTEM_ACTOR, (work) => findKeptToken(work, id))
  if (tokenHash === undefined || !(await mayTake(tokenHash))) return null
  return units.write(SYSTEM_ACTOR, async (work) => {
    const kept = await takeKeptSession(work, id, known)
    if (kept) await moveNodeSession(work, id, node)
    return kept ?? null
  })
}

/**
 * Takes the sessions of the former process out of the store: after a crash of this one, what they missed is unknown.
 */
export function takeSessions(units: Units): Promise<KeptSession[]> {
  return units.write(SYSTEM_ACTOR, takeKeptSessions)
}
