import type { Snowflake } from '@guildhall/protocol'
import type { Event } from './event.ts'
import type { GuildView } from './guild-view.ts'
import type { StoreSession } from './store/store.ts'

/** Reads a whole view, with `version` set to the topic's as it was before the rows were read. */
export type LoadView = (session: StoreSession, guildId: Snowflake) => Promise<GuildView | null>

/** Views that no session needs are dropped beyond this many, the longest unused first. */
const VIEWS_MAX = 5_000
const LOAD_TRIES = 5

/** The views of one process. */
export class GuildViews {
  readonly #load: LoadView
  readonly #views = new Map<Snowflake, GuildView>()
  /** Events heard while a view is being read; applied to it when they are newer. */
  readonly #loading = new Map<Snowflake, Event[]>()

  constructor(load: LoadView) {
    this.#load = load
  }

  /** The view if it is in memory. */
  peek(guildId: Snowflake): GuildView | undefined {
    return this.#views.get(guildId)
  }

  async get(session: StoreSession, guildId: Snowflake): Promise<GuildView | null> {
    const known = this.#views.get(guildId)
    if (known && !known.stale) return known
    for (let attempt = 0; attempt < LOAD_TRIES; attempt += 1) {
      const heard = this.#loading.get(guildId) ?? []
      this.#loading.set(guildId, heard)
      const view = await this.#load(session, guildId)
      const other = this.#views.get(guildId)
      if (other && !other.stale) return other
      this.#loading.delete(guildId)
      if (!view) return null
      // An event between the reads may be in some rows and not in others: read again.
      if (heard.length > 0) continue
      if (other) other.become(view)
      else this.#keep(view)
      return other ?? view
    }
    throw new Error(`The view of guild ${guildId} changed faster than it could be read`)
  }

  /** A writer has found a view stale: it is read again, and those who hold it go on with the same one. */
  distrust(guildId: Snowflake): void {
    const view = this.#views.get(guildId)
    if (view) view.stale = true
  }

  /** Listens to the bus, before anybody else. */
  hear(event: Event): void {
    if (!event.topic.startsWith('guild.')) return
    const guildId = BigInt(event.topic.slice('guild.'.length))
    const view = this.#views.get(guildId)
    if (!view || view.stale) this.#loading.get(guildId)?.push(event)
    if (!view) return
    if (event.version > 0) view.version = event.version
    event.type.apply?.(view, event.payload)
    if (event.type.ends) this.#views.delete(guildId)
  }

  #keep(view: GuildView): void {
    this.#views.set(view.id, view)
    if (this.#views.size <= VIEWS_MAX) return
    for (const [id, other] of this.#views) {
      if (other.watched || id === view.id) continue
      this.#views.delete(id)
      return
    }
  }
}
