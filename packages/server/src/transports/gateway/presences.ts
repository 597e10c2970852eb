import { isDeepStrictEqual } from 'node:util'
import { PRESENCE_UPDATES_MAX, PRESENCE_UPDATES_PER_MS, type Snowflake } from '@guildhall/protocol'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { guildTopic, unversioned, userTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Presence, SessionPresence, User, UserPresence } from '../../kernel/model.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { SessionKind } from '../../kernel/viewer.ts'
import type { Work } from '../../kernel/work.ts'
import {
  mergePresences,
  presenceForGuild,
  presenceInGame,
  presenceUpdate,
  userPresenceChanged,
} from '../../resources/accounts/presences/index.ts'
import { listGuildIdsOfUser } from '../../resources/guild/members/index.ts'
import { CountedKeys } from './counted-keys.ts'
import { PacedUpdates } from './paced-updates.ts'
import type { PresentGuilds } from './present-guilds.ts'
import type { WhileAway } from './while-away.ts'

/** A session that gives its user a presence. */
export interface PresentSession {
  readonly id: string
  readonly kind: SessionKind
  readonly userId: Snowflake
  /** Application of a game's session. */
  readonly applicationId: Snowflake | null
  readonly identity: { readonly user: Pick<User, 'profile_visibility'> }
  /** Guilds that it watches. A game watches none; its user's guilds are read from the store. */
  readonly guilds: ReadonlySet<Snowflake>
  /** Number of its shard, and of all shards. */
  readonly shard: readonly [number, number]
  /** Whether another node has the session. It watches no guild here. */
  readonly isRemote?: true
  /** Returns whether a guild belongs to the session's shard. */
  ownsGuild(guildId: Snowflake): boolean
}

export interface PresencesParts {
  readonly bus: Bus
  readonly units: Units
  readonly clock: Clock
  readonly rateLimits: 'documented' | 'off'
  /** Guilds of users whose sessions watch none; null for a process that is alone, which reads them. */
  readonly places: PresentGuilds | null
  /** Stores the presence of a session of this process for other nodes; null for a process that is alone. */
  readonly store: ((session: PresentSession) => void) | null
  readonly whileAway: WhileAway
  /** Called when a session of a user has begun, changed or ended, also if the merged presence stays the same. */
  readonly touched: (userId: Snowflake) => void
  readonly runInBackground: (task: Promise<void>) => void
}

const PACE = { limit: PRESENCE_UPDATES_MAX, windowMs: PRESENCE_UPDATES_PER_MS }

/**
 * Presences of users: merges those of a user's sessions and publishes them in the user's guilds. Presences of connected
 * sessions are not stored.
 */
export class Presences {
  readonly #parts: PresencesParts
  readonly #sessions = new Map<Snowflake, Map<PresentSession, SessionPresence>>()
  /** Sessions by user and plain presence. Of those alike, only the first and the last change what is merged. */
  readonly #alike = new CountedKeys()
  /** Sessions of a shard, by user. */
  readonly #sharded = new CountedKeys()
  /** Merged presence by user. It is kept, because a bot may have hundreds of sessions. */
  readonly #merged = new Map<Snowflake, UserPresence>()
  /** Views that contain the presence of a game's session, which watches no guild: they stay in memory. */
  readonly #held = new Map<PresentSession, Map<Snowflake, GuildView>>()

  /** Null without rate limits. */
  readonly #updates: PacedUpdates<PresentSession> | null

  constructor(parts: PresencesParts) {
    this.#parts = parts
    this.#updates = parts.rateLimits === 'off' ? null : new PacedUpdates(parts.clock, PACE)
  }

  /** Notes the presence of a new session, before it watches any guild. */
  begin(session: PresentSession, presence: SessionPresence): void {
    const own = this.#sessions.get(session.userId) ?? new Map<PresentSession, SessionPresence>()
    const former = own.get(session)
    this.#sessions.set(session.userId, own.set(session, presence))
    if (!former && isSharded(session)) this.#sharded.add(`${session.userId}`)
    if (!former && !watchesGuilds(session)) this.#parts.places?.add(session.userId)
    const left = former === undefined || this.#alike.remove(keyOf(session, former)) > 0
    const added = this.#alike.add(keyOf(session, presence)) > 1
    if (left && added) this.#parts.touched(session.userId)
    else this.#merge(session.userId)
  }

