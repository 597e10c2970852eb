import { Intent, type Snowflake } from '@guildhall/protocol'
import { canView, type Visibility, visibilityWhere } from '../../access/visibility.ts'
import { type GuildView, isRestrained } from '../../kernel/guild-view.ts'
import type { Channel } from '../../kernel/model.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { isThread, presentAs } from '../../resources/channels/index.ts'
import type { Encoding } from './encoding.ts'
import { Dispatch, inGuild, type Part } from './payload.ts'
import type { Session } from './session.ts'
import { type ViewerRules, viewerOf } from './viewer-of.ts'

/** Sessions that see alike in one guild: an event is judged and written once for all of them. */
export interface Group {
  readonly key: string
  readonly viewer: Viewer
  readonly encoding: Encoding
  readonly sessions: Set<Session>
  /** What the group was shown of each channel, to tell when that changes. */
  readonly shown: ReadonlyMap<Snowflake, Shown>
  /** The part of GUILD_CREATE that is the same for all of them, at a version of the guild. */
  snapshot: { version: number; part: Part; fields: number } | null
}

interface Shown {
  /** As the group last saw it: a channel may be changed and hidden at once. */
  readonly channel: Channel
  readonly views: boolean
  readonly visibility: Visibility
}

/** A session can view channels that it could not: it is told of their threads. */
export type ChannelsGained = (session: Session, view: GuildView, channelIds: readonly Snowflake[]) => void

/** The sessions that watch one guild. */
export class Audience {
  readonly view: GuildView
  readonly groups = new Map<string, Group>()
  readonly #groupOf = new Map<Session, Group>()
  readonly #rules: ViewerRules
  readonly #gained: ChannelsGained
  /** Signatures by sets of roles, at the present epoch, as small numbers. */
  readonly #signatureOf = new Map<string, number>()
  readonly #signatures = new Map<string, number>()
  #epoch: number
  /** Sessions that began to watch at a version of the view of which not all events have been shown yet. */
  readonly #joinedAt = new Map<Session, number>()

  constructor(view: GuildView, rules: ViewerRules, gained: ChannelsGained) {
    this.view = view
    this.#rules = rules
    this.#gained = gained
    this.#epoch = view.epoch
  }

  get empty(): boolean {
    return this.#groupOf.size === 0
  }

  get sessions(): Iterable<Session> {
    return this.#groupOf.keys()
  }

  groupOf(session: Session): Group | undefined {
    return this.#groupOf.get(session)
  }

