import { Intent, type Snowflake } from '@guildhall/protocol'
import { canView, type Visibility, visibilityWhere } from '../../access/visibility.ts'
import type { Event } from '../../kernel/event.ts'
import { type GuildView, isRestrained } from '../../kernel/guild-view.ts'
import type { Channel } from '../../kernel/model.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import {
  channelCreate,
  channelDelete,
  channelUpdate,
  isThread,
  presentAs,
} from '../../resources/guild/channels/index.ts'
import { Dispatch, guildScope, type SharedBytes } from './dispatch.ts'
import type { Encoding } from './encoding.ts'
import type { GuildDelivery, VisibilityChange } from './guild-delivery.ts'
import type { Session } from './session.ts'
import { groupViewerOf, hasIntents, type ViewerRules, viewerOf } from './viewers.ts'

/** Sessions with equal visibility in one guild. An event is evaluated and serialised once for all of them. */
export interface Group {
  readonly key: string
  readonly viewer: Viewer
  readonly encoding: Encoding
  readonly sessions: Set<Session>
  /** Visibility of each channel when the group was made, to find differences after regrouping. */
  readonly channels: ReadonlyMap<Snowflake, ChannelVisibility>
  /** The part of GUILD_CREATE that all sessions of the group share, at a version of the guild view. */
  snapshot: { version: number; part: SharedBytes; fields: number } | null
}

interface ChannelVisibility {
  /** The channel as it was: one event may change a channel and hide it. */
  readonly channel: Channel
  readonly canView: boolean
  readonly visibility: Visibility
}

/** The sessions that watch one guild, in groups. */
export class Audience {
  readonly view: GuildView
  readonly groups = new Map<string, Group>()
  /**
   * Version up to which a session knows the guild, for those that began to watch it with a view that was ahead: one of
   * another node, and one whose guild never rested.
   */
  readonly knownUpTo = new WeakMap<Session, number>()
  /** Deliveries of committed events that are not sent yet, in the order of their commits. */
  readonly #pending: GuildDelivery[] = []
  readonly #groupOf = new Map<Session, Group>()
  readonly #rules: ViewerRules
  /** Number of the signature by set of roles, at the current epoch. */
  readonly #signatureByRoles = new Map<string, number>()
  readonly #signatureNumbers = new Map<string, number>()
  #epoch: number

  constructor(view: GuildView, rules: ViewerRules) {
    this.view = view
    this.#rules = rules
    this.#epoch = view.epoch
  }

  /** Whether no session watches the guild. */
  get empty(): boolean {
    return this.#groupOf.size === 0
  }

  get sessions(): Iterable<Session> {
    return this.#groupOf.keys()
  }

  /** Returns the group of a session that watches the guild. */
  groupOf(session: Session): Group | undefined {
    return this.#groupOf.get(session)
  }

