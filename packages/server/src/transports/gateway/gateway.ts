import { CloseCode, type Instant, type Snowflake } from '@guildhall/protocol'
import { type Event, effectOf, type SessionToken, type Topic } from '../../kernel/event.ts'
import type { SessionPresence } from '../../kernel/model.ts'
import { TimeSlicedScheduler } from '../../kernel/queues.ts'
import { sessionEnded } from '../../kernel/session-points.ts'
import { SYSTEM_ACTOR } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import type { Identity } from '../../resources/accounts/users/index.ts'
import type { Stream } from '../../resources/messaging/streams/index.ts'
import { ActivityFollows } from './activity-follows.ts'
import { CallServers } from './call-servers.ts'
import { ClusterPresences } from './cluster-presences.ts'
import type { Connection } from './connection.ts'
import { FanOut } from './fan-out.ts'
import { FriendPresences } from './friend-presences.ts'
import type { GameSessions } from './game-sessions.ts'
import { gatewayLimits } from './gateway-limits.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { HeadlessSessions } from './headless-sessions.ts'
import type { Heartbeats } from './heartbeats.ts'
import type { IdentifyLimits } from './identify-limits.ts'
import { JoinedGuilds } from './joined-guilds.ts'
import { keepAtEnd } from './keep-at-end.ts'
import { type LeftSession, leftSession } from './left-sessions.ts'
import { Lobbies } from './lobbies.ts'
import type { MemberRequests } from './member-requests.ts'
import type { Moving } from './moving.ts'
import { NodeSessions, RESUME_WINDOW_MS } from './node-sessions.ts'
import { OnePlace } from './one-place.ts'
import type { Outbox } from './outbox.ts'
import { ConnectedPlayers } from './players.ts'
import { Presences } from './presences.ts'
import { PresentGuilds } from './present-guilds.ts'
import { GatewayCalls } from './private-calls.ts'
import { readReady } from './read-ready.ts'
import { activitiesInDms } from './ready.ts'
import type { Session } from './session.ts'
import { endLostStates, type VoiceEnds } from './shared-voice.ts'
import { Streams } from './streams.ts'
import { applyUserChange } from './user-changes.ts'
import { type ViewerRules, viewerRulesOf } from './viewers.ts'
import { Voice } from './voice.ts'
import { VoiceAddresses } from './voice-addresses.ts'

/** Time spent on Identifies before the event loop handles everything else. */
const IDENTIFY_SLICE_MS = 5
/** Identifies at a time, for stores that are reached over a network. */
const CONCURRENT_IDENTIFIES = 4

