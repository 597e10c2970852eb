import { type Changes, CloseCode, type Instant, type Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import { memberInGuild } from '../../access/member.ts'
import type { AttachmentUrls } from '../../kernel/attachment-urls.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Bus, Event } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Addresses } from '../../kernel/platform.ts'
import { TimeSlicedScheduler } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import {
  leaveWithSession,
  listParticipatingSessions,
  listParticipationsOfSession,
} from '../../resources/activities/index.ts'
import { endTemporaryMemberships, listGuildIdsOfUser } from '../../resources/members/index.ts'
import type { SessionPresence } from '../../resources/presences/index.ts'
import { presentGuildSounds } from '../../resources/soundboard/index.ts'
import type { Authenticator } from '../authenticate.ts'
import type { Connection } from './connection.ts'
import { ENCODINGS } from './encoding.ts'
import { FanOut } from './fan-out.ts'
import { Heartbeats } from './heartbeats.ts'
import { type KeptSession, keepSessions, takeSessions } from './kept-sessions.ts'
import { MemberRequests } from './members.ts'
import { Outbox } from './outbox.ts'
import { inGuild } from './payload.ts'
import { Presences } from './presences.ts'
import { guildCreate, guildFieldsFor, readyData } from './ready.ts'
import { Replay } from './replay.ts'
import { Session } from './session.ts'
import { SessionStarts } from './starts.ts'
import { threadListSync } from './thread-sync.ts'
import { type ViewerRules, viewerOf } from './viewer-of.ts'
import { Voice } from './voice.ts'

/** Sessions that lost their connection can be resumed this long. [GW-13] */
const SESSION_KEPT_MS = 180_000

export interface GatewayParts {
  clock: Clock
  /** Real time: whether a client is alive has nothing to do with the platform date, which may be moved. */
  wallClock: Clock
  units: Units
  bus: Bus
  changes: Changes
  authenticator: Authenticator
  addresses: Addresses
  attachmentUrls: AttachmentUrls
  rateLimits: 'documented' | 'off'
  log: Logger
}

/** Time spent on Identifies before the event loop handles everything else. */
const IDENTIFY_SLICE_MS = 5
/** Identifies at a time, for stores that are reached over a network. */
const CONCURRENT_IDENTIFIES = 4

/** Times that a guild is read again because it changed while it was read. */
const READS_MAX = 5

/** The sessions of this process: how they begin, what they watch, when they end. */
export class Gateway {
  readonly parts: GatewayParts
  readonly outbox = new Outbox()
  readonly fanOut: FanOut
  readonly sessions = new Map<string, Session>()
  readonly heartbeats: Heartbeats
  readonly presences: Presences
  readonly members: MemberRequests
  readonly starts: SessionStarts
  readonly voice: Voice
  /** Thousands of clients may identify at once; sessions that run already must not wait for them. */
  readonly identifies = new TimeSlicedScheduler({ sliceMs: IDENTIFY_SLICE_MS, concurrency: CONCURRENT_IDENTIFIES })
  /** The process is about to end: nobody begins or goes on here any more. */
  closing = false
  readonly #viewerRules: ViewerRules = {
    obfuscationForAll: () => this.parts.changes.inEffect('channel_obfuscation_for_all', this.parts.clock.now()),
    now: () => this.parts.clock.now(),
  }
  /** Sessions were written to the store, which closes next. */
  #kept = false
  readonly #unfinished = new Set<Promise<void>>()

  constructor(parts: GatewayParts) {
    this.parts = parts
    this.fanOut = new FanOut({
      viewerRules: this.#viewerRules,
      outbox: this.outbox,
      attachmentUrls: parts.attachmentUrls,
      membership: (session, event) => this.#membershipChanged(session, event),
      gained: (session, view, channelIds) => this.#channelsGained(session, view, channelIds),
    })
    this.heartbeats = new Heartbeats(parts.wallClock)
    this.presences = new Presences(parts.bus, parts.units, (userId) => this.fanOut.sessionsOf(userId))
    this.members = new MemberRequests(parts)
    this.starts = new SessionStarts(parts.clock, parts.rateLimits)
    this.voice = new Voice({
      ...parts,
      now: () => parts.clock.now(),
      session: (id) => this.sessions.get(id),
      later: (task) => this.later(task, 'a voice state was lost'),
    })
    parts.bus.listen((event) => {
      if (event.type.revokesToken) this.#revoke(event)
      this.fanOut.hear(event)
      this.voice.heard(event)
    })
  }

  /** Lets a task go on by itself; the store is not closed before it has ended. A failure is logged. */
  later(task: Promise<void>, failure: string): void {
    const logged = task
      .catch((err) => this.parts.log.error({ err }, failure))
      .finally(() => this.#unfinished.delete(logged))
    this.#unfinished.add(logged)
  }

  /** READY, then each guild of the session's shard. */
  async begin(
    session: Session,
    { version, guildIds, presence }: { version: number; guildIds: readonly Snowflake[]; presence: SessionPresence },
  ): Promise<void> {
    this.#add(session, presence)
    this.fanOut.hold(session)
    // A token that was revoked since it was looked up ended only the sessions that were there.
    if (!(await this.parts.authenticator.identityByHash(session.identity.tokenHash))) return this.#endRevoked(session)
    const ready = await this.parts.units.read(SYSTEM_ACTOR, (work) =>
      readyData(work, session, { version, guildIds, resumeUrl: this.parts.addresses.gateway }),
    )
    // From READY on a client counts on the events of its guilds.
    this.fanOut.flush()
    for (const guildId of guildIds) this.fanOut.hold(session, guildId)
    session.say('READY', ready)
    this.fanOut.releaseOwn(session)
    for (const guildId of guildIds) await this.join(session, guildId)
  }

  #add(session: Session, presence: SessionPresence): void {
    this.sessions.set(session.id, session)
    this.fanOut.addSession(session)
    this.presences.begin(session, presence)
  }

  /** The guilds of a user that a shard shows. */
  async guildsOf(userId: Snowflake, owns: (guildId: Snowflake) => boolean): Promise<Snowflake[]> {
    const ids = await this.parts.units.read(SYSTEM_ACTOR, (work) => listGuildIdsOfUser(work, userId))
    return ids.filter(owns)
  }

  /** The session begins to watch a guild: GUILD_CREATE, then its events. */
  async join(session: Session, guildId: Snowflake): Promise<void> {
    if (!session.ownsGuild(guildId) || session.guilds.has(guildId)) return this.fanOut.drop(session, guildId)
    this.fanOut.hold(session, guildId)
    try {
      await this.parts.units.read(SYSTEM_ACTOR, (work) => this.#watch(work, session, guildId))
    } finally {
      this.fanOut.drop(session, guildId)
    }
    await this.presences.entered(session, guildId)
  }

  async #watch(work: Work, session: Session, guildId: Snowflake): Promise<void> {
    for (let reads = 1; ; reads += 1) {
      const view = await work.view(guildId)
      // The view must know the member's roles from now on: what is shown is decided by them.
      const member = view && (await memberInGuild(work, view, session.userId))
      if (!view || !member) return
      const { version } = view
      const viewer = viewerOf(session, view, this.#viewerRules)
      const fields = await guildFieldsFor(work, view, session, viewer)
      if (!this.sessions.has(session.id) || session.guilds.has(guildId)) return
      // Read again rather than tell of changes twice; in a guild that never rests, the held events tell of them.
      if (view.version !== version && reads < READS_MAX) continue
      this.fanOut.flush()
      const group = this.fanOut.watch(session, view)
      if (fields) session.dispatch(guildCreate(view, group, fields))
      this.fanOut.release(session, guildId, version)
      return
    }
  }

  #membershipChanged(session: Session, event: Event): void {
    if (event.guildId === null) return
    if (event.type.membership === 'left') return this.fanOut.unwatch(session, event.guildId)
    this.later(this.join(session, event.guildId), 'joining a guild failed')
  }

  #channelsGained(session: Session, view: GuildView, channelIds: readonly Snowflake[]): void {
    const viewer = viewerOf(session, view, this.#viewerRules)
    const synced = this.parts.units
      .read(SYSTEM_ACTOR, (work) => threadListSync(work, view, viewer, session.userId, channelIds))
      .then((data) => {
        if (session.guilds.has(view.id)) session.say('THREAD_LIST_SYNC', data, inGuild(view.id))
      })
    this.later(synced, 'threads could not be shown')
  }

  /** Ends the sessions of revoked tokens. [AUT-29] */
  #revoke({ topic, type, payload }: Event): void {
    for (const session of [...this.fanOut.sessionsOf(BigInt(topic.slice('user.'.length)))]) {
      const { kind, application, tokenHash } = session.identity
      const token = { hash: tokenHash, grantedTo: kind === 'bearer' ? (application?.id ?? null) : null }
      if (type.revokesToken?.(payload, token)) this.#endRevoked(session)
    }
  }

  #endRevoked(session: Session): void {
    session.connection?.close(CloseCode.AUTHENTICATION_FAILED, 'Authentication failed.')
    this.end(session)
  }

  /** The session goes on with another connection: what was missed, but for what it may no longer see, then RESUMED. */
  resume(session: Session, connection: Connection, seq: number): void {
    this.fanOut.flush()
    session.replay.hide((place) => this.fanOut.maySee(session, place))
    session.attach(connection, seq)
    session.say('RESUMED', { _trace: [] })
  }

  /** The connection is gone; the session waits for another, unless it was ended on purpose. */
  detach(session: Session, ended: boolean): void {
    const detachedAt = this.parts.wallClock.now()
    session.detach(detachedAt)
    if (ended) return this.end(session)
    this.#endUnlessResumed(session, detachedAt)
  }

  #endUnlessResumed(session: Session, detachedAt: Instant): void {
    this.parts.wallClock.at(detachedAt + SESSION_KEPT_MS, () => {
      if (session.detachedAt === detachedAt) this.end(session)
    })
  }

  /** CHANNEL_INFO: what the voice channels that the session can view have beside their objects. [GW-11] [GW-12] */
  channelInfo(session: Session, guildId: Snowflake, fields: unknown): unknown {
    const wanted = Array.isArray(fields) ? fields : []
    const shown = this.fanOut.viewIn(session, guildId)
    const channels = []
    for (const [id, { status, startedAt }] of shown?.view?.voiceChannels ?? []) {
      if (!shown?.sees(id)) continue
      const info = {
        ...(wanted.includes('status') && status !== null ? { status } : {}),
        ...(wanted.includes('voice_start_time') && startedAt !== null ? { voice_start_time: startedAt } : {}),
      }
      if (Object.keys(info).length > 0) channels.push({ id: id.toString(), ...info })
    }
    return { guild_id: guildId.toString(), channels }
  }

  /** SOUNDBOARD_SOUNDS: all of a guild that the session is in. */
  sounds(session: Session, guildId: Snowflake): unknown[] {
    const view = this.fanOut.viewIn(session, guildId)?.view
    return view ? presentGuildSounds(view) : []
  }

  /** Before the process ends, when nothing will be dispatched any more: sessions wait in the store for the next one. */
  async keepSessions(): Promise<void> {
    while (this.#unfinished.size > 0) await Promise.all(this.#unfinished)
    this.#kept = true
    this.fanOut.flush()
    const now = this.parts.wallClock.now()
    const sessions = []
    for (const session of this.sessions.values()) {
      const presence = this.presences.saidBy(session) ?? null
      const voice = await this.voice.statesOf(session)
      sessions.push({ session, detachedAt: session.detachedAt ?? now, presence, voice })
    }
    if (sessions.length > 0) await keepSessions(this.parts.units, sessions)
  }

  /**
   * Restores the sessions of the former process as detached sessions: they miss nothing from now on. One that cannot be
   * restored is dropped, so that it cannot keep the platform from starting.
   */
  async restoreSessions(): Promise<void> {
    for (const kept of await takeSessions(this.parts.units)) {
      try {
        await this.#restore(kept)
      } catch (err) {
        this.parts.log.error({ err, session: kept.id }, 'a session could not be restored')
        const session = this.sessions.get(kept.id)
        if (session) this.end(session)
      }
    }
    await this.#leaveActivitiesOfLost()
  }

  async #restore(kept: KeptSession): Promise<void> {
    const identity = await this.parts.authenticator.identityByHash(kept.tokenHash)
    const encoding = ENCODINGS.get(kept.encoding)
    if (!identity || !encoding || kept.detachedAt + SESSION_KEPT_MS <= this.parts.wallClock.now()) return
    const session = new Session({ ...kept, identity, encoding }, this.outbox, new Replay(kept.seq, kept.payloads))
    session.detach(kept.detachedAt)
    this.#add(session, kept.presence ?? { status: 'online', activities: [], client: 'web' })
    for (const guildId of kept.guilds) await this.#watchAgain(session, guildId)
    for (const state of kept.voice) await this.voice.restore(state)
    this.#endUnlessResumed(session, kept.detachedAt)
  }

  /** Sessions that a crash has taken will never end: what they took part in ends now. */
  async #leaveActivitiesOfLost(): Promise<void> {
    const { units } = this.parts
    for (const id of await units.read(SYSTEM_ACTOR, listParticipatingSessions))
      if (!this.sessions.has(id)) await units.write(SYSTEM_ACTOR, (work) => leaveWithSession(work, id))
  }

  async #watchAgain(session: Session, guildId: Snowflake): Promise<void> {
    await this.parts.units.read(SYSTEM_ACTOR, async (work) => {
      const view = await work.view(guildId)
      if (view && (await memberInGuild(work, view, session.userId))) this.fanOut.watch(session, view)
    })
    await this.presences.entered(session, guildId)
  }

  /** Who came for the time being goes with their last session. */
  async #endStays({ userId, identity: { user } }: Session, guilds: readonly Snowflake[]): Promise<void> {
    if (user.bot || [...this.fanOut.sessionsOf(userId)].length > 0) return
    const temporary = await this.parts.units.read(SYSTEM_ACTOR, async (work) => {
      const stays = []
      for (const guildId of guilds) {
        const view = await work.view(guildId)
        if ((view && (await memberInGuild(work, view, userId)))?.temporary) stays.push(guildId)
      }
      return stays
    })
    if (temporary.length > 0)
      await this.parts.units.write(SYSTEM_ACTOR, (work) => endTemporaryMemberships(work, user, temporary))
  }

  end(session: Session): void {
    // A kept session is the next process's.
    if (this.#kept || !this.sessions.delete(session.id)) return
    const guilds = [...session.guilds]
    this.fanOut.removeSession(session)
    this.later(this.presences.leave(session, guilds), 'a presence was lost')
    this.later(this.voice.leave(session, guilds), 'a voice state was lost')
    this.later(this.#endStays(session, guilds), 'a temporary member stayed')
    // Bots take part in nothing: thousands of their sessions may end at once.
    if (session.kind === 'person') this.later(this.#leaveActivities(session), 'an activity was not left')
  }

  async #leaveActivities({ id }: Session): Promise<void> {
    const { units } = this.parts
    const joined = await units.read(SYSTEM_ACTOR, (work) => listParticipationsOfSession(work, id))
    if (joined.length > 0) await units.write(SYSTEM_ACTOR, (work) => leaveWithSession(work, id))
  }
}
