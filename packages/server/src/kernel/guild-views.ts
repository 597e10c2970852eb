import type { Snowflake } from '@guildhall/protocol'
import { type Event, effectOf, guildTopic, type Topic } from './event.ts'
import type { GuildView } from './guild-view.ts'
import type { Member } from './model.ts'
import type { SharedTopics } from './shared-topics.ts'
import type { Store, StoreSession } from './store/store.ts'

/** Reads a whole view. Its `version` is that of the topic before the rows were read. */
export type LoadView = (session: StoreSession, guildId: Snowflake) => Promise<GuildView | null>

/** Reads members of a guild by their user ids; users who are no members are left out. */
export type LoadMembers = (
  session: StoreSession,
  guildId: Snowflake,
  userIds: Iterable<Snowflake>,
) => Promise<ReadonlyMap<Snowflake, Member>>

const GUILD_TOPIC = 'guild.'

/** Views in memory. Beyond this many, the oldest one that no session watches is dropped. */
const VIEWS_MAX = 5_000

/** Channels whose guild is remembered. Beyond it all are forgotten. */
const CHANNELS_MAX = 100_000

/** Guild views of one process. */
export class GuildViews {
  readonly #store: Store
  readonly #load: LoadView
  readonly #loadMembers: LoadMembers
  readonly #shared: SharedTopics | null
  readonly #views = new Map<Snowflake, GuildView>()
  readonly #guildsOfChannels = new Map<Snowflake, Snowflake>()
  readonly #loadListeners: ((view: GuildView) => void)[] = []
  /** Pending loads of readers, so that each guild is read once. */
  readonly #loading = new Map<Snowflake, Promise<GuildView | null>>()

  /** @param shared topics that other nodes raise too; null for a process that is alone */
  constructor(store: Store, load: LoadView, loadMembers: LoadMembers, shared: SharedTopics | null = null) {
    this.#store = store
    this.#load = load
    this.#loadMembers = loadMembers
    this.#shared = shared
  }

  /**
   * Returns the guild of a channel that was looked up before. No channel moves to another guild, and the guild's view
   * tells whether it still exists.
   */
  guildOfChannel(channelId: Snowflake): Snowflake | undefined {
    return this.#guildsOfChannels.get(channelId)
  }

  /** Remembers the guild of a channel. */
  rememberChannel(channelId: Snowflake, guildId: Snowflake): void {
    if (this.#guildsOfChannels.size >= CHANNELS_MAX) this.#guildsOfChannels.clear()
    this.#guildsOfChannels.set(channelId, guildId)
  }

  /** Times at which a view in memory was read again. */
  reloads = 0

  /** Returns the view if it is in memory. */
  peek(guildId: Snowflake): GuildView | undefined {
    return this.#views.get(guildId)
  }

  /**
   * Adds a listener that completes each view that enters memory by what rows of the guild do not have. Before it does,
   * nobody has the view.
   */
  listenToLoads(listener: (view: GuildView) => void): void {
    this.#loadListeners.push(listener)
  }

  /** Returns the view of a guild for a reader; null for an unknown guild. */
  async get(session: StoreSession, guildId: Snowflake): Promise<GuildView | null> {
    const known = this.#fresh(guildId)
    if (known) return known
    const loading = this.#loading.get(guildId)
    if (loading) return loading
    const load = this.#loadLocked(session, guildId).finally(() => this.#loading.delete(guildId))
    this.#loading.set(guildId, load)
    return load
  }

  /** Returns the view for a unit of work that has locked the guild. */
  async getForWriter(session: StoreSession, guildId: Snowflake): Promise<GuildView | null> {
    return this.#fresh(guildId) ?? this.#keep(session, await this.#load(session, guildId))
  }

  /** Loads for a reader while no writer has the lock, so that rows and version belong together. */
  #loadLocked(session: StoreSession, guildId: Snowflake): Promise<GuildView | null> {
    return this.#store.readHeld(session, guildTopic(guildId), (held) => this.getForWriter(held, guildId))
  }

  #fresh(guildId: Snowflake): GuildView | undefined {
    const known = this.#views.get(guildId)
    return known?.stale ? undefined : known
  }

  /**
   * Brings a view up to a version for a unit of work that has locked the guild: another node may have committed events
   * that this one has not received yet.
   */
  async catchUp(session: StoreSession, guildId: Snowflake, version: number): Promise<void> {
    const known = this.#views.get(guildId)
    if (!known || known.stale || known.version >= version) return
    await this.#shared?.catchUp(session, guildTopic(guildId), version)
    if (known.version < version) known.stale = true
  }

  /** Marks the view of a topic as outdated, if it is that of a guild, or all views without a topic. */
  doubt(topic: Topic | null): void {
    if (topic === null) for (const view of this.#views.values()) view.stale = true
    else if (topic.startsWith(GUILD_TOPIC)) this.markStale(BigInt(topic.slice(GUILD_TOPIC.length)))
  }

  /** Marks a view as outdated. The next access reads it again, into the same object. */
  markStale(guildId: Snowflake): void {
    const view = this.#views.get(guildId)
    if (view) view.stale = true
  }

  /**
   * Applies a committed event, before any other listener receives it. After a gap in the versions the view is read
   * again, which also brings what the event says.
   */
  apply(event: Event): void {
    if (!event.topic.startsWith(GUILD_TOPIC)) return
    const guildId = BigInt(event.topic.slice(GUILD_TOPIC.length))
    const view = this.#views.get(guildId)
    if (!view) return
    if (event.version > 0) {
      // The view was loaded from rows that contain this event.
      if (event.version <= view.loadedVersion) return
      if (event.version > view.version + 1) {
        view.stale = true
        return
      }
      view.version = event.version
    }
    if (event.type.apply) {
      event.type.apply(view, event.payload)
      if (!event.type.leavesDecisions?.(event.payload)) view.revision += 1
    }
    if (effectOf(event)?.kind === 'guild-ended') this.#views.delete(guildId)
  }

  async #keep(session: StoreSession, view: GuildView | null): Promise<GuildView | null> {
    if (!view) return null
    view.loadedVersion = view.version
    await this.#readHeldMembers(session, view)
    const other = this.#views.get(view.id)
    if (other) {
      this.reloads += 1
      other.replaceWith(view)
      return other
    }
    this.#views.set(view.id, view)
    for (const listener of this.#loadListeners) listener(view)
    if (this.#views.size <= VIEWS_MAX) return view
    for (const [id, unused] of this.#views) {
      if (unused.watched || id === view.id) continue
      this.#views.delete(id)
      break
    }
    return view
  }

  /** Reads the members of sessions into a view that is to replace one: their sessions are grouped by their roles. */
  async #readHeldMembers(session: StoreSession, fresh: GuildView): Promise<void> {
    const read = new Set<Snowflake>()
    for (;;) {
      // Sessions may begin to watch meanwhile.
      const missing = [...(this.#views.get(fresh.id)?.heldUsers() ?? [])].filter((userId) => !read.has(userId))
      if (missing.length === 0) return
      for (const userId of missing) read.add(userId)
      const members = await this.#loadMembers(session, fresh.id, missing)
      for (const member of members.values()) {
        fresh.hold(member.user_id)
        fresh.cacheMember(member)
      }
    }
  }
}