/** The sessions of this process: how they begin, which guilds they watch, and when they end. */
export class Gateway {
  readonly fanOut: FanOut
  readonly sessions = new Map<string, Session>()
  readonly outbox: Outbox
  readonly heartbeats: Heartbeats
  readonly presences: Presences
  readonly friends: FriendPresences
  readonly memberRequests: MemberRequests
  readonly identifyLimits: IdentifyLimits
  readonly gameSessions: GameSessions
  /** Presences of sessions of other nodes; null for a process that is alone. */
  readonly clusterPresences: ClusterPresences | null
  readonly headlessSessions: HeadlessSessions
  readonly nodeSessions: NodeSessions
  readonly guilds: JoinedGuilds
  readonly voice: Voice
  readonly lobbies: Lobbies
  readonly calls: GatewayCalls
  readonly callServers: CallServers
  readonly addresses: VoiceAddresses
  readonly streams: Streams
  /** Thousands of clients may identify at once; sessions that run already must not wait for them. */
  readonly identifies = new TimeSlicedScheduler({ sliceMs: IDENTIFY_SLICE_MS, concurrency: CONCURRENT_IDENTIFIES })
  /** Null for a process that is alone. */
  moves: Moving | null = null
  /** Whether the process is about to end, so that no session begins or resumes. */
  closing = false
  /** Whether clients are led to other nodes: no session begins or resumes here. */
  leadsAway = false
  readonly players: ConnectedPlayers
  readonly parts: GatewayParts
  readonly viewerRules: ViewerRules
  readonly onePlace: OnePlace
  readonly #voiceEnds: VoiceEnds = {
    inGuild: (place) => this.voice.leave(place),
    inDm: (place) => this.calls.leave(place),
    inLobby: (place) => this.lobbies.voice.leave(place),
  }
  readonly #activityFollows: ActivityFollows
  /** Whether the sessions belong to another gateway: of the next process, or of the world that follows. */
  #handedOver = false
  readonly #unfinished = new Set<Promise<void>>()

  constructor(parts: GatewayParts) {
    this.parts = parts
    this.outbox = parts.outbox
    const viewerRules = viewerRulesOf(parts)
    this.viewerRules = viewerRules
    const runInBackground = this.runInBackground.bind(this)
    const presenceOf = (session: Session) => this.presences.of(session)
    const endVoice = () => this.#endVoice()
    const sessionsOf = (userId: Snowflake) => this.fanOut.sessionsOf(userId)
    this.nodeSessions = new NodeSessions({ ...parts, presenceOf, sessionsOf, endVoice, runInBackground })
    const places = this.nodeSessions.node && new PresentGuilds(parts)
    this.callServers = new CallServers({ ...parts, moved: (id) => this.#callMoved(id), runInBackground })
    this.addresses = new VoiceAddresses(this.#voiceParts('the address of a call was not sent'))
    this.lobbies = new Lobbies({
      ...parts,
      addresses: this.addresses,
      isElsewhere: places && ((...player) => this.clusterPresences?.seesLobbies(...player) ?? false),
      isOccupied: (work, lobbyId, here) => this.nodeSessions.isOccupied(work, lobbyId, here),
      fanOut: () => this.fanOut,
      isAlive: (session) => this.sessions.has(session.id),
      runInBackground,
    })
    this.fanOut = new FanOut({
      ...parts,
      lobbyPresence: this.lobbies,
      onLobbyMembership: (session, change) => this.lobbies.membershipChanged(session, change),
      onLobbyOccupied: (lobbyId) => this.lobbies.occupied(lobbyId),
      viewerRules,
      outbox: this.outbox,
      onMembership: (session, event, change) => this.guilds.membershipChanged(session, event, change),
      onChannelsVisible: (session, view, channelIds) => this.guilds.syncThreads(session, view, channelIds),
    })
    this.heartbeats = parts.heartbeats
    this.friends = new FriendPresences(parts)
    this.presences = this.#newPresences(places)
    this.clusterPresences = this.#remotePresences(places)
    this.guilds = new JoinedGuilds({
      ...parts,
      viewerRules,
      fanOut: this.fanOut,
      presences: this.presences,
      isAlive: (session) => this.sessions.has(session.id),
      runInBackground,
    })
    this.players = new ConnectedPlayers({ sessionsOf, presences: this.presences, node: this.nodeSessions.node })
    const isOnline = this.players.isOnlineHere
    this.#activityFollows = new ActivityFollows({ ...parts, presences: this.presences, isOnline })
    this.headlessSessions = new HeadlessSessions({ ...parts, presences: this.presences, runInBackground })
    const [end, expired] = [this.end.bind(this), this.#endRevoked.bind(this)]
    const limits = gatewayLimits({ ...parts, sessionsOf, end, expired }, this.nodeSessions.node)
    this.memberRequests = limits.memberRequests
    this.identifyLimits = limits.identifyLimits
    this.gameSessions = limits.gameSessions
    this.onePlace = new OnePlace({ ...parts, addresses: this.addresses, sessionsOf, ends: this.#voiceEnds })
    this.voice = new Voice(this.#voiceParts('a voice state was lost'))
    this.calls = new GatewayCalls(this.#voiceParts('a call failed'))
    this.streams = new Streams({ ...this.#voiceParts('a stream failed'), calls: this.calls })
    parts.bus.listenToCommits((event) => this.fanOut.decide(event))
    parts.bus.listen((event) => this.#receive(event))
  }

  /** Ends what lost sessions left in voice. */
  async #endVoice(): Promise<void> {
    await endLostStates(this.parts.units, this.#voiceEnds)
    this.streams.checkAll()
    await this.callServers.forgetEmpty()
  }

  #callMoved(channelId: Snowflake): void {
    this.addresses.moved(channelId)
    this.streams.moved(channelId)
  }

  /** Returns what parts of the gateway that know voice states share. */
  #voiceParts(failure: string) {
    const { callServers, addresses, onePlace } = this
    const session = (id: string) => this.sessions.get(id)
    const runInBackground = (task: Promise<void>) => this.runInBackground(task, failure)
    const knowStreams = (streams: readonly Stream[]) => this.streams.know(streams)
    return { ...this.parts, callServers, addresses, onePlace, session, knowStreams, runInBackground }
  }

  #newPresences(places: PresentGuilds | null): Presences {
    return new Presences({
      ...this.parts,
      places,
      store: places && (({ id }) => this.#storePresence(id)),
      touched: (userId) => this.#activityFollows.changed(userId),
      runInBackground: (task) => this.runInBackground(task, 'a presence was lost'),
    })
  }

  #remotePresences(places: PresentGuilds | null): ClusterPresences | null {
    const { nodeSessions, presences, parts } = this
    const { shared } = parts.bus
    const { node } = nodeSessions
    if (places === null || node === null || shared === null) return null
    const isHere = (id: string) => this.sessions.has(id)
    const runInBackground = this.runInBackground.bind(this)
    return new ClusterPresences({ ...parts, shared, node, places, presences, isHere, runInBackground })
  }

  #receive(event: Event): void {
    const effect = effectOf(event)
    if (effect?.kind === 'tokens-revoked') this.#endRevokedSessions(event.topic, effect.revokes)
    if (effect?.kind === 'session-wanted') this.moves?.wanted(effect.sessionId)
    this.fanOut.enqueue(event)
    this.clusterPresences?.receive(event)
    const { headlessSessions, addresses, voice, lobbies, friends, calls, streams } = this
    const parts = [headlessSessions, this.#activityFollows, addresses, voice, lobbies.voice, friends, calls, streams]
    for (const part of parts) part.receive(event)
    if (effect?.kind !== 'user-changed') return
    this.runInBackground(applyUserChange(this, effect), 'a change of a user was lost')
  }

  /** Lets a task run on its own. The store is not closed before it has ended. A failure is logged with the message. */
  runInBackground(task: Promise<void>, failure: string): void {
    const logged = task
      .catch((err) => {
        if (!this.#handedOver) this.parts.log.error({ err }, failure)
      })
      .finally(() => this.#unfinished.delete(logged))
    this.#unfinished.add(logged)
  }

  /** Sends READY, then GUILD_CREATE for each guild of the session's shard. */
  async begin(
    session: Session,
    options: { version: number; guildIds: readonly Snowflake[]; presence: SessionPresence; resumeUrl: string },
  ): Promise<void> {
    const { authenticator, units } = this.parts
    const { guildIds } = options
    this.add(session, options.presence)
    this.fanOut.holdUserEvents(session)
    await this.nodeSessions.begin(session)
    // A token revoked after authentication ended only the sessions that existed then.
    if (!(await authenticator.identityByHash(session.identity.tokenHash))) return this.#endRevoked(session)
    const ready = await readReady({ ...this.parts, calls: this.calls }, session, options)
    const dmActivities =
      session.kind === 'person' ? await units.read(SYSTEM_ACTOR, (work) => activitiesInDms(work, session)) : []
    const lobbies = await this.lobbies.prepare(session)
    await this.friends.prepare(session, ready.version)
    if (!this.sessions.has(session.id)) return this.fanOut.lobbies.removeSession(session)
    // After READY a client relies on the events of its guilds.
    this.fanOut.flush()
    for (const guildId of guildIds) this.fanOut.holdGuildEvents(session, guildId)
    session.coming.expect(guildIds)
    session.send('READY', {
      ...ready.data,
      ...this.friends.readyFields(session),
      ...this.lobbies.readyFields(session, lobbies),
    })
    this.lobbies.releaseReady(session, lobbies)
    if (session.kind === 'person') {
      this.calls.sendAll(session, ready.calls)
      for (const activity of dmActivities) session.send('EMBEDDED_ACTIVITY_UPDATE_V2', activity)
    }
    this.fanOut.releaseUserEvents(session, ready.version)
    this.lobbies.connected(session)
    for (const guildId of guildIds) {
      // Large guilds at once would exceed the replay buffer.
      if (session.congested) await session.drained()
      await this.guilds.join(session, guildId)
    }
    await this.voice.adopt(session)
    await this.lobbies.joinOthers(session, lobbies)
    if (session.kind === 'game') await this.presences.publish(session)
  }

  #storePresence(sessionId: string): void {
    const session = this.sessions.get(sessionId)
    if (session) this.nodeSessions.changed(session)
  }

  /** Adds a session that begins or is restored. */
  add(session: Session, presence: SessionPresence): void {
    this.sessions.set(session.id, session)
    this.fanOut.addSession(session)
    this.gameSessions.watchToken(session)
    this.presences.begin(session, presence)
    this.clusterPresences?.takenUp(session.id)
  }

  /** Ends the sessions whose token an event revokes. [AUT-29] */
  #endRevokedSessions(topic: Topic, revokes: (token: SessionToken) => boolean): void {
    // Earlier events are sent first, because they say why the token ends.
    this.fanOut.flush()
    for (const session of [...this.fanOut.sessionsOf(BigInt(topic.slice('user.'.length)))]) {
      const { kind, application, tokenHash } = session.identity
      const token = { hash: tokenHash, grantedTo: kind === 'bearer' ? (application?.id ?? null) : null }
      if (revokes(token)) this.#endRevoked(session)
    }
  }

  #endRevoked(session: Session): void {
    session.flush()
    session.connection?.close(CloseCode.AUTHENTICATION_FAILED, 'Authentication failed.')
    this.end(session)
  }

  /**
   * Continues a session on another connection: sends the missed dispatches that it may still see, then RESUMED. The
   * session ends with the token that resumed it.
   */
  resume(session: Session, identity: Identity, connection: Connection, seq: number): void {
    session.replaceToken(identity)
    this.gameSessions.watchToken(session)
    this.fanOut.flush()
    session.replay.hide((scope) => this.fanOut.canStillSee(session, scope))
    session.attach(connection, seq)
    session.send('RESUMED', { _trace: [] })
    this.lobbies.resumed(session)
    this.voice.resumed(session)
    this.streams.resumed(session)
  }

  /**
   * Notes that a session lost its connection. It can be resumed for 180 s.
   * @param ended whether the client closed the connection in order to end the session
   */
  detach(session: Session, ended: boolean): void {
    const detachedAt = this.parts.wallClock.now()
    session.detach(detachedAt)
    if (ended) return this.end(session)
    this.endUnlessResumed(session, detachedAt)
  }

  /** Ends a session without connection at the end of its resume window. */
  endUnlessResumed(session: Session, detachedAt: Instant): void {
    this.parts.wallClock.at(detachedAt + RESUME_WINDOW_MS, () => {
      if (session.detachedAt === detachedAt) this.end(session)
    })
  }

  /** Resolves when no task runs in the background. */
  async settled(): Promise<void> {
    while (this.#unfinished.size > 0) await Promise.all(this.#unfinished)
  }

  /** Gives its sessions up without any effect on their world, which has ended. */
  leaveWorld(): LeftSession[] {
    this.callServers.close()
    this.fanOut.flush()
    this.#handedOver = true
    const left = [...this.sessions.values()].map((session) =>
      leftSession(session, {
        presence: this.presences.of(session) ?? null,
        viewerIn: (guildId) => this.fanOut.viewerIn(session, guildId),
      }),
    )
    this.sessions.clear()
    for (const { session } of left) session.leaveWorld()
    return left
  }

  /** Writes sessions to the store for the next process. Called before this process ends, when no event follows. */
  async keepSessions(): Promise<void> {
    const begunAt = performance.now()
    this.clusterPresences?.close()
    this.callServers.close()
    const givenUp = this.callServers.giveUp().catch(() => undefined)
    this.nodeSessions.leaveFormer()
    await this.settled()
    this.#handedOver = true
    this.fanOut.flush()
    await keepAtEnd(this, begunAt)
    await givenUp
    this.nodeSessions.close()
  }

  /** Forgets a session that another node continues: it ends here without consequences. */
  release(session: Session): void {
    const presence = this.presences.of(session)
    if (!this.sessions.delete(session.id)) return
    this.gameSessions.forget(session)
    this.lobbies.release(session)
    this.friends.end(session)
    if (presence) this.clusterPresences?.givenUp(session, presence)
    this.runInBackground(this.presences.end(session, []), 'a presence was lost')
    this.fanOut.removeSession(session)
    session.detach(this.parts.wallClock.now())
  }

  /** Ends a session for good. */
  end(session: Session): void {
    if (this.#handedOver || !this.sessions.delete(session.id)) return
    session.coming.end()
    const guildIds = [...session.guilds]
    const lobbyIds = [...session.lobbies]
    this.gameSessions.forget(session)
    const inLobbies = this.lobbies.end(session)
    this.friends.end(session)
    this.fanOut.removeSession(session)
    this.runInBackground(this.presences.end(session, guildIds), 'a presence was lost')
    this.runInBackground(this.voice.end(session, guildIds), 'a voice state was lost')
    this.runInBackground(this.calls.end(session), 'a voice state of a call was lost')
    const { user } = session.identity
    if (user.bot && this.nodeSessions.node === null) return
    const hasOther = () => this.fanOut.sessionsOf(session.userId).size > 0
    const follow = async (work: Work, last: boolean) => {
      if (this.nodeSessions.node !== null) await this.lobbies.left(work, lobbyIds)
      if (!user.bot) await work.follow(sessionEnded, { id: session.id, user, last })
    }
    const followed = this.nodeSessions.end(session, { hasOther, inLobbies, follow })
    this.runInBackground(followed, 'the consequences of an ended session were lost')
  }
}
