import { type Changes, CloseCode, type Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { Bus, Event } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Addresses } from '../../kernel/platform.ts'
import { NOBODY, type Units } from '../../kernel/units.ts'
import { guildIdsOf, memberOf } from '../../resources/members/index.ts'
import type { Authenticator } from '../http/authenticate.ts'
import { Dispatch } from './encoding.ts'
import { FanOut } from './fan-out.ts'
import { MemberRequests } from './members.ts'
import { Presences } from './presences.ts'
import { guildCreateData, readyData } from './ready.ts'
import type { Session } from './session.ts'
import { SessionStarts } from './starts.ts'
import { threadListSync } from './thread-sync.ts'
import { viewerOf } from './viewer-of.ts'

/** Sessions that lost their connection can be resumed this long. [GW-13] */
const SESSION_KEPT_MS = 180_000

export interface GatewayParts {
  clock: Clock
  /** Real time: whether a client is alive has nothing to do with the platform date, which may be moved. */
  liveness: Clock
  units: Units
  bus: Bus
  changes: Changes
  authenticator: Authenticator
  addresses: Addresses
  rateLimits: 'documented' | 'off'
  log: Logger
}

/** The sessions of this process: how they begin, what they watch, when they end. */
export class Gateway {
  readonly parts: GatewayParts
  readonly fanOut: FanOut
  readonly sessions = new Map<string, Session>()
  readonly presences: Presences
  readonly members: MemberRequests
  readonly starts: SessionStarts
  readonly #obfuscationForAll = () => this.parts.changes.inEffect('channel_obfuscation_for_all', this.parts.clock.now())

  constructor(parts: GatewayParts) {
    this.parts = parts
    this.fanOut = new FanOut(
      this.#obfuscationForAll,
      (session, event) => this.#membershipChanged(session, event),
      (session, view, channelIds) => this.#channelsGained(session, view, channelIds),
    )
    this.presences = new Presences(parts.bus, parts.units, (userId) => this.fanOut.sessionsOf(userId))
    this.members = new MemberRequests(parts)
    this.starts = new SessionStarts(parts.clock, parts.rateLimits)
    parts.bus.listen((event) => {
      if (event.type.revoked) this.#revoke(BigInt(event.topic.slice('user.'.length)))
      this.fanOut.hear(event)
    })
  }

  /** READY, then each guild of the session's shard. */
  async begin(session: Session, version: number, guildIds: readonly Snowflake[]): Promise<void> {
    this.sessions.set(session.id, session)
    this.fanOut.addSession(session)
    const ready = await this.parts.units.read(NOBODY, (work) =>
      readyData(work, session, { version, guildIds, resumeUrl: this.parts.addresses.gateway }),
    )
    session.dispatch(new Dispatch('READY', ready))
    for (const guildId of guildIds) await this.join(session, guildId)
  }

  /** The guilds of a user that a shard shows. */
  async guildsOf(userId: Snowflake, owns: (guildId: Snowflake) => boolean): Promise<Snowflake[]> {
    const ids = await this.parts.units.read(NOBODY, (work) => guildIdsOf(work, userId))
    return ids.filter(owns)
  }

  /** The session begins to watch a guild: GUILD_CREATE, then its events. */
  async join(session: Session, guildId: Snowflake): Promise<void> {
    if (!session.ownsGuild(guildId) || session.guilds.has(guildId)) return
    await this.parts.units.read(NOBODY, async (work) => {
      const view = await work.view(guildId)
      // The view must know the member's roles from now on: what is shown is decided by them.
      const member = view && (await memberOf(work, view, session.userId))
      if (!view || !member || !this.sessions.has(session.id)) return
      const viewer = viewerOf(session, view, session.userId, this.#obfuscationForAll)
      const data = await guildCreateData(work, view, session, viewer)
      this.fanOut.flush()
      this.fanOut.watch(session, view)
      if (data) session.dispatch(new Dispatch('GUILD_CREATE', data), guildId)
    })
    await this.presences.entered(session, guildId)
  }

  #membershipChanged(session: Session, event: Event): void {
    if (event.guildId === null) return
    if (event.type.membership === 'left') return this.fanOut.unwatch(session, event.guildId)
    this.join(session, event.guildId).catch((err) => this.parts.log.error({ err }, 'joining a guild failed'))
  }

  #channelsGained(session: Session, view: GuildView, channelIds: readonly Snowflake[]): void {
    const viewer = viewerOf(session, view, session.userId, this.#obfuscationForAll)
    this.parts.units
      .read(NOBODY, (work) => threadListSync(work, view, viewer, session.userId, channelIds))
      .then((data) => {
        if (session.guilds.has(view.id)) session.dispatch(new Dispatch('THREAD_LIST_SYNC', data), view.id)
      })
      .catch((err) => this.parts.log.error({ err }, 'threads could not be shown'))
  }

  /** Tokens of this user are gone: so are the sessions. [AUT-29] */
  #revoke(userId: Snowflake): void {
    for (const session of [...this.fanOut.sessionsOf(userId)]) {
      session.connection?.close(CloseCode.AUTHENTICATION_FAILED, 'Authentication failed.')
      this.end(session)
    }
  }

  /** The connection is gone; the session waits for another, unless it was ended on purpose. */
  detach(session: Session, ended: boolean): void {
    session.connection = null
    if (ended) return this.end(session)
    const { liveness } = this.parts
    const detachedAt = liveness.now()
    session.detachedAt = detachedAt
    liveness.at(detachedAt + SESSION_KEPT_MS, () => {
      if (session.detachedAt === detachedAt) this.end(session)
    })
  }

  end(session: Session): void {
    if (!this.sessions.delete(session.id)) return
    const guilds = [...session.guilds]
    this.fanOut.removeSession(session)
    this.presences.leave(session, guilds).catch((err) => this.parts.log.error({ err }, 'a presence was lost'))
  }
}
