import { Intent, type Snowflake } from '@guildhall/protocol'
import type { Event } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { canView, isThread, presentAs, type Visibility, visibilityWhere } from '../../resources/channels/index.ts'
import { Dispatch } from './encoding.ts'
import type { Session } from './session.ts'
import { viewerOf } from './viewer-of.ts'

/** Sessions that see alike in one guild: an event is judged and written once for all of them. */
interface Group {
  readonly key: string
  readonly viewer: Viewer
  readonly sessions: Set<Session>
  /** What the group was shown of each channel, to tell when that changes. */
  readonly shown: Map<Snowflake, Shown>
}

interface Shown {
  readonly views: boolean
  readonly visibility: Visibility
}

/** A session can view channels that it could not: it is told of their threads. */
export type ChannelsGained = (session: Session, view: GuildView, channelIds: readonly Snowflake[]) => void

/** The sessions that watch one guild. */
class Audience {
  readonly view: GuildView
  readonly groups = new Map<string, Group>()
  readonly #groupOf = new Map<Session, Group>()
  readonly #obfuscationForAll: () => boolean
  readonly #gained: ChannelsGained
  #epoch: number

  constructor(view: GuildView, obfuscationForAll: () => boolean, gained: ChannelsGained) {
    this.view = view
    this.#obfuscationForAll = obfuscationForAll
    this.#gained = gained
    this.#epoch = view.epoch
  }

  get empty(): boolean {
    return this.#groupOf.size === 0
  }

  get sessions(): Iterable<Session> {
    return this.#groupOf.keys()
  }

  add(session: Session): void {
    const roles = this.view.member(session.userId)?.roles ?? []
    const apart = this.view.standsApart(session.userId)
    const key = [
      session.kind,
      session.intents,
      session.capabilities,
      session.identity.application?.id ?? 0n,
      apart ? session.userId : 0n,
      ...[...roles].sort(),
    ].join(',')
    let group = this.groups.get(key)
    if (!group) {
      const viewer = this.#viewer(session, apart ? session.userId : 0n)
      group = { key, sessions: new Set(), viewer, shown: shownTo(viewer) }
      this.groups.set(key, group)
    }
    group.sessions.add(session)
    this.#groupOf.set(session, group)
  }

  remove(session: Session): void {
    const group = this.#groupOf.get(session)
    if (!group) return
    this.#groupOf.delete(session)
    group.sessions.delete(session)
    if (group.sessions.size === 0) this.groups.delete(group.key)
  }

  /**
   * Roles, overwrites or threads have changed: who sees alike may have, too, and channels may have come into view or gone
   * out of it. `about` is the channel that the event itself tells of. [CH-13]
   */
  regroup(about: Snowflake | undefined): void {
    if (this.#epoch === this.view.epoch) return
    this.#epoch = this.view.epoch
    const before = [...this.#groupOf]
    this.groups.clear()
    this.#groupOf.clear()
    const bodies: Bodies = new Map()
    for (const [session, group] of before) {
      this.add(session)
      const now = this.#groupOf.get(session)
      if (now) this.#showChanges(session, group.shown, now, about, bodies)
    }
  }

  #showChanges(
    session: Session,
    before: Map<Snowflake, Shown>,
    group: Group,
    about: Snowflake | undefined,
    bodies: Bodies,
  ): void {
    const { viewer, shown } = group
    if (!asksFor(viewer, Intent.GUILDS)) return
    const gained = [...shown].filter(([id, now]) => now.views && before.get(id)?.views === false).map(([id]) => id)
    for (const [id, { visibility }] of shown) {
      const was = before.get(id)?.visibility
      const channel = this.view.channels.get(id)
      if (was === undefined || was === visibility || !channel || (id === about && viewer.kind === 'bot')) continue
      const name = visibility === 'nothing' ? 'CHANNEL_DELETE' : was === 'nothing' ? 'CHANNEL_CREATE' : 'CHANNEL_UPDATE'
      const key = `${name} ${id} ${visibility}`
      const body = bodies.get(key) ?? new Dispatch(name, presentAs(channel, visibility))
      bodies.set(key, body)
      session.dispatch(body, this.view.id)
    }
    if (gained.length > 0) this.#gained(session, this.view, gained)
  }

  #viewer(session: Session, userId: Snowflake): Viewer {
    return viewerOf(session, this.view, userId, this.#obfuscationForAll)
  }

  /** The viewer of one session of a group, where the event asks who it is. */
  alone(session: Session): Viewer {
    return this.#viewer(session, session.userId)
  }
}

/**
 * Shows committed events to sessions: for each guild by groups, for users one by one. Events wait for the end of the tick,
 * so that the answer to whoever caused them goes first and all frames of a tick leave together.
 */
export class FanOut {
  readonly #obfuscationForAll: () => boolean
  readonly #audiences = new Map<Snowflake, Audience>()
  readonly #byUser = new Map<Snowflake, Set<Session>>()
  readonly #membership: (session: Session, event: Event) => void
  readonly #gained: ChannelsGained
  #waiting: Event[] = []