  /** Who sees alike is of one kind, asked for the same, and may do the same in every channel, by whichever roles. */
  add(session: Session): Group {
    const member = this.view.member(session.userId)
    // A time-out ends by the clock, so no group of several users may include a member who has one.
    const timedOut = member !== undefined && isRestrained(member, this.#rules.now())
    const apart = timedOut || this.view.isEvaluatedIndividually(session.userId)
    const key = [
      apart ? `${session.userId}` : this.#signature(session),
      session.kind,
      session.intents,
      session.capabilities,
      session.identity.application?.channel_obfuscation_opt_in ?? false,
      session.encoding.name,
    ].join()
    let group = this.groups.get(key)
    if (!group) {
      const viewer = apart ? this.alone(session) : viewerOf(session, this.view, this.#rules, 'alike')
      const shown = shownTo(viewer)
      group = { key, viewer, encoding: session.encoding, sessions: new Set(), shown, snapshot: null }
      this.groups.set(key, group)
    }
    group.sessions.add(session)
    this.#groupOf.set(session, group)
    return group
  }

  /** Notes the version of the view that a session's GUILD_CREATE shows. */
  joined(session: Session): void {
    this.#joinedAt.set(session, this.view.version)
  }

  /** Sessions whose GUILD_CREATE shows this version of the view or a later one; null for none. */
  joinedSince(version: number): Set<Session> | null {
    if (this.#joinedAt.size === 0 || version === 0) return null
    const since = new Set<Session>()
    for (const [session, at] of this.#joinedAt) {
      if (at >= version) since.add(session)
      else this.#joinedAt.delete(session) // versions only grow
    }
    return since.size > 0 ? since : null
  }

  #signature(session: Session): number {
    const roles = [...(this.view.member(session.userId)?.roles ?? [])].sort().join()
    let number = this.#signatureOf.get(roles)
    if (number === undefined) {
      const { signature } = viewerOf(session, this.view, this.#rules, 'alike')
      number = this.#signatures.get(signature) ?? this.#signatures.size
      this.#signatures.set(signature, number)
      this.#signatureOf.set(roles, number)
    }
    return number
  }

  remove(session: Session): void {
    const group = this.#groupOf.get(session)
    if (!group) return
    this.#groupOf.delete(session)
    this.#joinedAt.delete(session)
    group.sessions.delete(session)
    if (group.sessions.size === 0) this.groups.delete(group.key)
  }

  /**
   * Roles, overwrites or channels have changed: who sees alike may have, too, and channels may have come into view or gone
   * out of it. `about` is the channel that the event itself tells of. [CH-13]
   */
  regroup(about: Snowflake | undefined): void {
    if (this.#epoch === this.view.epoch) return
    this.#epoch = this.view.epoch
    const before = [...this.#groupOf]
    this.groups.clear()
    this.#groupOf.clear()
    this.#signatureOf.clear()
    this.#signatures.clear()
    this.#addAgain(before, about)
  }

  /** The same for some sessions, whose users alone may see other things now. */
  regroupOnly(sessions: Iterable<Session>, about: Snowflake | undefined): void {
    const before: [Session, Group][] = []
    for (const session of sessions) {
      const group = this.#groupOf.get(session)
      if (group) before.push([session, group])
    }
    // All of them first: a group that stands apart is made anew when its last session has gone.
    for (const [session] of before) this.remove(session)
    this.#addAgain(before, about)
  }

  #addAgain(before: readonly (readonly [Session, Group])[], about: Snowflake | undefined): void {
    const changes = new Map<Group, Map<Group, Changes>>()
    for (const [session, was] of before) {
      const now = this.add(session)
      const known = changes.get(was) ?? new Map<Group, Changes>()
      changes.set(was, known)
      const change = known.get(now) ?? this.#changes(was, now, about)
      known.set(now, change)
      for (const dispatch of change.dispatches) session.dispatch(dispatch.in(session.encoding))
      if (change.gained.length > 0) this.#gained(session, this.view, change.gained)
    }
  }

  /** What sessions of one group are told when they come into another. */
  #changes(was: Group, now: Group, about: Snowflake | undefined): Changes {
    const { viewer, shown } = now
    const changes: Changes = { dispatches: [], gained: [] }
    if (!asksFor(viewer, Intent.GUILDS)) return changes
    for (const [id, { views, visibility }] of shown) {
      const before = was.shown.get(id)
      if (views && before?.views === false) changes.gained.push(id)
      const channel = this.view.channels.get(id)
      if (!before || before.visibility === visibility || !channel || (id === about && viewer.kind === 'bot')) continue
      const name =
        visibility === 'nothing'
          ? 'CHANNEL_DELETE'
          : before.visibility === 'nothing'
            ? 'CHANNEL_CREATE'
            : 'CHANNEL_UPDATE'
      const seen = visibility === 'nothing' ? before.channel : channel
      changes.dispatches.push(new Dispatch(name, presentAs(seen, visibility), inGuild(this.view.id)))
    }
    return changes
  }

  /** The viewer of one session of a group, where the event asks who it is. */
  alone(session: Session): Viewer {
    return viewerOf(session, this.view, this.#rules)
  }
}

interface Changes {
  readonly dispatches: Dispatch[]
  readonly gained: Snowflake[]
}

/** People's sessions get all that they may see; bots what their intents ask for. */
export function asksFor(viewer: Viewer, intents: number): boolean {
  return viewer.kind === 'person' || intents === 0 || (viewer.intents & intents) !== 0
}

/** What a viewer is shown of each channel of its guild. */
function shownTo(viewer: Viewer): Map<Snowflake, Shown> {
  const shown = new Map<Snowflake, Shown>()
  for (const channel of viewer.view?.channels.values() ?? []) {
    if (isThread(channel.type)) continue
    const views = canView(viewer, channel)
    shown.set(channel.id, { channel, views, visibility: visibilityWhere(viewer, views) })
  }
  return shown
}
