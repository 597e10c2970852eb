import type { Snowflake } from '@guildhall/protocol'
import { type Event, effectOf, type LobbyMembershipChange } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { GuildViews } from '../../kernel/guild-views.ts'
import type { Tape } from '../../kernel/tape/tape.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { Audience, type Group } from './audience.ts'
import { type EncodedDispatch, NO_SCOPE, type Scope } from './dispatch.ts'
import { GuildDelivery, isInSnapshot, type VisibilityChange } from './guild-delivery.ts'
import { HeldDecisions } from './held-decisions.ts'
import { HeldEvents } from './held-events.ts'
import { LobbyFanOut } from './lobby-fan-out.ts'
import type { Outbox } from './outbox.ts'
import { OutgoingEvent, type Presenting } from './outgoing-event.ts'
import type { Session } from './session.ts'
import { addTo, idsOf, removeFrom, sessionsOfAny } from './session-sets.ts'
import { TapedEvent } from './taped-event.ts'
import { type ViewerRules, viewerOf } from './viewers.ts'

export interface FanOutParts extends Presenting {
  tape: Tape
  viewerRules: ViewerRules
  outbox: Outbox
  views: Pick<GuildViews, 'peek'>
  /** Called when the session's user joined or left the guild of an event. */
  onMembership: (session: Session, event: Event, change: 'joined' | 'left') => void
  /** Called when channels became visible to a session, which is then sent their threads. */
  onChannelsVisible: (session: Session, view: GuildView, channelIds: readonly Snowflake[]) => void
  /** Called when the session's user joined or left a lobby. Returns whether the session is sent the event. */
  onLobbyMembership: (session: Session, change: LobbyMembershipChange) => boolean
  /** Called when the first session begins to watch a lobby, and when the last one stops. */
  onLobbyOccupied: (lobbyId: Snowflake, occupied: boolean) => void
}

/** Key of the events of a session's own user among the held events of guilds. */
const USER_EVENTS = 0n
/** Users whose sessions are looked at for one record of the tape. */
const TAPED_USERS_MAX = 1_000
const NO_SESSIONS: ReadonlySet<Session> = new Set()
const GUILD_TOPIC = 'guild.'

/**
 * Sends committed events to sessions: events of a guild or lobby by groups, events of a user one session after
 * another. Events wait until the end of the tick. The HTTP response of the request that caused them leaves first, and
 * all frames of one tick leave in one write. The recipients of an event of a guild are decided at its commit.
 */
export class FanOut {
  readonly lobbies: LobbyFanOut
  readonly #parts: FanOutParts
  readonly #audiences = new Map<Snowflake, Audience>()
  readonly #sessionsByUser = new Map<Snowflake, Set<Session>>()
  /** Sessions by user id and by application id, for `evaluateIndividually`. */
  readonly #sessionsById = new Map<Snowflake, Set<Session>>()
  readonly #held = new HeldEvents()
  readonly #decisions: HeldDecisions
  readonly #queue: Event[] = []
  readonly #flushed: Event[] = []
  /** Whether the event that is being sent is the only one of this tick. */
  #onlyEvent = false

  constructor(parts: FanOutParts) {
    this.#parts = parts
    this.#decisions = new HeldDecisions(this.#held, parts)
    this.lobbies = new LobbyFanOut({
      ...parts,
      sessionsOf: (userId) => this.sessionsOf(userId),
      dispatch: (sessions, dispatch, excluded) => this.#dispatch(sessions, dispatch, excluded),
      onOccupied: parts.onLobbyOccupied,
    })
  }

