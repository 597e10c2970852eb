import { type Changes, CloseCode, type Instant, type Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { AttachmentUrls } from '../../kernel/attachment-urls.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Bus, Event, SessionToken, Topic } from '../../kernel/event.ts'
import type { Lease } from '../../kernel/lease.ts'
import type { SessionPresence } from '../../kernel/model.ts'
import type { Addresses } from '../../kernel/platform.ts'
import { TimeSlicedScheduler } from '../../kernel/queues.ts'
import { sessionEnded } from '../../kernel/session-points.ts'
import type { Tape } from '../../kernel/tape/tape.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { VoiceServer } from '../../kernel/voice.ts'
import type { Identity } from '../../resources/accounts/users/index.ts'
import type { Authenticator } from '../authenticate.ts'
import { ActivityFollows } from './activity-follows.ts'
import type { Connection } from './connection.ts'
import { FanOut } from './fan-out.ts'
import { FriendPresences } from './friend-presences.ts'
import { GameSessions } from './game-sessions.ts'
import { HeadlessSessions } from './headless-sessions.ts'
import type { Heartbeats } from './heartbeats.ts'
import { IdentifyLimits } from './identify-limits.ts'
import { JoinedGuilds } from './joined-guilds.ts'
import { keepSessions } from './kept-sessions.ts'
import { type LeftSession, leftSession } from './left-sessions.ts'
import { Lobbies } from './lobbies.ts'
import { MemberRequests } from './member-requests.ts'
import { NodeSessions, RESUME_WINDOW_MS } from './node-sessions.ts'
import type { Outbox } from './outbox.ts'
import { ConnectedPlayers } from './players.ts'
import { Presences } from './presences.ts'
import { GatewayCalls } from './private-calls.ts'
import { activitiesInDms, readyData } from './ready.ts'
import type { Session } from './session.ts'
import { applyUserChange } from './user-changes.ts'
import type { ViewerRules } from './viewers.ts'
import { Voice } from './voice.ts'

/** Time spent on Identifies before the event loop handles everything else. */
const IDENTIFY_SLICE_MS = 5
/** Identifies at a time, for stores that are reached over a network. */
const CONCURRENT_IDENTIFIES = 4

export interface GatewayParts {
  /** Platform date, which may be moved. */
  clock: Clock
  /** Wall-clock time for heartbeats and resume windows, so that moving the platform date drops no connection. */
  wallClock: Clock
  units: Units
  bus: Bus
  changes: Changes
  authenticator: Authenticator
  addresses: Addresses
  attachmentUrls: AttachmentUrls
  /** Those of all connections, which outlive a world. */
  outbox: Outbox
  heartbeats: Heartbeats
  voiceServer: VoiceServer
  rateLimits: 'documented' | 'off'
  log: Logger
  tape: Tape
  /** Right to use the database; null on the embedded store. */
  lease: Lease | null
}

function viewerRulesOf({ changes, clock }: Pick<GatewayParts, 'changes' | 'clock'>): ViewerRules {
  return {
    obfuscationForAll: () => changes.inEffect('channel_obfuscation_for_all', clock.now()),
    now: () => clock.now(),
  }
}

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
  readonly headlessSessions: HeadlessSessions
  readonly nodeSessions: NodeSessions
  readonly guilds: JoinedGuilds
  readonly voice: Voice
  readonly lobbies: Lobbies
  readonly calls: GatewayCalls
  /** Thousands of clients may identify at once; sessions that run already must not wait for them. */
  readonly identifies = new TimeSlicedScheduler({ sliceMs: IDENTIFY_SLICE_MS, concurrency: CONCURRENT_IDENTIFIES })
  /** Whether the process is about to end, so that no session begins or resumes. */
  closing = false
  readonly players: ConnectedPlayers
  readonly parts: GatewayParts
  readonly #activityFollows: ActivityFollows
  /** Whether the sessions belong to another gateway: of the next process, or of the world that follows. */
  #handedOver = false
  readonly #unfinished = new Set<Promise<void>>()

  constructor(parts: GatewayParts) {
    this.parts = parts
    this.outbox = parts.outbox
    const viewerRules = viewerRulesOf(parts)
    const runInBackground = this.runInBackground.bind(this)
    this.nodeSessions = new NodeSessions({ ...parts, runInBackground })
    this.lobbies = new Lobbies({
      ...parts,
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
    this.friends = new FriendPresences(parts.units)
    this.presences = new Presences({
      ...parts,
      touched: (userId) => this.#activityFollows.changed(userId),
      runInBackground: (task) => this.runInBackground(task, 'a presence was lost'),
    })
    this.guilds = new JoinedGuilds({
      ...parts,
      viewerRules,
      fanOut: this.fanOut,
      presences: this.presences,
      isAlive: (session) => this.sessions.has(session.id),
      runInBackground,
    })
    const sessionsOf = (userId: Snowflake) => this.fanOut.sessionsOf(userId)
    this.players = new ConnectedPlayers({ sessionsOf, presences: this.presences, node: this.nodeSessions.node })
    const isOnline = this.players.isOnlineHere
    this.#activityFollows = new ActivityFollows({ ...parts, presences: this.presences, isOnline })
    this.headlessSessions = new HeadlessSessions({ ...parts, presences: this.presences, runInBackground })
    this.memberRequests = new MemberRequests(parts)
    this.identifyLimits = new IdentifyLimits(parts.clock, parts.rateLimits)
    this.gameSessions = new GameSessions({
      ...parts,
      sessionsOf,
      end: (session) => this.end(session),
      expired: (session) => this.#endRevoked(session),
    })
    this.voice = new Voice({
      ...parts,
      session: (id) => this.sessions.get(id),
      runInBackground: (task) => this.runInBackground(task, 'a voice state was lost'),
    })
    this.calls = new GatewayCalls({ ...parts, runInBackground: (task) => this.runInBackground(task, 'a call failed') })
    parts.bus.listenToCommits((event) => this.fanOut.decide(event))
    parts.bus.listen((event) => this.#receive(event))
  }

  #receive(event: Event): void {
    const effect = event.type.effect?.(event.payload)
    if (effect?.kind === 'tokens-revoked') this.#endRevokedSessions(event.topic, effect.revokes)
    this.fanOut.enqueue(event)
    const { headlessSessions, voice, lobbies, friends, calls } = this
    const parts = [headlessSessions, this.#activityFollows, voice, lobbies.voice, friends, calls]
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
    const ready = await units.read(SYSTEM_ACTOR, (work) => readyData(work, session, options))
    const dmActivities =
      session.kind === 'person' ? await units.read(SYSTEM_ACTOR, (work) => activitiesInDms(work, session)) : []
    const lobbies = await this.lobbies.prepare(session)
    await this.friends.prepare(session)
    if (!this.sessions.has(session.id)) return this.fanOut.lobbies.removeSession(session)
    // After READY a client relies on the events of its guilds.
    this.fanOut.flush()
    for (const guildId of guildIds) this.fanOut.holdGuildEvents(session, guildId)
    session.send('READY', {
      ...ready,
      ...this.friends.readyFields(session),
      ...this.lobbies.readyFields(session, lobbies),
    })
    this.lobbies.releaseReady(session, lobbies)
    if (session.kind === 'person') {
      this.calls.sendTo(session)
      for (const activity of dmActivities) session.send('EMBEDDED_ACTIVITY_UPDATE_V2', activity)
    }
    this.fanOut.releaseUserEvents(session)
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

  /** Adds a session that begins or is restored. */
  add(session: Session, presence: SessionPresence): void {
    this.sessions.set(session.id, session)
    this.fanOut.addSession(session)
    this.gameSessions.watchToken(session)
    this.presences.begin(session, presence)
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
    await this.settled()
    this.#handedOver = true
    this.fanOut.flush()
    const now = this.parts.wallClock.now()
    const sessions = []
    for (const session of this.sessions.values()) {
      const presence = this.presences.of(session) ?? null
      const inLobbies = this.lobbies.voice.statesOf(session)
      const voice = [...(await this.voice.statesOf(session)), ...inLobbies, ...this.calls.statesOf(session)]
      const player = this.lobbies.keptOf(session)
      sessions.push({ session, detachedAt: session.detachedAt ?? now, presence, voice, player })
    }
    this.nodeSessions.close()
    if (sessions.length > 0) await keepSessions(this.parts.units, this.nodeSessions.node, sessions)
  }

  /** Ends a session for good. */
  end(session: Session): void {
    if (this.#handedOver || !this.sessions.delete(session.id)) return
    const guildIds = [...session.guilds]
    this.gameSessions.forget(session)
    this.lobbies.end(session)
    this.friends.end(session)
    this.fanOut.removeSession(session)
    this.runInBackground(this.presences.end(session, guildIds), 'a presence was lost')
    this.runInBackground(this.voice.end(session, guildIds), 'a voice state was lost')
    this.runInBackground(this.calls.end(session), 'a voice state of a call was lost')
    const { user } = session.identity
    if (user.bot && this.nodeSessions.node === null) return
    const hasOther = this.fanOut.sessionsOf(session.userId).size > 0
    const followed = this.parts.units.write(SYSTEM_ACTOR, async (work) => {
      const last = !(await this.nodeSessions.end(work, session, hasOther))
      if (!user.bot) await work.follow(sessionEnded, { id: session.id, user, guildIds, last })
    })
    this.runInBackground(followed, 'the consequences of an ended session were lost')
  }
}
