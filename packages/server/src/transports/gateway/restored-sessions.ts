import { sessionsRestored } from '../../kernel/session-points.ts'
import { SYSTEM_ACTOR } from '../../kernel/units.ts'
import { onlinePresence } from '../../resources/accounts/presences/index.ts'
import type { Identity } from '../../resources/accounts/users/index.ts'
import { ENCODINGS } from './encoding.ts'
import type { Gateway } from './gateway.ts'
import type { KeptSession } from './kept-session-store.ts'
import { joinStarting, takeSessions } from './kept-sessions.ts'
import { type LeftSession, sendReplacement } from './left-sessions.ts'
import { RESUME_WINDOW_MS } from './node-sessions.ts'
import { ReplayBuffer } from './replay-buffer.ts'
import { Session } from './session.ts'

/** Ids of sessions, as Identify makes them. */
const SESSION_ID = /^[0-9a-f]{32}$/

/**
 * Restores the sessions of the former process without connections; they miss no event from now on. A session that
 * cannot be restored is dropped, so that it cannot keep the platform from starting. One of several nodes restores none:
 * their clients resume at any node.
 *
 * @param staying sessions of bots that stay connected, although their world was replaced
 */
export async function restoreSessions(gateway: Gateway, staying: readonly LeftSession[]): Promise<void> {
  if (gateway.nodeSessions.node === null) await restoreAll(gateway, staying)
  else {
    await gateway.clusterPresences?.load()
    await gateway.addresses.load()
    await gateway.callServers.start()
    await gateway.nodeSessions.start()
  }
  await gateway.headlessSessions.restore()
  for (const session of gateway.sessions.values()) await gateway.friends.watchAgain(session)
}

async function restoreAll(gateway: Gateway, staying: readonly LeftSession[]): Promise<void> {
  const { units, log } = gateway.parts
  const lost: KeptSession[] = []
  for (const kept of await takeSessions(units)) {
    try {
      await restore(gateway, kept)
    } catch (err) {
      log.error({ err, session: kept.id }, 'a session could not be restored')
      const session = gateway.sessions.get(kept.id)
      if (session) gateway.end(session)
    }
    if (!gateway.sessions.has(kept.id)) lost.push(kept)
  }
  for (const left of staying) await continueSession(gateway, left)
  await gateway.lobbies.restored(lost)
  const isAlive = (id: string) => gateway.sessions.has(id)
  await units.write(SYSTEM_ACTOR, (work) => work.follow(sessionsRestored, { isAlive }))
  await gateway.nodeSessions.start()
}

/**
 * Takes up a session of another node: one that waits in the store, or that its node keeps there when it is asked.
 *
 * @param client identity of the client that resumes, and whether it is still connected
 * @returns undefined for none
 */
export async function takeUpSession(
  gateway: Gateway,
  id: string,
  client: { readonly identity: Identity; readonly isWaiting: () => boolean },
): Promise<Session | undefined> {
  const { moves } = gateway
  if (moves === null || gateway.closing || !SESSION_ID.test(id)) return undefined
  return moves.takeUp(id, client.identity, client.isWaiting)
}

async function restore(gateway: Gateway, kept: KeptSession): Promise<void> {
  const { authenticator, wallClock } = gateway.parts
  const identity = await authenticator.identityByHash(kept.tokenHash)
  const encoding = ENCODINGS.get(kept.encoding)
  if (!identity || !encoding || kept.detachedAt + RESUME_WINDOW_MS <= wallClock.now()) return
  const replay = new ReplayBuffer(kept.seq, kept.dispatches)
  const session = new Session({ ...kept, identity, encoding }, gateway.outbox, replay)
  session.detach(kept.detachedAt)
  gateway.add(session, kept.presence ?? onlinePresence('web'))
  for (const guildId of kept.guilds) await gateway.guilds.watchAgain(session, guildId)
  await gateway.lobbies.watchAgain(session, kept)
  if (session.kind === 'game') await gateway.presences.publish(session)
  for (const state of kept.voice) {
    await gateway.voice.restore(state)
    if (session.kind === 'person') await gateway.calls.restore(session, state)
  }
  joinStarting(gateway, session, kept)
  gateway.endUnlessResumed(session, kept.detachedAt)
}

/** Continues a session of a world that ended. Its client receives that all guilds were unavailable. */
async function continueSession(gateway: Gateway, left: LeftSession): Promise<void> {
  const { session, presence } = left
  gateway.add(session, presence ?? onlinePresence('web'))
  const guildIds = await gateway.guilds.ofUser(session.userId, (guildId) => session.ownsGuild(guildId))
  await gateway.parts.units.read(SYSTEM_ACTOR, (work) => sendReplacement(work, left, guildIds))
  for (const guildId of guildIds) await gateway.guilds.join(session, guildId)
  if (session.detachedAt !== null) gateway.endUnlessResumed(session, session.detachedAt)
}
