import { isDeepStrictEqual } from 'node:util'
import { GameIntent, type PresenceObject, type Snowflake } from '@guildhall/protocol'
import type { Bus } from '../../kernel/bus.ts'
import { type Event, effectOf, type Friendship, userTopic } from '../../kernel/event.ts'
import type { Presence, User, UserPresence } from '../../kernel/model.ts'
import type { SharedTopics } from '../../kernel/shared-topics.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import {
  type FriendView,
  offlinePresence,
  presenceForFriend,
  presentPresence,
} from '../../resources/accounts/presences/index.ts'
import { presentUser } from '../../resources/accounts/users/index.ts'
import { friendsOf, PLATFORM, playersOf, RELATIONSHIPS_SCOPE } from '../../resources/messaging/relationships/index.ts'
import { Dispatch } from './dispatch.ts'
import type { Session } from './session.ts'

const ACTIVITIES_SCOPE = 'activities.read'

/** A user with sessions that receive presences of friends. */
interface Watcher {
  readonly sessions: Set<Session>
  /** Sessions whose READY was sent. */
  readonly live: Set<Session>
  /** Layers in which each friend is one: 0 for the platform, or games. */
  friends: Map<Snowflake, readonly Snowflake[]>
  /** Changes during the read of `friends`; null once it has ended. */
  missed: Friendship[] | null
  readonly loaded: Promise<void>
  /** Friends who have authorized a game, by application of a session. */
  readonly players: Map<Snowflake, Set<Snowflake>>
}

/** Change of a user that waits for the end of the tick. */
interface Change {
  /** Presence that was sent last. */
  readonly former: UserPresence | undefined
  /** The user, if what others see of them has changed. */
  user: User | null
}

/**
 * Sends presences of friends. The friends of each connected user are read once and then follow the events of their
 * relationships, so that a change of presence costs no statement, and time for each session that receives it.
 */
export class FriendPresences {
  readonly #units: Units
  readonly #shared: SharedTopics | null
  /** Presences of users who are not offline. */
  readonly #presences = new Map<Snowflake, UserPresence>()
  readonly #watchers = new Map<Snowflake, Watcher>()
  /** Connected users who have a user as a friend. */
  readonly #watchersOf = new Map<Snowflake, Set<Snowflake>>()
  /** Changes of this tick, by user. */
  readonly #changes = new Map<Snowflake, Change>()

  constructor({ units, bus }: { units: Units; bus: Bus }) {
    this.#units = units
    this.#shared = bus.shared
  }

