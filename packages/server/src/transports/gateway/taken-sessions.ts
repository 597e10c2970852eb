import { CloseCode, type Snowflake } from '@guildhall/protocol'
import { canView } from '../../access/visibility.ts'
import { type Event, effectOf, guildTopic, lobbyTopic, type Topic, unversioned, userTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { SharedTopics } from '../../kernel/shared-topics.ts'
import { SYSTEM_ACTOR } from '../../kernel/units.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { offlinePresence, onlinePresence, presenceUpdate } from '../../resources/accounts/presences/index.ts'
import type { Identity } from '../../resources/accounts/users/index.ts'
import { ENCODINGS } from './encoding.ts'
import { formerPermissions } from './former-permissions.ts'
import type { Gateway } from './gateway.ts'
import type { KeptSession } from './kept-session-store.ts'
import { joinStarting } from './kept-sessions.ts'
import { missedInGuild } from './missed-in-guild.ts'
import { RESUME_WINDOW_MS } from './node-sessions.ts'
import { ReplayBuffer } from './replay-buffer.ts'
import { Session } from './session.ts'
import { viewerOf } from './viewers.ts'

/** Pauses in which a view that was read ahead of the events waits for them. */
const WAITS_MAX = 50
const WAIT_MS = 10

/** Events that a session missed while it was kept, by topic. */
interface Missed {
  readonly events: ReadonlyMap<Topic, readonly Event[]>
  /** Newest version among them, or of those that the session had received. */
  readonly upTo: ReadonlyMap<Topic, number>
}

/**
 * Continues a session that a node kept: holds its events, reads what it missed from the log, and lets both follow its
 * replay buffer, each event once and each topic in its order.
 *
 * @returns undefined for a session that cannot be continued, which has ended
 */
export async function continueKept(
  gateway: Gateway,
  shared: SharedTopics,
  kept: KeptSession,
): Promise<Session | undefined> {
  const { authenticator, wallClock } = gateway.parts
  const identity = await authenticator.identityByHash(kept.tokenHash)
  const session = identity && sessionOf(gateway, kept, identity)
  if (!session) return undefined
  const versions = new Map(Object.entries(kept.versions ?? {}) as [Topic, number][])
  await shared.publishUpTo(versions)
  gateway.fanOut.flush()
  const isInTime = kept.detachedAt + RESUME_WINDOW_MS > wallClock.now()
  begin(gateway, session, kept)
  const missed = isInTime ? await readMissed(shared, versions) : null
  if (missed && (await follow(gateway, { shared, session, kept, missed }))) return session
  // A client may have resumed it here meanwhile.
  session.connection?.close(CloseCode.UNKNOWN_ERROR, 'Session lost.')
  gateway.end(session)
  return undefined
}

function sessionOf(gateway: Gateway, kept: KeptSession, identity: Identity): Session | null {
  const encoding = ENCODINGS.get(kept.encoding)
  if (!encoding) return null
  const replay = new ReplayBuffer(kept.seq, kept.dispatches)
  return new Session({ ...kept, identity, encoding }, gateway.outbox, replay)
}

/** Holds all events of a session from now on. */
function begin(gateway: Gateway, session: Session, kept: KeptSession): void {
  const { fanOut } = gateway
  session.detach(kept.detachedAt)
  gateway.add(session, kept.presence ?? onlinePresence('web'))
  fanOut.holdUserEvents(session)
  for (const guildId of kept.guilds) fanOut.holdGuildEvents(session, guildId)
  for (const lobbyId of kept.lobbies ?? []) fanOut.lobbies.hold(session, lobbyId)
}

/** Reads what was published on topics since, up to now. Begins before anything else is published. */
async function readMissed(shared: SharedTopics, versions: ReadonlyMap<Topic, number>): Promise<Missed | null> {
  const ranges = []
  const upTo = new Map<Topic, number>()
  for (const [topic, after] of versions) {
    const published = shared.standing(topic)?.published
    // A version that a crash of the database took back.
    if (published === undefined || published < after) return null
    upTo.set(topic, published)
    ranges.push({ topic, after, upTo: published })
  }
  const events = await shared.read(ranges)
  return events && { events, upTo }
}

interface Following {
  readonly shared: SharedTopics
  readonly session: Session
  readonly kept: KeptSession
  readonly missed: Missed
}

/** Sends a session what it missed, and what was held for it. Returns whether nothing is missing. */
async function follow(gateway: Gateway, following: Following): Promise<boolean> {
  const { fanOut, voice, calls } = gateway
  const { session, kept, missed } = following
  const own = missed.events.get(userTopic(session.userId)) ?? []
  const moved = placesLeftOrJoined(own)
  for (const guildId of kept.guilds) {
    if (moved.has(guildId)) fanOut.takeGuildEvents(session, guildId)
    else if (!(await followGuild(gateway, following, guildId))) return false
  }
  const lobbies = (kept.lobbies ?? []).filter((id) => !moved.has(id))
  for (const id of kept.lobbies ?? []) if (moved.has(id)) fanOut.lobbies.drop(session, id)
  await gateway.lobbies.watchAgain(session, { ...kept, lobbies }, (id) => ({
    events: missed.events.get(lobbyTopic(id)) ?? [],
    upTo: missed.upTo.get(lobbyTopic(id)) ?? 0,
  }))
  await gateway.friends.watchAgain(session)
  if (session.kind === 'game') await gateway.presences.publish(session)
  for (const state of kept.voice) {
    await voice.restore(state)
    if (session.kind === 'person') await calls.restore(session, state)
  }
  if (!gateway.sessions.has(session.id)) return false
  fanOut.flush()
  const ofUser = [...own, ...fanOut.takeUserEvents(session)]
  for (const event of ofUser) sendOfUser(gateway, following, event)
  sendPresences(gateway, following, ofUser)
  joinStarting(gateway, session, kept)
  gateway.endUnlessResumed(session, kept.detachedAt)
  return true
}

/** Returns the guilds and lobbies whose memberships changed: the user's events lead the session through them. */
function placesLeftOrJoined(events: readonly Event[]): Set<Snowflake> {
  const places = new Set<Snowflake>()
  for (const event of events) {
    const { guildId } = event
    const effect = effectOf(event)
    if (effect?.kind === 'membership-changed' && guildId !== null) places.add(guildId)
    if (effect?.kind === 'lobby-membership-changed') places.add(effect.change.lobbyId)
  }
  return places
}

function sendOfUser({ fanOut, viewerRules }: Gateway, { session, kept }: Following, event: Event): void {
  const effect = effectOf(event)
  const left = effect?.kind === 'lobby-membership-changed' && effect.change.kind === 'left' ? effect.change : null
  // The session does not watch the lobby here, so that fan-out takes it for one that never knew it.
  if (!left || !kept.lobbies?.includes(left.lobbyId)) return fanOut.sendUserEvent(session, event)
  const dispatch = fanOut.outgoing(event, null).for(viewerOf(session, null, viewerRules))
  if (dispatch && event.type.name !== '') session.dispatch(dispatch.in(session.encoding))
}

/** Sends the presences of users who changed theirs while the session was kept, and those of new friends. */
function sendPresences(gateway: Gateway, { session, kept }: Following, ofUser: readonly Event[]): void {
  const { fanOut, friends, clusterPresences, viewerRules: rules } = gateway
  if (clusterPresences === null) return
  const changes = clusterPresences.recent
  const recent = changes.since(kept.keptAt ?? kept.detachedAt)
  const befriended = ofUser.flatMap((event) => {
    const effect = effectOf(event)
    return effect?.kind === 'friendship-changed' && effect.friendship.friends ? [effect.friendship.otherId] : []
  })
  friends.sendAgain(session, new Set([...recent.users, ...befriended]), (id) => changes.renamed(id))
  for (const [guildId, users] of recent.byGuild) {
    const view = session.guilds.has(guildId) ? fanOut.viewerIn(session, guildId)?.view : null
    if (!view) continue
    const viewer = viewerOf(session, view, rules)
    for (const [userId, change] of users) {
      const presence = view.presences.get(userId) ?? (change === 'changed' ? offlinePresence(userId) : null)
      if (presence === null) continue
      const event = unversioned(presenceUpdate, guildTopic(guildId), { guildId, presence }, guildId)
      const dispatch = fanOut.outgoing(event, guildId).for(viewer)
      if (dispatch) session.dispatch(dispatch.in(session.encoding))
    }
  }
}

async function followGuild(gateway: Gateway, following: Following, guildId: Snowflake): Promise<boolean> {
  const { presences, guilds, parts } = gateway
  const { shared, session, missed } = following
  const topic = guildTopic(guildId)
  const logged = missed.events.get(topic) ?? []
  for (let waits = 0; waits < WAITS_MAX; waits += 1) {
    const view = await parts.units.read(SYSTEM_ACTOR, (work) => guilds.viewWithMember(work, session, guildId))
    if (!gateway.sessions.has(session.id)) return false
    if (view === null) {
      sendEnd(gateway, following, guildId)
      return true
    }
    // A view that was just read may be ahead of the events.
    if (view.stale || shared.standing(topic)?.applied !== view.version) {
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
      continue
    }
    if (!sendMissed(gateway, following, view, logged)) return false
    await presences.guildJoined(session, guildId)
    return true
  }
  return false
}

/** Sends GUILD_DELETE for a guild that was deleted. One that the user left has it among the user's events. */
function sendEnd({ fanOut, viewerRules }: Gateway, { session, missed }: Following, guildId: Snowflake): void {
  fanOut.flush()
  const events = [...(missed.events.get(guildTopic(guildId)) ?? []), ...fanOut.takeGuildEvents(session, guildId)]
  for (const event of events) {
    if (effectOf(event)?.kind !== 'guild-ended') continue
    const dispatch = fanOut.outgoing(event, guildId).for(viewerOf(session, null, viewerRules))
    if (dispatch) session.dispatch(dispatch.in(session.encoding))
  }
}

/** Sends what the session missed in a guild, and watches the guild from the next event on. */
function sendMissed(
  { fanOut, guilds, viewerRules: rules }: Gateway,
  { shared, session, kept }: Following,
  view: GuildView,
  logged: readonly Event[],
): boolean {
  fanOut.flush()
  const events = [...logged, ...fanOut.takeGuildEvents(session, view.id)]
  const later = shared.unpublished(guildTopic(view.id))
  const former = formerPermissions(kept.permissions?.[view.id.toString()])
  const outgoing = (event: Event) => fanOut.outgoing(event, view.id)
  const missed = missedInGuild({ session, view, rules, former, events, later, outgoing })
  if (missed === null) return false
  for (const dispatch of missed.dispatches) session.dispatch(dispatch.in(session.encoding))
  // Nothing that the view contains is in a snapshot of this session.
  fanOut.watch(session, view, 0)
  const unsynced = unsyncedIn(view, viewerOf(session, view, rules), kept)
  const channelIds = new Set([...unsynced, ...missed.becameVisible])
  if (channelIds.size > 0) guilds.syncThreads(session, view, [...channelIds])
  return true
}

/** Returns the visible channels whose threads the session was to be sent when it was kept. */
function unsyncedIn(view: GuildView, viewer: Viewer, { unsynced = [] }: KeptSession): Snowflake[] {
  const ids = unsynced.flatMap(({ guildId, channelIds }) => (guildId === view.id ? channelIds : []))
  return ids.filter((id) => {
    const channel = view.channels.get(id)
    return channel !== undefined && canView(viewer, channel)
  })
}
