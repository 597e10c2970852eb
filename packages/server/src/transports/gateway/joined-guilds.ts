import type { Snowflake } from '@guildhall/protocol'
import { memberInGuild } from '../../access/member.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Event } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { StampedChange } from '../../kernel/store/table-changes.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import { listGuildIdsOfUser } from '../../resources/guild/members/index.ts'
import { guildScope } from './dispatch.ts'
import type { FanOut } from './fan-out.ts'
import type { Presences } from './presences.ts'
import { guildCreate, guildFieldsFor } from './ready.ts'
import type { Session } from './session.ts'
import { threadListSync } from './thread-sync.ts'
import { type ViewerRules, viewerOf } from './viewers.ts'
import type { WhileAway } from './while-away.ts'

/** Changes that a list of a user's guilds depends on. */
const MEMBERS: readonly StampedChange[] = ['insert members', 'change members']
const LIST_BYTES = 100
const ID_BYTES = 24
/** Attempts to read a guild that changes while it is read. */
const READS_MAX = 5

/** Changes of the memberships of a session's user. */
interface Memberships {
  /** Number of changes that the session has heard of. */
  changes: number
  /** Number of those that the views of guilds contain; null before they were asked, and after one was found behind. */
  contained: number | null
}

interface JoinedGuildsParts {
  units: Units
  bus: Pick<Bus, 'shared'>
  fanOut: FanOut
  presences: Presences
  viewerRules: ViewerRules
  whileAway: WhileAway
  isAlive(session: Session): boolean
  runInBackground(task: Promise<void>, failure: string): void
}

/** The guilds that sessions watch: how a session begins to watch a guild, and what it is sent then. */
export class JoinedGuilds {
  readonly #parts: JoinedGuildsParts
  readonly #memberships = new WeakMap<Session, Memberships>()

  constructor(parts: JoinedGuildsParts) {
    this.#parts = parts
  }

  /** Returns the guilds of a user that belong to a shard. */
  async ofUser(userId: Snowflake, ownsGuild: (guildId: Snowflake) => boolean): Promise<Snowflake[]> {
    const ids = await this.#parts.units.read(SYSTEM_ACTOR, (work) => guildIdsOf(work, userId))
    return ids.filter(ownsGuild)
  }

  /** Sends GUILD_CREATE and, from then on, the guild's events. The session waits for a database that is away. */
  async join(session: Session, guildId: Snowflake): Promise<void> {
    const { fanOut, units, presences, whileAway, isAlive } = this.#parts
    if (!session.ownsGuild(guildId) || session.guilds.has(guildId)) {
      fanOut.takeGuildEvents(session, guildId)
      session.coming.arrived(guildId)
      return
    }
    fanOut.holdGuildEvents(session, guildId)
    try {
      const watch = () => units.read(SYSTEM_ACTOR, (work) => this.#watch(work, session, guildId))
      await whileAway(watch, { isWanted: () => isAlive(session), triedForMs: Number.POSITIVE_INFINITY })
    } finally {
      fanOut.takeGuildEvents(session, guildId)
      session.coming.arrived(guildId)
    }
    await presences.guildJoined(session, guildId)
  }

  async #watch(work: Work, session: Session, guildId: Snowflake): Promise<void> {
    const { fanOut, viewerRules, isAlive } = this.#parts
    const memberships = this.#membershipsOf(session)
    for (let reads = 1; ; reads += 1) {
      const view = await this.viewWithMember(work, session, guildId)
      if (!view) return
      const { version } = view
      const { changes } = memberships
      const viewer = viewerOf(session, view, viewerRules)
      const fields = await guildFieldsFor(work, view, session, viewer)
      if (!isAlive(session) || session.guilds.has(guildId)) return
      // The user may have left, or left and returned, meanwhile.
      if (memberships.changes !== changes || !view.member(session.userId)) continue
      // The guild changed while it was read. In a guild that never rests, the held events bring the last read up to
      // date.
      if (view.version !== version && reads < READS_MAX) continue
      fanOut.flush()
      const group = fanOut.watch(session, view, version)
      if (fields) session.dispatch(guildCreate(view, group, fields))
      fanOut.releaseGuildEvents(session, guildId, version)
      return
    }
  }

