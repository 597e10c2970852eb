import type { Snowflake } from '@guildhall/protocol'
import { type Event, effectOf, type SessionPresenceChange, type Topic } from '../../kernel/event.ts'
import type { GuildViews } from '../../kernel/guild-views.ts'
import type { NodeLife } from '../../kernel/lease.ts'
import type { SessionPresence } from '../../kernel/model.ts'
import type { SharedTopics } from '../../kernel/shared-topics.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { listPresences, type StoredSession } from './node-session-store.ts'
import { describe } from './presence-rows.ts'
import type { Presences, PresentSession } from './presences.ts'
import type { PresentGuilds } from './present-guilds.ts'
import type { RecentPresences } from './recent-presences.ts'
import type { Session } from './session.ts'

const NO_GUILDS: ReadonlySet<Snowflake> = new Set()
const USER_TOPIC = 'user.'

interface ClusterPresencesParts {
  readonly units: Units
  readonly views: GuildViews
  readonly shared: SharedTopics
  readonly node: NodeLife
  readonly presences: Presences
  readonly places: PresentGuilds
  /** Returns whether this process has a session. */
  readonly isHere: (sessionId: string) => boolean
  readonly runInBackground: (task: Promise<void>, failure: string) => void
}

/** A session that another node has. */
interface RemoteSession extends PresentSession {
  readonly seesLobbies: boolean
}

/**
 * Presences of the sessions that other nodes have. Events of `user.<id>` bring them; rows have those from before the
 * start of this node. `Presences` merges them with those of this node's sessions.
 */
export class ClusterPresences {
  readonly #parts: ClusterPresencesParts
  readonly #sessions = new Map<string, RemoteSession>()
  /** Sessions that changed while rows are read, which are older; null while none are. */
  #changed: Set<string> | null = null
  #reading: Promise<void> = Promise.resolve()

  constructor(parts: ClusterPresencesParts) {
    this.#parts = parts
    parts.views.listenToLoads((view) => parts.presences.fill(view))
    parts.shared.listenToDoubts((topic) => this.#doubt(topic))
  }

  /** Changes that sessions miss which are between two nodes. */
  get recent(): RecentPresences {
    return this.#parts.places.recent
  }

  /** Returns whether a player is connected to the lobbies of a game at another node. */
  seesLobbies(applicationId: Snowflake, userId: Snowflake): boolean {
    for (const session of this.#parts.presences.presentSessionsOf(userId)) {
      const remote = this.#sessions.get(session.id)
      if (remote === session && remote.seesLobbies && remote.applicationId === applicationId) return true
    }
    return false
  }

  /** Follows events of users: presences of sessions of other nodes, and what their guilds receive of them. */
  receive(event: Event): void {
    const { topic } = event
    if (!topic.startsWith(USER_TOPIC)) return
    const effect = effectOf(event)
    if (effect === undefined) return
    const userId = BigInt(topic.slice(USER_TOPIC.length))
    if (effect.kind === 'session-presence-changed') return this.#change(userId, effect.change)
    const { places, presences } = this.#parts
    if (effect.kind === 'user-changed') places.recent.userChanged(effect.user)
    if (effect.kind === 'membership-changed' && event.guildId !== null)
      places.recent.membershipChanged(userId, event.guildId, effect.change)
    if (!places.receive(userId, event)) return
    for (const session of presences.presentSessionsOf(userId)) {
      if (session.isRemote) return this.#run(presences.publish(session))
    }
  }

  /** Reads the presences of all sessions of other nodes, before the first client identifies. */
  load(): Promise<void> {
    return this.#read(null)
  }

  /** Waits for the database no more. */
  close(): void {
    this.#parts.places.close()
  }

  /** Forgets another node's session, because this node continues it. */
  takenUp(sessionId: string): void {
    this.#set(sessionId, null, null)
  }

  /** Keeps the presence of a session that another node continues: its user does not become offline meanwhile. */
  givenUp(session: Session, presence: SessionPresence): void {
    this.#set(session.id, describe(session), presence)
  }

  #change(userId: Snowflake, { node, presence, ...session }: SessionPresenceChange): void {
    this.#changed?.add(session.sessionId)
    const { isHere, node: own } = this.#parts
    if (isHere(session.sessionId)) return
    // An event of this node about a session that it no longer has is outdated, unless it says that the session ended.
    const isOwn = node.name === own.name && node.epoch === own.epoch
    if (presence === null) this.#set(session.sessionId, null, null)
    else if (!isOwn) this.#set(session.sessionId, { ...session, userId }, { ...presence, secrets: [] })
  }

  #set(id: string, stored: StoredSession | null, presence: SessionPresence | null): void {
    const { presences } = this.#parts
    const known = this.#sessions.get(id)
    if (presence === null || stored === null) {
      if (!known) return
      this.#sessions.delete(id)
      return this.#run(presences.end(known, NO_GUILDS))
    }
    const session = known ?? this.#remote(stored)
    this.#sessions.set(id, session)
    presences.begin(session, presence)
    this.#run(presences.publish(session))
  }

  #remote({ sessionId, userId, kind, applicationId, shard, seesLobbies }: StoredSession): RemoteSession {
    const { places } = this.#parts
    const [number, count] = shard
    return {
      ...{ id: sessionId, userId, kind, applicationId, shard, seesLobbies },
      isRemote: true,
      guilds: NO_GUILDS,
      identity: {
        user: {
          get profile_visibility() {
            return places.visibilityOf(userId)
          },
        },
      },
      ownsGuild: (guildId) => count === 1 || Number((guildId >> 22n) % BigInt(count)) === number,
    }
  }

  #doubt(topic: Topic | null): void {
    if (topic === null) this.#run(this.#read(null))
    else if (topic.startsWith(USER_TOPIC)) this.#run(this.#read(BigInt(topic.slice(USER_TOPIC.length))))
  }

  /** Brings the sessions of other nodes to what rows say, of all users or of one. */
  #read(userId: Snowflake | null): Promise<void> {
    const read = this.#reading.catch(() => undefined).then(() => this.#readNow(userId))
    this.#reading = read
    return read
  }

  async #readNow(userId: Snowflake | null): Promise<void> {
    const changed = new Set<string>()
    this.#changed = changed
    try {
      const rows = await this.#parts.units.read(SYSTEM_ACTOR, (work) => listPresences(work, userId))
      const isCurrent = (id: string) => changed.has(id) || this.#parts.isHere(id)
      const found = new Set(rows.map(({ sessionId }) => sessionId))
      for (const { id, userId: of } of [...this.#sessions.values()]) {
        if ((userId === null || of === userId) && !found.has(id) && !isCurrent(id)) this.#set(id, null, null)
      }
      for (const { presence, ...stored } of rows) {
        if (!isCurrent(stored.sessionId)) this.#set(stored.sessionId, stored, { ...presence, secrets: [] })
      }
    } finally {
      this.#changed = null
    }
  }

  #run(task: Promise<void>): void {
    this.#parts.runInBackground(task, 'the presence of a session of another node was lost')
  }
}