  /**
   * Decides who receives an event of a guild, by the guild view of its commit. Later commits may change the view before
   * the event is published.
   */
  decide(event: Event): void {
    const audience = this.#audienceOf(event)
    if (audience) {
      // Another event makes the sessions of the user stop watching, and may come later from another node.
      const effect = effectOf(event)
      if (effect?.kind === 'member-removed') audience.leave(this.sessionsOf(effect.userId))
      audience.await(this.#delivery(event, audience))
    }
    if (!this.#held.active || !event.topic.startsWith(GUILD_TOPIC)) return
    const guildId = guildIdOf(event)
    this.#decisions.decide(event, guildId, this.outgoing(event, guildId))
  }

  /** Queues a published event until the end of the tick. */
  enqueue(event: Event): void {
    if (this.#sessionsByUser.size === 0 && !this.#parts.tape.recording) return
    // Events without a version have no commit: they reach the view when they are published.
    if (event.version === 0) this.decide(event)
    this.#queue.push(event)
    if (this.#queue.length === 1) {
      const publishedAt = performance.now()
      setImmediate(() => {
        this.flush()
        this.#parts.outbox.flush()
        // Others may have flushed a part of them before the end of the tick.
        const events = this.#flushed.splice(0)
        const { metrics } = this.#parts.outbox
        metrics.events.observe(performance.now() - publishedAt, events.length)
        if (metrics.traces !== null)
          for (const event of events) metrics.traces.dispatched(event, performance.timeOrigin + publishedAt)
      })
    }
  }

  /** Sends queued events now. Called before a session watches a guild, whose snapshot contains them already. */
  flush(): void {
    const queue = this.#queue.splice(0)
    if (queue.length === 0) return
    this.#flushed.push(...queue)
    this.#onlyEvent = queue.length === 1
    for (const event of queue) this.#send(event)
  }

  /** Adds a session, which receives the events of its user from now on. */
  addSession(session: Session): void {
    addTo(this.#sessionsByUser, session.userId, session)
    for (const id of idsOf(session)) addTo(this.#sessionsById, id, session)
  }

  /** Removes a session that has ended. */
  removeSession(session: Session): void {
    for (const guildId of [...session.guilds]) this.unwatch(session, guildId)
    this.lobbies.removeSession(session)
    this.#held.remove(session)
    removeFrom(this.#sessionsByUser, session.userId, session)
    for (const id of idsOf(session)) removeFrom(this.#sessionsById, id, session)
  }

  /**
   * Holds the events of a guild for a session until `releaseGuildEvents` or `takeGuildEvents`. None is lost between the
   * time when its client relies on them and the time when the session watches the guild.
   */
  holdGuildEvents(session: Session, guildId: Snowflake): void {
    this.#held.start(session, guildId)
  }

  /** Holds the events of the session's user until `releaseUserEvents`. */
  holdUserEvents(session: Session): void {
    this.#held.start(session, USER_EVENTS)
  }

  /** Sends a session the held events of its user, except those that READY contains at this version of the topic. */
  releaseUserEvents(session: Session, readyVersion: number): void {
    for (const event of this.takeUserEvents(session)) {
      const isContained = event.type.inReady && session.kind !== 'bot' && event.version <= readyVersion
      if (!isContained) this.sendUserEvent(session, event)
    }
  }

  /** Returns the held events of the session's user, and holds no more. */
  takeUserEvents(session: Session): Event[] {
    return this.#held.take(session, USER_EVENTS)
  }

  /** Sends a session one event of its user. */
  sendUserEvent(session: Session, event: Event): void {
    this.#sendUserEventTo(session, event, this.outgoing(event, null))
  }

  /** Sends a session its held events of a guild, except those that a snapshot of this version contains. */
  releaseGuildEvents(session: Session, guildId: Snowflake, snapshotVersion: number): void {
    for (const event of this.#held.take(session, guildId)) {
      if (!isInSnapshot(event, snapshotVersion)) this.#sendGuildEventTo(session, event, this.outgoing(event, guildId))
    }
  }

  /** Returns the held events of a guild, and holds no more. They are dropped for a session that does not watch it. */
  takeGuildEvents(session: Session, guildId: Snowflake): Event[] {
    return this.#held.take(session, guildId)
  }

  /** Returns the guilds whose events are held for a session. */
  heldGuilds(session: Session): Snowflake[] {
    return this.#held.idsOf(session).filter((id) => id !== USER_EVENTS)
  }

  /**
   * Starts sending the events of a guild to a session. Returns the session's group.
   * @param snapshotVersion version of the view that the session's GUILD_CREATE contains
   */
  watch(session: Session, view: GuildView, snapshotVersion = view.version): Group {
    let audience = this.#audiences.get(view.id)
    if (!audience) {
      audience = new Audience(view, this.#parts.viewerRules)
      this.#audiences.set(view.id, audience)
    }
    session.guilds.add(view.id)
    view.hold(session.userId)
    if (snapshotVersion < view.version) audience.knownUpTo.set(session, snapshotVersion)
    for (const delivery of audience.pending) delivery.began(session, isInSnapshot(delivery.event, snapshotVersion))
    this.#decisions.begin(session, view.id, audience.individualViewer(session))
    return audience.add(session)
  }

  /** Stops sending the events of a guild to a session. */
  unwatch(session: Session, guildId: Snowflake): void {
    const audience = this.#audiences.get(guildId)
    if (!audience || !session.guilds.delete(guildId)) return
    for (const delivery of audience.pending) delivery.ended(session)
    audience.remove(session)
    audience.view.release(session.userId)
    if (audience.empty) this.#audiences.delete(guildId)
  }

  /** Returns the sessions of a user. */
  sessionsOf(userId: Snowflake): ReadonlySet<Session> {
    return this.#sessionsByUser.get(userId) ?? NO_SESSIONS
  }

  /** Returns the viewer of the session's group in a guild that the session watches. */
  viewerIn(session: Session, guildId: Snowflake): Viewer | undefined {
    return this.#audiences.get(guildId)?.groupOf(session)?.viewer
  }

  /** Returns whether a session may be sent a dispatch of this scope again. */
  canStillSee(session: Session, { guildId, channelId, lobbyId }: Scope): boolean {
    if (lobbyId !== null) return session.lobbies.has(lobbyId)
    if (guildId === null) return true
    if (!session.guilds.has(guildId)) return false
    return channelId === null || (this.viewerIn(session, guildId)?.sees(channelId) ?? false)
  }

  /** Returns an event on its way to sessions; with null, an event of a user. */
  outgoing(event: Event, guildId: Snowflake | null): OutgoingEvent {
    const { type, payload } = event
    // GUILD_DELETE is sent again on Resume, although the session is no longer in the guild.
    const unscoped = guildId === null || effectOf(event)?.kind === 'guild-ended'
    const channelId = unscoped ? null : (type.visibleInChannel?.(payload) ?? null)
    return new OutgoingEvent(event, unscoped ? NO_SCOPE : { guildId, channelId, lobbyId: null }, this.#parts)
  }

  #send(event: Event): void {
    const [kind, id = '0'] = event.topic.split('.')
    if (kind === 'guild') this.#sendGuildEvent(event, BigInt(id))
    else if (kind === 'user') {
      this.#sendUserEvent(event, BigInt(id))
      const effect = effectOf(event)
      if (effect?.kind === 'user-changed') this.lobbies.userChanged(effect.user)
    } else if (kind === 'lobby') this.lobbies.send(event, BigInt(id))
  }

  /** Returns the sessions that watch the guild of an event; undefined for other events. */
  #audienceOf({ topic }: Event): Audience | undefined {
    return topic.startsWith(GUILD_TOPIC) ? this.#audiences.get(guildIdOf({ topic })) : undefined
  }

  /** Evaluates an event of a guild once for each group, by the present state of the guild. */
  #delivery(event: Event, audience: Audience): GuildDelivery {
    const { type, payload } = event
    const subjectChannel = type.subjectChannel?.(payload)
    const outgoing = this.outgoing(event, audience.view.id)
    const changes = [...audience.regroup(subjectChannel)]
    for (const userId of type.affectedUsers?.(payload) ?? []) {
      changes.push(...audience.regroupSessions(this.sessionsOf(userId), subjectChannel))
    }
    if (type.name === '') return new GuildDelivery(event, outgoing, changes)
    const individual = sessionsOfAny(this.#sessionsById, type.evaluateIndividually?.(payload))
    const delivery = new GuildDelivery(event, outgoing, changes, individual, this.#newTaped(event, outgoing))
    const { taped } = delivery
    for (const group of audience.groups.values()) {
      const dispatch = outgoing.for(group.viewer)
      taped?.evaluated(group.viewer, group.sessions, individual)
      if (dispatch) delivery.shares.push({ sessions: group.sessions, encoding: group.encoding, dispatch })
    }
    for (const session of individual ?? []) {
      if (!audience.groupOf(session)) continue
      const viewer = audience.individualViewer(session)
      const dispatch = outgoing.for(viewer)
      taped?.evaluated(viewer, [session])
      if (dispatch) delivery.individual.set(session, dispatch)
    }
    return delivery
  }

  #sendGuildEvent(event: Event, guildId: Snowflake): void {
    if (this.#held.active) this.#held.addForAll(guildId, event)
    const audience = this.#audiences.get(guildId)
    if (!audience) return void this.#tape(event, this.outgoing(event, guildId))
    const delivery = audience.take(event) ?? this.#belated(event, audience)
    for (const change of delivery.changes) this.#sendChange(change, audience.view)
    const { outgoing, taped, excluded } = delivery
    if (taped) this.#parts.tape.add(taped)
    for (const { sessions, encoding, dispatch } of delivery.shares) {
      this.#dispatch(sessions, dispatch.in(encoding), excluded)
    }
    for (const [session, dispatch] of delivery.individual) {
      if (session.guilds.has(guildId)) session.dispatch(dispatch.in(session.encoding))
    }
    for (const session of delivery.late) this.#sendGuildEventTo(session, event, outgoing)
    if (taped) this.#tapeOthers(taped, audience)
    const ended = effectOf(event)?.kind === 'guild-ended'
    if (ended) for (const session of [...audience.sessions]) this.unwatch(session, guildId)
  }

  /** Returns the delivery of an event after whose commit the first session of the audience began to watch. */
  #belated(event: Event, audience: Audience): GuildDelivery {
    const { id } = audience.view
    if (!isInSnapshot(event, event.version)) {
      const delivery = this.#delivery(event, audience)
      const decided = [...audience.sessions].filter((session) => this.#decisions.of(event, session, id) !== undefined)
      for (const session of decided) delivery.began(session, false)
      return delivery
    }
    const outgoing = this.outgoing(event, id)
    const delivery = new GuildDelivery(event, outgoing, [], null, this.#newTaped(event, outgoing))
    for (const session of audience.sessions)
      delivery.began(session, isInSnapshot(event, audience.knownUpTo.get(session) ?? event.version))
    return delivery
  }

  #sendChange({ session, dispatches, becameVisible }: VisibilityChange, view: GuildView): void {
    if (!session.guilds.has(view.id)) return
    for (const dispatch of dispatches) session.dispatch(dispatch.in(session.encoding))
    if (becameVisible.length > 0) this.#parts.onChannelsVisible(session, view, becameVisible)
  }

  /** Returns a record for an event, to which its sessions are added. Null if the tape does not record. */
  #newTaped(event: Event, outgoing: OutgoingEvent): TapedEvent | null {
    return this.#parts.tape.recording && event.type.name !== '' ? new TapedEvent(event, outgoing) : null
  }

  /** Records an event, to which its sessions are added while it is sent. Null if the tape does not record. */
  #tape(event: Event, outgoing: OutgoingEvent): TapedEvent | null {
    const taped = this.#newTaped(event, outgoing)
    if (taped) this.#parts.tape.add(taped)
    return taped
  }

  /** Notes the sessions of members that do not receive an event of their guild, whatever it is. */
  #tapeOthers(taped: TapedEvent, audience: Audience): void {
    const { view } = audience
    let users = 0
    for (const [userId, sessions] of this.#sessionsByUser) {
      users += 1
      if (users > TAPED_USERS_MAX) return
      if (!view.member(userId)) continue
      for (const session of sessions) {
        // Sessions of games receive no events of guilds.
        if (session.kind === 'game' || audience.groupOf(session)) continue
        if (!session.ownsGuild(view.id)) taped.withheld(session, 'shard')
        else taped.withheld(session, this.#held.of(session, view.id) ? 'starting' : 'not_subscribed')
      }
    }
  }

  /** Sends an event to a session that began to watch after its commit. */
  #sendGuildEventTo(session: Session, event: Event, outgoing: OutgoingEvent): void {
    const audience = this.#audienceOf(event)
    if (!audience || !session.guilds.has(audience.view.id)) return
    const decided = this.#decisions.of(event, session, audience.view.id)
    const dispatch = decided === undefined ? outgoing.for(audience.individualViewer(session)) : decided
    if (dispatch) session.dispatch(dispatch.in(session.encoding))
  }

  #dispatch(sessions: Iterable<Session>, dispatch: EncodedDispatch, excluded: ReadonlySet<Session> | null): void {
    const only = this.#onlyEvent
    for (const session of sessions) {
      if (excluded?.has(session)) continue
      if (only) session.dispatchOnly(dispatch)
      else session.dispatch(dispatch)
    }
  }

  #sendUserEvent(event: Event, userId: Snowflake): void {
    const sessions = this.#sessionsByUser.get(userId)
    if (!sessions) return
    const outgoing = this.outgoing(event, null)
    const taped = this.#tape(event, outgoing)
    for (const session of [...sessions]) {
      const isHeld = this.#held.add(session, USER_EVENTS, event)
      if (taped && isHeld) taped.withheld(session, 'starting')
      else if (taped && !session.ownsGuild(event.guildId)) taped.withheld(session, 'shard')
      else taped?.evaluated(viewerOf(session, null, this.#parts.viewerRules), [session])
      if (!isHeld) this.#sendUserEventTo(session, event, outgoing)
    }
  }

  #sendUserEventTo(session: Session, event: Event, outgoing: OutgoingEvent): void {
    const effect = effectOf(event)
    if (effect?.kind === 'membership-changed') this.#parts.onMembership(session, event, effect.change)
    if (effect?.kind === 'lobby-membership-changed' && !this.#parts.onLobbyMembership(session, effect.change)) return
    if (event.type.name === '' || !session.ownsGuild(event.guildId)) return
    const dispatch = outgoing.for(viewerOf(session, null, this.#parts.viewerRules))
    if (dispatch) session.dispatch(dispatch.in(session.encoding))
  }
}

const guildIdOf = ({ topic }: Pick<Event, 'topic'>) => BigInt(topic.slice(GUILD_TOPIC.length))