  /**
   * Reads the friends of a session's user, unless another session of the user did. Called before READY.
   *
   * @param readyVersion version of the user's topic that READY contains. Friends are no older: the client does not
   *   receive the events up to it.
   */
  async prepare(session: Session, readyVersion = 0): Promise<void> {
    if (!receivesPresences(session)) return
    if (readyVersion > 0) await this.#shared?.publishUpTo(new Map([[userTopic(session.userId), readyVersion]]))
    const known = this.#watchers.get(session.userId)
    const watcher = known ?? this.#begin(session.userId)
    watcher.sessions.add(session)
    await watcher.loaded
    const { applicationId } = session
    if (session.kind !== 'game' || applicationId === null || watcher.players.has(applicationId)) return
    const players = await this.#units.read(SYSTEM_ACTOR, (work) =>
      playersOf(work, applicationId, watcher.friends.keys()),
    )
    watcher.players.set(applicationId, players)
  }

  #begin(userId: Snowflake): Watcher {
    const loaded = this.#units
      .read(SYSTEM_ACTOR, (work) => friendsOf(work, userId))
      .then((friends) => this.#loaded(userId, watcher, friends))
    const watcher: Watcher = {
      sessions: new Set(),
      live: new Set(),
      friends: new Map(),
      missed: [],
      loaded,
      players: new Map(),
    }
    this.#watchers.set(userId, watcher)
    return watcher
  }

  #loaded(userId: Snowflake, watcher: Watcher, friends: Map<Snowflake, readonly Snowflake[]>): void {
    const { missed } = watcher
    watcher.friends = friends
    watcher.missed = null
    if (this.#watchers.get(userId) !== watcher) return
    for (const id of friends.keys()) addTo(this.#watchersOf, id, userId)
    for (const change of missed ?? []) this.#change(userId, watcher, change)
  }

  /** Returns the presences of friends for READY, as they are at this moment. The session follows them from now on. */
  readyFields(session: Session): { presences?: PresenceObject[] } {
    const watcher = this.#follow(session)
    if (!watcher) return {}
    const presences: PresenceObject[] = []
    for (const id of watcher.friends.keys()) {
      const of = this.#presences.get(id)
      const view = of && viewOf(session, watcher, id)
      if (!of || !view) continue
      const presence = presenceForFriend(of, view)
      if (presence.status !== 'offline') presences.push(presented(presence, this.#hasPlayed(view, watcher, id), null))
    }
    return { presences }
  }

  /** Lets a restored session follow presences again. Its client has those of the former process. */
  async watchAgain(session: Session): Promise<void> {
    await this.prepare(session)
    this.#follow(session)
  }

  /** Sends a session the presences of some users if they are friends, with the names of those who changed theirs. */
  sendAgain(session: Session, userIds: Iterable<Snowflake>, renamed: (userId: Snowflake) => User | null): void {
    const watcher = this.#watchers.get(session.userId)
    if (!watcher?.live.has(session)) return
    for (const id of userIds) {
      const view = viewOf(session, watcher, id)
      if (!view) continue
      const presence = seen(this.#presences.get(id), view, id)
      session.send('PRESENCE_UPDATE', presented(presence, this.#hasPlayed(view, watcher, id), renamed(id)))
    }
  }

  #follow(session: Session): Watcher | undefined {
    const watcher = this.#watchers.get(session.userId)
    if (!watcher?.sessions.has(session)) return undefined
    watcher.live.add(session)
    return watcher
  }

  /** Forgets a session that has ended. */
  end(session: Session): void {
    const watcher = this.#watchers.get(session.userId)
    if (!watcher?.sessions.delete(session)) return
    watcher.live.delete(session)
    if (watcher.sessions.size > 0) return
    this.#watchers.delete(session.userId)
    for (const id of watcher.friends.keys()) removeFrom(this.#watchersOf, id, session.userId)
  }

  /** Handles events that change a friendship, or what friends of a user see. */
  receive(event: Event): void {
    const effect = effectOf(event)
    if (effect?.kind === 'friendship-changed')
      this.#befriend(BigInt(event.topic.slice('user.'.length)), effect.friendship)
    if (effect?.kind === 'presence-changed') this.#presenceChanged(effect.presence)
  }

  /** Sends friends the new name or avatar of a user. */
  userChanged(user: User): void {
    if (this.#watchersOf.has(user.id)) this.#queue(user.id).user = user
  }

  #befriend(userId: Snowflake, change: Friendship): void {
    const watcher = this.#watchers.get(userId)
    if (watcher?.missed) watcher.missed.push(change)
    else if (watcher) this.#change(userId, watcher, change)
  }

  #change(userId: Snowflake, watcher: Watcher, { otherId, applicationId, friends }: Friendship): void {
    const former = watcher.friends.get(otherId) ?? []
    if (former.includes(applicationId) === friends) return
    const layers = friends ? [...former, applicationId] : former.filter((layer) => layer !== applicationId)
    if (layers.length > 0) {
      watcher.friends.set(otherId, layers)
      addTo(this.#watchersOf, otherId, userId)
    } else {
      watcher.friends.delete(otherId)
      removeFrom(this.#watchersOf, otherId, userId)
    }
    // The event of the relationship waits until the end of the tick, and comes first.
    if (friends) setImmediate(() => this.#introduce(watcher, otherId))
  }

  /** Sends the sessions of a user the presence of a new friend. */
  #introduce(watcher: Watcher, friendId: Snowflake): void {
    const of = this.#presences.get(friendId)
    if (of) this.#sendTo([watcher], friendId, { of, former: undefined, user: null })
  }

  #presenceChanged(of: UserPresence): void {
    const userId = of.presence.user_id
    if (this.#watchersOf.has(userId)) this.#queue(userId)
    if (of.presence.status === 'offline') this.#presences.delete(userId)
    else this.#presences.set(userId, of)
  }

  #queue(userId: Snowflake): Change {
    const known = this.#changes.get(userId)
    if (known) return known
    const change: Change = { former: this.#presences.get(userId), user: null }
    if (this.#changes.size === 0) setImmediate(() => this.#flush())
    this.#changes.set(userId, change)
    return change
  }

  #flush(): void {
    const changes = [...this.#changes]
    this.#changes.clear()
    for (const [userId, { former, user }] of changes) {
      const watchers = [...(this.#watchersOf.get(userId) ?? [])].flatMap((id) => this.#watchers.get(id) ?? [])
      this.#sendTo(watchers, userId, { of: this.#presences.get(userId), former, user })
    }
  }

  /** Sends a presence to sessions, serialised once for each form. Sessions for which nothing changed receive none. */
  #sendTo(
    watchers: Iterable<Watcher>,
    friendId: Snowflake,
    { of, former, user }: { of: UserPresence | undefined; former: UserPresence | undefined; user: User | null },
  ): void {
    const dispatches = new Map<string, Dispatch | null>()
    const dispatchFor = (view: FriendView, hasPlayed: boolean | undefined) => {
      const after = seen(of, view, friendId)
      if (user === null && isDeepStrictEqual(after, seen(former, view, friendId))) return null
      return new Dispatch('PRESENCE_UPDATE', () => presented(after, hasPlayed, user))
    }
    for (const watcher of watchers) {
      for (const session of watcher.live) {
        const view = viewOf(session, watcher, friendId)
        if (!view) continue
        const hasPlayed = this.#hasPlayed(view, watcher, friendId)
        const form = `${view.gameId} ${view.inGameOnly} ${view.activities} ${hasPlayed}`
        const known = dispatches.get(form)
        const dispatch = known === undefined ? dispatchFor(view, hasPlayed) : known
        if (known === undefined) dispatches.set(form, dispatch)
        if (dispatch) session.dispatch(dispatch.in(session.encoding))
      }
    }
  }

  /** Returns whether a friend has authorized the game of a view; undefined for a person's client. */
  #hasPlayed({ gameId }: FriendView, { players }: Watcher, friendId: Snowflake): boolean | undefined {
    if (gameId === null) return undefined
    const known = players.get(gameId)
    if (this.#presences.get(friendId)?.inGames.has(gameId)) known?.add(friendId)
    return known?.has(friendId) ?? false
  }
}

/** Returns whether a session receives presences of friends: of a person, or of a game with scope and intent. */
function receivesPresences({ kind, identity, intents, shard }: Session): boolean {
  if (kind === 'bot' || shard[0] !== 0) return false
  return kind === 'person' || (identity.scopes.has(RELATIONSHIPS_SCOPE) && (intents & GameIntent.USER_PRESENCE) !== 0)
}

/** Returns the part of a friend's presence that a session receives; null for none. */
function viewOf(session: Session, { friends }: Watcher, friendId: Snowflake): FriendView | null {
  const layers = friends.get(friendId) ?? []
  const onPlatform = layers.includes(PLATFORM)
  const { kind, applicationId, identity } = session
  if (kind === 'person') return onPlatform ? { gameId: null, inGameOnly: false, activities: true } : null
  if (applicationId === null || !(onPlatform || layers.includes(applicationId))) return null
  return { gameId: applicationId, inGameOnly: !onPlatform, activities: identity.scopes.has(ACTIVITIES_SCOPE) }
}

function seen(of: UserPresence | undefined, view: FriendView, userId: Snowflake): Presence {
  return of ? presenceForFriend(of, view) : offlinePresence(userId)
}

function presented(presence: Presence, hasPlayed: boolean | undefined, user: User | null): PresenceObject {
  const object = presentPresence(presence)
  return {
    ...object,
    ...(user ? { user: presentUser(user) } : {}),
    ...(hasPlayed === undefined ? {} : { has_played_game: hasPlayed }),
  }
}

function addTo(map: Map<Snowflake, Set<Snowflake>>, key: Snowflake, id: Snowflake): void {
  const ids = map.get(key)
  if (ids) ids.add(id)
  else map.set(key, new Set([id]))
}

function removeFrom(map: Map<Snowflake, Set<Snowflake>>, key: Snowflake, id: Snowflake): void {
  const ids = map.get(key)
  ids?.delete(id)
  if (ids?.size === 0) map.delete(key)
}