  /**
   * Adds a session to the group with its visibility. Sessions share a group when kind, intents, capabilities, encoding
   * and permissions in every channel are equal, whatever their roles are called.
   */
  add(session: Session): Group {
    const member = this.view.member(session.userId)
    // A timeout ends by the clock, so a group of several users cannot include a restrained member.
    const restrained = member !== undefined && isRestrained(member, this.#rules.now())
    const individual = restrained || this.view.isEvaluatedIndividually(session.userId)
    const key = [
      individual ? `${session.userId}` : this.#signatureNumber(session),
      session.kind,
      session.intents,
      session.capabilities,
      session.identity.application?.channel_obfuscation_opt_in ?? false,
      session.encoding.name,
    ].join()
    let group = this.groups.get(key)
    if (!group) {
      const viewer = individual ? this.individualViewer(session) : groupViewerOf(session, this.view, this.#rules)
      const channels = channelVisibility(viewer)
      group = { key, viewer, encoding: session.encoding, sessions: new Set(), channels, snapshot: null }
      this.groups.set(key, group)
    }
    group.sessions.add(session)
    this.#groupOf.set(session, group)
    return group
  }

  get pending(): readonly GuildDelivery[] {
    return this.#pending
  }

  /** Keeps a delivery until its event is published. */
  await(delivery: GuildDelivery): void {
    this.#pending.push(delivery)
  }

  /** Removes and returns the delivery of an event; undefined for an event from before the audience. */
  take(event: Event): GuildDelivery | undefined {
    const index = this.#pending.findIndex((delivery) => delivery.event === event)
    if (index === -1) return undefined
    const [delivery] = this.#pending.splice(index, 1)
    // Events with a version are published in its order: an earlier one failed to become durable.
    while (index > 0 && event.version > 0 && this.#isLost(this.#pending[0], event)) this.#pending.shift()
    return delivery
  }

  #isLost(delivery: GuildDelivery | undefined, { version }: Event): boolean {
    return delivery !== undefined && delivery.event.version > 0 && delivery.event.version < version
  }

  /** Returns a small number for the session's signature, equal for equal ones. */
  #signatureNumber(session: Session): number {
    const roles = [...(this.view.member(session.userId)?.roles ?? [])].sort().join()
    let number = this.#signatureByRoles.get(roles)
    if (number === undefined) {
      const { signature } = groupViewerOf(session, this.view, this.#rules)
      number = this.#signatureNumbers.get(signature) ?? this.#signatureNumbers.size
      this.#signatureNumbers.set(signature, number)
      this.#signatureByRoles.set(roles, number)
    }
    return number
  }

  /** Removes a session that no longer watches the guild. */
  remove(session: Session): void {
    const group = this.#groupOf.get(session)
    if (!group) return
    this.#groupOf.delete(session)
    group.sessions.delete(session)
    if (group.sessions.size === 0) this.groups.delete(group.key)
  }

  /** Takes sessions out of the events that follow. Those that wait were decided for them, too. */
  leave(sessions: Iterable<Session>): void {
    for (const delivery of this.#pending) delivery.keepSessions()
    for (const session of sessions) this.remove(session)
  }

  /**
   * Groups all sessions again if the epoch changed. Returns what each is sent about channels that became visible or
   * hidden.
   * @param subjectChannel channel that the event itself describes; the event is sent about it instead
   * [CH-13]
   */
  regroup(subjectChannel: Snowflake | undefined): readonly VisibilityChange[] {
    if (this.#epoch === this.view.epoch) return NO_CHANGES
    this.#epoch = this.view.epoch
    const former = [...this.#groupOf]
    this.groups.clear()
    this.#groupOf.clear()
    this.#signatureByRoles.clear()
    this.#signatureNumbers.clear()
    return this.#addAgain(former, subjectChannel)
  }

  /** Does the same for some sessions, whose users' permissions changed without a new epoch. */
  regroupSessions(sessions: Iterable<Session>, subjectChannel: Snowflake | undefined): readonly VisibilityChange[] {
    const former: [Session, Group][] = []
    for (const session of sessions) {
      const group = this.#groupOf.get(session)
      if (group) former.push([session, group])
    }
    if (former.length === 0) return NO_CHANGES
    for (const delivery of this.#pending) delivery.keepSessions()
    // All are removed before one is added: an individual group is made anew only when its last session has left.
    for (const [session] of former) this.remove(session)
    return this.#addAgain(former, subjectChannel)
  }

  #addAgain(former: readonly (readonly [Session, Group])[], subjectChannel: Snowflake | undefined): VisibilityChange[] {
    const changes: VisibilityChange[] = []
    // Sessions that moved between the same two groups share one difference.
    const differences = new Map<Group, Map<Group, VisibilityDifference>>()
    for (const [session, before] of former) {
      const now = this.add(session)
      const known = differences.get(before) ?? new Map<Group, VisibilityDifference>()
      differences.set(before, known)
      const difference = known.get(now) ?? this.#difference(before, now, subjectChannel)
      known.set(now, difference)
      if (difference.dispatches.length + difference.becameVisible.length > 0) changes.push({ session, ...difference })
    }
    return changes
  }

  /** Returns what sessions are sent that moved from one group to another. */
  #difference(before: Group, now: Group, subjectChannel: Snowflake | undefined): VisibilityDifference {
    const { viewer, channels } = now
    const difference: VisibilityDifference = { dispatches: [], becameVisible: [] }
    if (!hasIntents(viewer, Intent.GUILDS)) return difference
    for (const [id, { canView, visibility }] of channels) {
      const former = before.channels.get(id)
      if (canView && former?.canView === false) difference.becameVisible.push(id)
      const channel = this.view.channels.get(id)
      if (!former || former.visibility === visibility || !channel) continue
      if (id === subjectChannel && viewer.kind === 'bot') continue
      const { name } =
        visibility === 'nothing' ? channelDelete : former.visibility === 'nothing' ? channelCreate : channelUpdate
      const visible = visibility === 'nothing' ? former.channel : channel
      difference.dispatches.push(new Dispatch(name, () => presentAs(visible, visibility), guildScope(this.view.id)))
    }
    return difference
  }

  /** Returns the viewer of one session, for events that depend on the user. */
  individualViewer(session: Session): Viewer {
    return viewerOf(session, this.view, this.#rules)
  }
}

const NO_CHANGES: readonly VisibilityChange[] = []

interface VisibilityDifference {
  readonly dispatches: Dispatch[]
  readonly becameVisible: Snowflake[]
}

/** Returns the visibility of each channel of the viewer's guild; threads follow their parents. */
function channelVisibility(viewer: Viewer): Map<Snowflake, ChannelVisibility> {
  const channels = new Map<Snowflake, ChannelVisibility>()
  for (const channel of viewer.view?.channels.values() ?? []) {
    if (isThread(channel.type)) continue
    const views = canView(viewer, channel)
    channels.set(channel.id, { channel, canView: views, visibility: visibilityWhere(viewer, views) })
  }
  return channels
}