  /** Changes the presence of a session: at once, or for a game when its pace allows it. */
  update(session: PresentSession, presence: SessionPresence): void {
    const change = () => this.#parts.runInBackground(this.#change(session, presence))
    if (session.kind === 'game' && this.#updates) this.#updates.run(session, change)
    else change()
  }

  async #change(session: PresentSession, presence: SessionPresence): Promise<void> {
    if (!this.of(session)) return
    this.begin(session, presence)
    this.#parts.store?.(session)
    await this.publish(session)
  }

  /** Returns the last presence of a session. */
  of(session: PresentSession): SessionPresence | undefined {
    return this.#sessions.get(session.userId)?.get(session)
  }

  /** Returns the merged presence of a user with a session. */
  ofUser(userId: Snowflake): Presence | undefined {
    return this.#merged.get(userId)?.presence
  }

  /** Returns the presence of one session of a user. */
  ofSession(userId: Snowflake, sessionId: string): SessionPresence | undefined {
    for (const [{ id }, presence] of this.#sessions.get(userId) ?? []) if (id === sessionId) return presence
    return undefined
  }

  /** Returns the presence of each session of a user, also of invisible ones. */
  sessionsOf(userId: Snowflake): { sessionId: string; presence: SessionPresence }[] {
    return [...(this.#sessions.get(userId) ?? [])].map(([{ id }, presence]) => ({ sessionId: id, presence }))
  }

  /** Returns the sessions of a user at all nodes. */
  presentSessionsOf(userId: Snowflake): Iterable<PresentSession> {
    return this.#sessions.get(userId)?.keys() ?? []
  }

  /** Returns the activities of one game in all sessions of a user, also in invisible ones. */
  inGame(userId: Snowflake, applicationId: Snowflake): Presence {
    const id = applicationId.toString()
    const sessions = [...(this.#sessions.get(userId)?.values() ?? [])]
    return presenceInGame(userId, sessions, id)
  }

  /** Removes the presence of a session that has ended. Without another session its user is offline. */
  async end(session: PresentSession, guildIds: Iterable<Snowflake>): Promise<void> {
    this.#updates?.forget(session)
    const own = this.#sessions.get(session.userId)
    const former = own?.get(session)
    if (!own || !former) return
    own.delete(session)
    if (own.size === 0) this.#sessions.delete(session.userId)
    if (isSharded(session)) this.#sharded.remove(`${session.userId}`)
    if (this.#alike.remove(keyOf(session, former)) > 0) this.#parts.touched(session.userId)
    else this.#merge(session.userId)
    await this.#publishIn(session, watchesGuilds(session) ? guildIds : await this.#guildsOf(session.userId))
    for (const view of this.#held.get(session)?.values() ?? []) view.release(session.userId)
    this.#held.delete(session)
    if (!watchesGuilds(session)) this.#parts.places?.remove(session.userId)
    if (!this.#sessions.has(session.userId)) this.#merged.delete(session.userId)
  }

  /** Publishes the presence in a guild that the session has begun to watch, or that a game's user has joined. */
  guildJoined(session: PresentSession, guildId: Snowflake): Promise<void> {
    return this.#publishIn(session, [guildId])
  }

  /** Publishes the presence in all guilds of the user. */
  async publish(session: PresentSession): Promise<void> {
    const guildIds = watchesGuilds(session) ? session.guilds : await this.#guildsOf(session.userId)
    await this.#publishIn(session, guildIds)
  }

  /** Puts the presences of users whose sessions do not watch a guild into a view of it that was read. */
  fill(view: GuildView): void {
    const { places } = this.#parts
    for (const userId of places?.usersIn(view.id) ?? []) {
      const own = this.#inGuild(userId, view.id)?.presence
      const presence = own && presenceForGuild(own, places?.visibilityOf(userId) ?? 0, view.memberCount)
      if (presence && presence.status !== 'offline') view.presences.set(userId, presence)
    }
  }

  /** Returns the merged presence of a user in a guild: each shard of a bot has its own presence in its guilds. */
  #inGuild(userId: Snowflake, guildId: Snowflake): UserPresence | undefined {
    if (!this.#sharded.has(`${userId}`)) return this.#merged.get(userId)
    const sessions = [...(this.#sessions.get(userId) ?? [])]
    const owning = sessions.filter(([session]) => session.ownsGuild(guildId))
    return owning.length === sessions.length ? this.#merged.get(userId) : merged(userId, owning)
  }

  #merge(userId: Snowflake): void {
    const sessions = [...(this.#sessions.get(userId) ?? [])]
    const now = merged(userId, sessions)
    const former = this.#merged.get(userId)
    this.#merged.set(userId, now)
    this.#parts.touched(userId)
    const same = isSame(now, former)
    // Guilds receive the presences of a bot's shards, of which the merged one tells nothing.
    const isInShards = this.#sharded.has(`${userId}`)
    if (!same || isInShards)
      this.#parts.places?.recent.changed(userId, () => !isInShards && isSame(this.#merged.get(userId), former))
    // Bots have no friends.
    if (same || sessions.some(([{ kind }]) => kind === 'bot')) return
    this.#parts.bus.publishHere([unversioned(userPresenceChanged, userTopic(userId), now, null)])
  }

  #guildsOf(userId: Snowflake): Promise<readonly Snowflake[]> {
    const { places } = this.#parts
    if (places) return places.guildsOf(userId)
    return this.#read((work) => listGuildIdsOfUser(work, userId))
  }

  /** Reads once the database is there: others would see a presence for ever whose end was not published. */
  async #read<T>(use: (work: Work) => Promise<T>): Promise<T> {
    const { units, whileAway } = this.#parts
    const read = async () => ({ found: await units.read(SYSTEM_ACTOR, use) })
    const result = await whileAway(read, { triedForMs: Number.POSITIVE_INFINITY })
    return (result as Awaited<ReturnType<typeof read>>).found
  }

  async #publishIn(session: PresentSession, guildIds: Iterable<Snowflake>): Promise<void> {
    const { places } = this.#parts
    places?.recent.published(session.userId, guildIds)
    for (const guildId of [...guildIds]) {
      const view = places ? places.viewOf(guildId) : await this.#read((work) => work.view(guildId))
      if (!view) continue
      if (!places && !watchesGuilds(session)) this.#hold(session, view)
      this.#publishTo(view, session)
    }
  }

  #publishTo(view: GuildView, { userId, identity }: PresentSession): void {
    const own = this.#inGuild(userId, view.id)?.presence
    if (!own) return
    const presence = presenceForGuild(own, identity.user.profile_visibility, view.memberCount)
    if (isUnchanged(presence, view.presences.get(userId))) return
    const change = { guildId: view.id, presence }
    this.#parts.bus.publishHere([unversioned(presenceUpdate, guildTopic(view.id), change, view.id)])
  }

  #hold(session: PresentSession, view: GuildView): void {
    const held = this.#held.get(session) ?? new Map<Snowflake, GuildView>()
    if (held.has(view.id) || !this.of(session)) return
    this.#held.set(session, held.set(view.id, view))
    view.hold(session.userId)
  }
}

function merged(userId: Snowflake, sessions: readonly (readonly [PresentSession, SessionPresence])[]): UserPresence {
  const presences = sessions.map(([{ kind, applicationId }, presence]) => ({
    gameId: kind === 'game' ? applicationId : null,
    presence,
  }))
  return mergePresences(userId, presences)
}

/**
 * Returns what two sessions of a user have in common whose presences add nothing to each other: neither is of a game,
 * neither has activities. Null for other sessions.
 */
function keyOf({ userId, kind }: PresentSession, { client, status, activities }: SessionPresence): string | null {
  return kind === 'game' || activities.length > 0 ? null : `${userId}:${client}:${status}`
}

function isSharded({ shard }: PresentSession): boolean {
  return shard[1] > 1
}

/** Returns whether a session publishes its presence in the guilds that it watches. */
function watchesGuilds({ kind, isRemote }: PresentSession): boolean {
  return kind !== 'game' && isRemote !== true
}

/** Returns whether guilds and friends receive the same of two presences of a user. */
function isSame(one: UserPresence | undefined, other: UserPresence | undefined): boolean {
  if (!one) return !other || other.presence.status === 'offline'
  return isUnchanged(one.presence, other?.presence) && isDeepStrictEqual(one.inGames, other?.inGames)
}

function isUnchanged(presence: Presence, known: Presence | undefined): boolean {
  if (!known) return presence.status === 'offline'
  return presence === known || (presence.status === known.status && isDeepStrictEqual(presence, known))
}
