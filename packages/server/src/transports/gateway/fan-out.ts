import type { Snowflake } from '@guildhall/protocol'
import type { AttachmentUrls } from '../../kernel/attachment-urls.ts'
import type { Event } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { Audience, asksFor, type ChannelsGained, type Group } from './audience.ts'
import type { Outbox } from './outbox.ts'
import { Dispatch, NOWHERE, type Payload, type Place } from './payload.ts'
import type { Session } from './session.ts'
import { type ViewerRules, viewerOf } from './viewer-of.ts'

export interface FanOutParts {
  attachmentUrls: AttachmentUrls
  viewerRules: ViewerRules
  outbox: Outbox
  membership: (session: Session, event: Event) => void
  gained: ChannelsGained
}

/**
 * Shows committed events to sessions: for each guild by groups, for users one by one. Events wait for the end of the tick,
 * so that the answer to whoever caused them goes first and all frames of a tick leave together.
 */
export class FanOut {
  readonly #parts: FanOutParts
  readonly #audiences = new Map<Snowflake, Audience>()
  readonly #byUser = new Map<Snowflake, Set<Session>>()
  /** Sessions by the ids that events name them by: their user's and their application's. */
  readonly #byName = new Map<Snowflake, Set<Session>>()
  /** Events for sessions that are about to watch a guild, or to be sent READY (`OWN`). */
  readonly #held = new Map<Snowflake, Map<Session, Event[]>>()
  #waiting: Event[] = []
  /** Is the event that is being shown the only one of this tick? */
  #only = false

  constructor(parts: FanOutParts) {
    this.#parts = parts
  }