  constructor(
    obfuscationForAll: () => boolean,
    membership: (session: Session, event: Event) => void,
    gained: ChannelsGained,
  ) {
    this.#obfuscationForAll = obfuscationForAll
    this.#membership = membership
    this.#gained = gained
  }

  hear(event: Event): void {
    if (this.#byUser.size === 0) return
    this.#waiting.push(event)
    if (this.#waiting.length === 1) setImmediate(() => this.flush())
  }

  /** Shows what waits now: before a session begins to watch, so that it is not shown what its snapshot has already. */
  flush(): void {
    const waiting = this.#waiting
    if (waiting.length === 0) return
    this.#waiting = []
    for (const event of waiting) this.#show(event)
  }

  addSession(session: Session): void {
    const sessions = this.#byUser.get(session.userId) ?? new Set()
    sessions.add(session)
    this.#byUser.set(session.userId, sessions)
  }

  removeSession(session: Session): void {
    for (const guildId of [...session.guilds]) this.unwatch(session, guildId)
    const sessions = this.#byUser.get(session.userId)
    sessions?.delete(session)
    if (sessions?.size === 0) this.#byUser.delete(session.userId)
  }

  watch(session: Session, view: GuildView): void {
    if (session.guilds.has(view.id)) return
    let audience = this.#audiences.get(view.id)
    if (!audience) {
      audience = new Audience(view, this.#obfuscationForAll, this.#gained)
      this.#audiences.set(view.id, audience)
    }
    session.guilds.add(view.id)
    view.hold(session.userId)
    audience.add(session)
  }

  unwatch(session: Session, guildId: Snowflake): void {
    const audience = this.#audiences.get(guildId)
    if (!audience || !session.guilds.delete(guildId)) return
    audience.remove(session)
    audience.view.release(session.userId)
    if (audience.empty) this.#audiences.delete(guildId)
  }

  sessionsOf(userId: Snowflake): Iterable<Session> {
    return this.#byUser.get(userId) ?? []
  }

  #show(event: Event): void {
    const [kind, id = '0'] = event.topic.split('.')
    if (kind === 'guild') this.#showGuild(event, BigInt(id))
    else if (kind === 'user') this.#showUser(event, BigInt(id))
  }

  #showGuild(event: Event, guildId: Snowflake): void {
    const audience = this.#audiences.get(guildId)
    if (!audience) return
    audience.regroup(event.type.about?.(event.payload))
    if (event.type.name === '') return
    const intents = event.type.intents(event.payload)
    const apart = event.type.apart ? new Set(event.type.apart(event.payload)) : null
    const bodies: Bodies = new Map()
    // What tells of a guild's end must be sent again to who resumes, though they are no longer in it.
    const inGuild = event.type.ends ? null : guildId
    for (const group of audience.groups.values()) {
      if (!asksFor(group.viewer, intents)) continue
      const body = bodyFor(event, group.viewer, bodies)
      for (const session of group.sessions) {
        const own = apart?.has(session.userId) ? bodyFor(event, audience.alone(session), bodies) : body
        if (own) session.dispatch(own, inGuild)
      }
    }
    if (event.type.ends) for (const session of [...audience.sessions]) this.unwatch(session, guildId)
  }

  #showUser(event: Event, userId: Snowflake): void {
    const sessions = this.#byUser.get(userId)
    if (!sessions) return
    const bodies: Bodies = new Map()
    for (const session of [...sessions]) {
      if (event.type.membership) this.#membership(session, event)
      if (event.type.name === '' || !session.ownsGuild(event.guildId)) continue
      const viewer = viewerOf(session, null, session.userId, this.#obfuscationForAll)
      if (!asksFor(viewer, event.type.intents(event.payload))) continue
      const body = bodyFor(event, viewer, bodies)
      if (body) session.dispatch(body)
    }
  }
}

type Bodies = Map<string, Dispatch>

/** People's sessions get all that they may see; bots what their intents ask for. */
function asksFor(viewer: Viewer, intents: number): boolean {
  return viewer.kind === 'person' || intents === 0 || (viewer.intents & intents) !== 0
}

/** What a viewer is shown of an event, as bytes; null for nothing. The only such place. */
function bodyFor(event: Event, viewer: Viewer, bodies: Bodies): Dispatch | null {
  const { type, payload } = event
  if (!type.seenBy(viewer, payload)) return null
  const variant = type.variant?.(viewer, payload) ?? ''
  let body = bodies.get(variant)
  if (!body) {
    body = new Dispatch(type.name, type.present(payload, variant))
    bodies.set(variant, body)
  }
  return body
}

/** What a viewer is shown of each channel of its guild. */
function shownTo(viewer: Viewer): Map<Snowflake, Shown> {
  const shown = new Map<Snowflake, Shown>()
  for (const channel of viewer.view?.channels.values() ?? []) {
    if (isThread(channel.type)) continue
    const views = canView(viewer, channel)
    shown.set(channel.id, { views, visibility: visibilityWhere(viewer, views) })
  }
  return shown
}