  /**
   * Returns the view of a guild with the member of a session, by whose roles it decides what the session sees; null for
   * a user who is no member. The view contains each change of a membership that the session has heard of: events of
   * users and of guilds come from other nodes by different ways, and the member may still be that of a former stay.
   */
  async viewWithMember(work: Work, session: Session, guildId: Snowflake): Promise<GuildView | null> {
    const memberships = this.#membershipsOf(session)
    for (let reads = 1; ; reads += 1) {
      const { changes } = memberships
      if (memberships.contained !== changes) await this.#parts.bus.shared?.upToDate()
      memberships.contained = changes
      const view = await work.view(guildId)
      const member = view && (await memberInGuild(work, view, session.userId))
      if (!view || !member) return null
      if (view.member(session.userId) && memberships.changes === changes) return view
      // The row of the member is newer than the view.
      memberships.contained = null
      if (reads % READS_MAX === 0) view.stale = true
    }
  }

  #membershipsOf(session: Session): Memberships {
    const known = this.#memberships.get(session) ?? { changes: 0, contained: null }
    this.#memberships.set(session, known)
    return known
  }

  /** Watches a guild of a restored session, which knows the guild from before the restart. */
  async watchAgain(session: Session, guildId: Snowflake): Promise<void> {
    const { units, fanOut, presences } = this.#parts
    await units.read(SYSTEM_ACTOR, async (work) => {
      const view = await this.viewWithMember(work, session, guildId)
      if (view) fanOut.watch(session, view)
    })
    await presences.guildJoined(session, guildId)
  }

  /** Follows an event by which the user of a session joined or left a guild. */
  membershipChanged(session: Session, { guildId }: Event, change: 'joined' | 'left'): void {
    const { fanOut, presences, runInBackground } = this.#parts
    if (guildId === null) return
    this.#membershipsOf(session).changes += 1
    if (session.kind === 'game') {
      // The game does not watch the guild; members there see its player's presence.
      if (change !== 'left') runInBackground(presences.guildJoined(session, guildId), 'a presence was lost')
    } else if (change === 'left') fanOut.unwatch(session, guildId)
    else runInBackground(this.join(session, guildId), 'joining a guild failed')
  }

  /** Sends THREAD_LIST_SYNC for channels that became visible to a session, once the database is there. [CH-13] */
  syncThreads(session: Session, view: GuildView, channelIds: readonly Snowflake[]): void {
    this.#parts.runInBackground(this.#sync(session, view, channelIds), 'THREAD_LIST_SYNC could not be sent')
  }

  async #sync(session: Session, view: GuildView, channelIds: readonly Snowflake[]): Promise<void> {
    const { units, viewerRules, whileAway, isAlive } = this.#parts
    // A session that ends here meanwhile, to continue elsewhere, takes them along.
    const unsynced = { guildId: view.id, channelIds }
    session.unsynced.add(unsynced)
    const isWanted = () => isAlive(session) && session.guilds.has(view.id)
    const read = () => {
      const viewer = viewerOf(session, view, viewerRules)
      return units.read(SYSTEM_ACTOR, (work) => threadListSync(work, view, viewer, session.userId, channelIds))
    }
    const data = await whileAway(read, { isWanted, triedForMs: Number.POSITIVE_INFINITY })
    session.unsynced.delete(unsynced)
    if (data && isWanted()) session.send('THREAD_LIST_SYNC', data, guildScope(view.id))
  }
}

/** Returns the guilds of a user. The list is kept, because the sessions of a bot begin together. */
async function guildIdsOf(work: Work, userId: Snowflake): Promise<readonly Snowflake[]> {
  const { rendered } = work
  const key = `guilds-of.${userId}`
  const stamp = rendered.stamp(MEMBERS)
  const known = rendered.get<readonly Snowflake[]>(key, stamp)
  if (known) return known
  const ids = await listGuildIdsOfUser(work, userId)
  rendered.keep(key, stamp, ids, LIST_BYTES + ids.length * ID_BYTES)
  return ids
}