  hear(event: Event): void {
    if (this.#byUser.size === 0) return
    this.#waiting.push(event)
    if (this.#waiting.length === 1) {
      setImmediate(() => {
        this.flush()
        this.#parts.outbox.flush()
      })
    }
  }

  /** Shows what waits now: before a session begins to watch, so that it is not shown what its snapshot has already. */
  flush(): void {
    const waiting = this.#waiting
    if (waiting.length === 0) return
    this.#waiting = []
    this.#only = waiting.length === 1
    for (const event of waiting) this.#show(event)
  }

  addSession(session: Session): void {
    addTo(this.#byUser, session.userId, session)
    for (const name of namesOf(session)) addTo(this.#byName, name, session)
  }

  removeSession(session: Session): void {
    for (const guildId of [...session.guilds]) this.unwatch(session, guildId)
    for (const guildId of [...this.#held.keys()]) this.#unhold(session, guildId)
    removeFrom(this.#byUser, session.userId, session)
    for (const name of namesOf(session)) removeFrom(this.#byName, name, session)
  }

  /**
   * Keeps the events of a guild for a session until `release` or `drop`, so that none is lost between the moment when its client
   * counts on them and the moment when the session watches the guild. Without a guild: the events of its user.
   */
  hold(session: Session, guildId: Snowflake = OWN): void {
    const holding = this.#held.get(guildId) ?? new Map<Session, Event[]>()
    this.#held.set(guildId, holding)
    if (!holding.has(session)) holding.set(session, [])
  }

  /** Shows a session the held events of its user. */
  releaseOwn(session: Session): void {
    for (const event of this.#unhold(session, OWN)) this.#showUserTo(session, this.#shown(event, null), event)
  }

  /** Shows a session that watches a guild by now its held events, but for those told by a snapshot of version `since`. */
  release(session: Session, guildId: Snowflake, since: number): void {
    for (const event of this.#unhold(session, guildId))
      if (!toldBySnapshot(event, since)) this.#showGuildTo(session, guildId, this.#shown(event, guildId))
  }

  /** Forgets what was held for a session that does not watch the guild after all. */
  drop(session: Session, guildId: Snowflake): void {
    this.#unhold(session, guildId)
  }

  #shown(event: Event, guildId: Snowflake | null): Shown {
    return new Shown(event, guildId, this.#parts.attachmentUrls)
  }

  #unhold(session: Session, guildId: Snowflake): Event[] {
    const holding = this.#held.get(guildId)
    const events = holding?.get(session) ?? []
    holding?.delete(session)
    if (holding?.size === 0) this.#held.delete(guildId)
    return events
  }

  #hold(event: Event, guildId: Snowflake): void {
    for (const [session, events] of this.#held.get(guildId) ?? []) {
      events.push(event)
      // A session that cannot begin in time begins anew, rather than miss anything.
      if (events.length > HELD_MAX) session.connection?.terminate()
    }
  }

  /** The session is shown the guild's events from now on. */
  watch(session: Session, view: GuildView): Group {
    let audience = this.#audiences.get(view.id)
    if (!audience) {
      audience = new Audience(view, this.#parts.viewerRules, this.#parts.gained)
      this.#audiences.set(view.id, audience)
    }
    session.guilds.add(view.id)
    view.hold(session.userId)
    const group = audience.add(session)
    audience.joined(session)
    return group
  }

  unwatch(session: Session, guildId: Snowflake): void {
    const audience = this.#audiences.get(guildId)
    if (!audience || !session.guilds.delete(guildId)) return
    audience.remove(session)
    audience.view.release(session.userId)
    if (audience.empty) this.#audiences.delete(guildId)
  }

  sessionsOf(userId: Snowflake): ReadonlySet<Session> {
    return this.#byUser.get(userId) ?? NOBODY
  }

  /** Who the session is in a guild that it watches. */
  viewIn(session: Session, guildId: Snowflake): Viewer | undefined {
    return this.#audiences.get(guildId)?.groupOf(session)?.viewer
  }

  /** May the session still be sent what it was shown there? */
  maySee(session: Session, { guildId, channelId }: Place): boolean {
    if (guildId === null) return true
    if (!session.guilds.has(guildId)) return false
    return channelId === null || (this.viewIn(session, guildId)?.sees(channelId) ?? false)
  }

  #show(event: Event): void {
    const [kind, id = '0'] = event.topic.split('.')
    if (kind === 'guild') this.#showGuild(event, BigInt(id))
    else if (kind === 'user') this.#showUser(event, BigInt(id))
  }

  #showGuild(event: Event, guildId: Snowflake): void {
    if (this.#held.size > 0) this.#hold(event, guildId)
    const audience = this.#audiences.get(guildId)
    if (!audience) return
    const { type, payload } = event
    const about = type.subjectChannel?.(payload)
    audience.regroup(about)
    for (const userId of type.affectedUsers?.(payload) ?? []) audience.regroupOnly(this.sessionsOf(userId), about)
    if (type.name === '') return
    const shown = this.#shown(event, guildId)
    const apart = this.#named(type.evaluateIndividually?.(payload))
    // The view is ahead of what is shown: sessions that began to watch in between had this in their GUILD_CREATE.
    const told = toldBySnapshot(event, event.version) ? audience.joinedSince(event.version) : null
    const excepted = told && apart ? new Set([...told, ...apart]) : (told ?? apart)
    for (const group of audience.groups.values()) {
      if (!asksFor(group.viewer, shown.intents)) continue
      const toAll = shown.to(group.viewer)?.in(group.encoding)
      if (!toAll) continue
      this.#dispatch(group.sessions, toAll, excepted)
    }
    for (const session of apart ?? []) if (!told?.has(session)) this.#showGuildTo(session, guildId, shown)
    if (type.endsGuild) for (const session of [...audience.sessions]) this.unwatch(session, guildId)
  }

  #showGuildTo(session: Session, guildId: Snowflake, shown: Shown): void {
    const audience = this.#audiences.get(guildId)
    if (!audience || !session.guilds.has(guildId)) return
    const viewer = audience.alone(session)
    const own = asksFor(viewer, shown.intents) ? shown.to(viewer) : null
    if (own) session.dispatch(own.in(session.encoding))
  }

  #dispatch(sessions: Iterable<Session>, payload: Payload, excepted: ReadonlySet<Session> | null): void {
    const only = this.#only
    for (const session of sessions) {
      if (excepted?.has(session)) continue
      if (only) session.dispatchOnly(payload)
      else session.dispatch(payload)
    }
  }

  /** The sessions of those whom an event names; null for none, as it is for most events. */
  #named(ids: Iterable<Snowflake> | undefined): Set<Session> | null {
    let named: Set<Session> | null = null
    for (const id of ids ?? []) {
      for (const session of this.#byName.get(id) ?? NOBODY) {
        named ??= new Set()
        named.add(session)
      }
    }
    return named
  }

  #showUser(event: Event, userId: Snowflake): void {
    const sessions = this.#byUser.get(userId)
    if (!sessions) return
    const shown = this.#shown(event, null)
    const beginning = this.#held.get(OWN)
    for (const session of [...sessions]) {
      const held = beginning?.get(session)
      if (held) held.push(event)
      else this.#showUserTo(session, shown, event)
    }
  }

  #showUserTo(session: Session, shown: Shown, event: Event): void {
    if (event.type.membership) this.#parts.membership(session, event)
    if (event.type.name === '' || !session.ownsGuild(event.guildId)) return
    const viewer = viewerOf(session, null, this.#parts.viewerRules)
    const own = asksFor(viewer, shown.intents) ? shown.to(viewer) : null
    if (own) session.dispatch(own.in(session.encoding))
  }
}

/** Stands for a session's own events among guilds. */
const OWN = 0n
/** As many as a session's replay keeps. */
const HELD_MAX = 2_048

/** Whether a GUILD_CREATE of this version tells what the event changed. Events without a version are told by each. */
function toldBySnapshot({ type, version }: Event, since: number): boolean {
  return type.apply !== undefined && type.outsideSnapshot === undefined && version <= since
}

const NOBODY: ReadonlySet<Session> = new Set()

function namesOf({ userId, identity }: Session): Set<Snowflake> {
  return new Set(identity.application ? [userId, identity.application.id] : [userId])
}

function addTo(map: Map<Snowflake, Set<Session>>, key: Snowflake, session: Session): void {
  const sessions = map.get(key)
  if (sessions) sessions.add(session)
  else map.set(key, new Set([session]))
}

function removeFrom(map: Map<Snowflake, Set<Session>>, key: Snowflake, session: Session): void {
  const sessions = map.get(key)
  sessions?.delete(session)
  if (sessions?.size === 0) map.delete(key)
}

/** An event on its way out: each variant is made once. The only place that decides what a viewer is shown of an event. */
class Shown {
  readonly intents: number
  readonly #event: Event
  readonly #urls: AttachmentUrls
  readonly #place: Place
  readonly #variants = new Map<string, Dispatch>()

  constructor(event: Event, guildId: Snowflake | null, urls: AttachmentUrls) {
    const { type, payload } = event
    this.#event = event
    this.#urls = urls
    this.intents = type.intents(payload)
    // What tells of a guild's end must be sent again to who resumes, though they are no longer in it.
    const gone = guildId === null || type.endsGuild
    this.#place = gone ? NOWHERE : { guildId, channelId: type.visibleInChannel?.(payload) ?? null }
  }

  /** Null for what this viewer is not shown. */
  to(viewer: Viewer): Dispatch | null {
    const { type, payload } = this.#event
    if (!type.visibleTo(viewer, payload)) return null
    const variant = type.variant?.(viewer, payload) ?? ''
    let dispatch = this.#variants.get(variant)
    if (!dispatch) {
      dispatch = new Dispatch(type.name, type.present(payload, variant, this.#urls), this.#place)
      this.#variants.set(variant, dispatch)
    }
    return dispatch
  }
}
