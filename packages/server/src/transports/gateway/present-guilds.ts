import { setTimeout as pause } from 'node:timers/promises'
import type { Snowflake } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import { type Event, effectOf } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { GuildViews } from '../../kernel/guild-views.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { listUsers } from '../../resources/accounts/users/index.ts'
import { listGuildIdsOfUsers } from '../../resources/guild/members/index.ts'
import { RecentPresences } from './recent-presences.ts'

/** Users whose guilds one statement reads. */
const USERS_PER_READ = 500
/** Pause after a failure: the database is away. */
const RETRIED_MS = 1_000
const NOTHING = Promise.resolve()

/** A user with a session that watches no guild in this process. */
interface PresentUser {
  /** Number of these sessions. */
  sessions: number
  guilds: Set<Snowflake>
  /** Setting that says which guilds receive a custom status. */
  visibility: number
  /** Guilds joined and left during the read of `guilds`; null once it has ended. */
  missed: { readonly guildId: Snowflake; readonly change: 'joined' | 'left' }[] | null
  loaded: Promise<void>
}

/** Users whose guilds are read in one statement. */
type Reading = [userId: Snowflake, user: PresentUser][]

interface PresentGuildsParts {
  readonly units: Units
  readonly wallClock: Clock
  readonly views: Pick<GuildViews, 'peek'>
}

/**
 * Guilds of the users whose sessions watch none in this process: those of other nodes and those of games. They are read
 * once, with the first such session of a user, and then follow the user's events. So a change of presence costs no
 * statement, and a guild without a session here is not read.
 */
export class PresentGuilds {
  /** Changes of presences in these and all other guilds. */
  readonly recent: RecentPresences
  readonly #parts: PresentGuildsParts
  readonly #users = new Map<Snowflake, PresentUser>()
  readonly #usersOf = new Map<Snowflake, Set<Snowflake>>()
  /** Users whose guilds are read next. */
  #waiting: { readonly reading: Reading; readonly read: Promise<void> } | null = null
  #closed = false

  constructor(parts: PresentGuildsParts) {
    this.#parts = parts
    this.recent = new RecentPresences(parts.wallClock)
  }

  /** Notes a session of a user that watches no guild here. */
  add(userId: Snowflake): void {
    const known = this.#users.get(userId)
    if (known) {
      known.sessions += 1
      return
    }
    const user: PresentUser = { sessions: 1, guilds: new Set(), visibility: 0, missed: [], loaded: NOTHING }
    this.#users.set(userId, user)
    user.loaded = this.#read(userId, user)
  }

  /** Forgets a session that `add` noted. */
  remove(userId: Snowflake): void {
    const user = this.#users.get(userId)
    if (!user) return
    user.sessions -= 1
    if (user.sessions > 0) return
    this.#users.delete(userId)
    for (const guildId of user.guilds) this.#forget(userId, guildId)
  }

  /** Returns the guilds of a user with such a session, once they are known. */
  async guildsOf(userId: Snowflake): Promise<readonly Snowflake[]> {
    await this.#users.get(userId)?.loaded
    return [...(this.#users.get(userId)?.guilds ?? [])]
  }

  /** Returns the users with such a session who are members of a guild. */
  usersIn(guildId: Snowflake): Iterable<Snowflake> {
    return this.#usersOf.get(guildId) ?? []
  }

  /** Returns which guilds receive the custom status of a user with such a session. */
  visibilityOf(userId: Snowflake): number {
    return this.#users.get(userId)?.visibility ?? 0
  }

  /** Returns the view of a guild if this process has it in memory. */
  viewOf(guildId: Snowflake): GuildView | undefined {
    return this.#parts.views.peek(guildId)
  }

  /** Follows the events of users: of their guilds, and of their settings. Returns whether others may see a change. */
  receive(userId: Snowflake, event: Event): boolean {
    const { guildId } = event
    const user = this.#users.get(userId)
    const effect = user && effectOf(event)
    if (effect?.kind === 'user-changed' && user) {
      const isSame = user.visibility === effect.user.profile_visibility
      user.visibility = effect.user.profile_visibility
      return !isSame
    }
    if (effect?.kind !== 'membership-changed' || !user || guildId === null) return false
    const { change } = effect
    if (user.missed) user.missed.push({ guildId, change })
    else this.#change(userId, user, guildId, change)
    return change === 'joined'
  }

  /** Stops reading. */
  close(): void {
    this.#closed = true
  }

  #change(userId: Snowflake, { guilds }: PresentUser, guildId: Snowflake, change: 'joined' | 'left'): void {
    if (change === 'joined') {
      guilds.add(guildId)
      const users = this.#usersOf.get(guildId)
      if (users) users.add(userId)
      else this.#usersOf.set(guildId, new Set([userId]))
      return
    }
    guilds.delete(guildId)
    this.#forget(userId, guildId)
    this.viewOf(guildId)?.presences.delete(userId)
  }

  #forget(userId: Snowflake, guildId: Snowflake): void {
    const users = this.#usersOf.get(guildId)
    users?.delete(userId)
    if (users?.size === 0) this.#usersOf.delete(guildId)
  }

  /** Reads the guilds of a user, in one statement with those of other users of this tick. */
  #read(userId: Snowflake, user: PresentUser): Promise<void> {
    if (this.#waiting && this.#waiting.reading.length < USERS_PER_READ) {
      this.#waiting.reading.push([userId, user])
      return this.#waiting.read
    }
    const reading: Reading = [[userId, user]]
    const read = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      if (this.#waiting?.reading === reading) this.#waiting = null
      return this.#readAll(reading)
    })
    this.#waiting = { reading, read }
    return read
  }

  async #readAll(reading: Reading): Promise<void> {
    const userIds = reading.map(([userId]) => userId)
    while (!this.#closed) {
      try {
        const rows = await this.#parts.units.read(SYSTEM_ACTOR, async (work) => ({
          guilds: await listGuildIdsOfUsers(work, userIds),
          users: await listUsers(work, userIds),
        }))
        for (const [userId, user] of reading) {
          user.visibility = rows.users.get(userId)?.profile_visibility ?? 0
          this.#known(userId, user, rows.guilds.get(userId) ?? [])
        }
        return
      } catch {
        await pause(RETRIED_MS, undefined, { ref: false })
      }
    }
  }

  #known(userId: Snowflake, user: PresentUser, guildIds: readonly Snowflake[]): void {
    const missed = user.missed ?? []
    user.missed = null
    // Its last session may have ended meanwhile.
    if (this.#users.get(userId) !== user) return
    for (const guildId of guildIds) this.#change(userId, user, guildId, 'joined')
    for (const { guildId, change } of missed) this.#change(userId, user, guildId, change)
  }
}
