import { randomBytes } from 'node:crypto'
import {
  CloseCode,
  GATEWAY_PAYLOAD_MAX_BYTES,
  GATEWAY_SENDS_MAX,
  GATEWAY_SENDS_PER_MS,
  GatewayOp,
  SHARD_GUILDS_MAX,
  type Snowflake,
} from '@guildhall/protocol'
import { readPresence } from '../../resources/presences/index.ts'
import type { Identity } from '../../resources/users/index.ts'
import { PayloadCompression } from './compression.ts'
import type { Connection } from './connection.ts'
import type { Encoding } from './encoding.ts'
import type { Gateway } from './gateway.ts'
import { type Beating, HEARTBEAT_INTERVAL_MS } from './heartbeats.ts'
import { actingIntents, disallowedIntents, type IdentifyRequest, readIdentify } from './identify.ts'
import { logIgnored } from './ignored.ts'
import { readMemberRequest, readSnowflake } from './members.ts'
import { inGuild } from './payload.ts'
import { Session } from './session.ts'
import { readVoiceRequest } from './voice.ts'

const VERSIONS: readonly number[] = [9, 10]
const OPCODES: ReadonlySet<number> = new Set(Object.values(GatewayOp))
/** What only the server sends. */
const SERVER_ONLY: ReadonlySet<number> = new Set([
  GatewayOp.DISPATCH,
  GatewayOp.RECONNECT,
  GatewayOp.INVALID_SESSION,
  GatewayOp.HELLO,
  GatewayOp.HEARTBEAT_ACK,
])

/** One connection: which session it carries, and what its client may send when. */
export class Client implements Beating {
  readonly #gateway: Gateway
  #connection: Connection
  readonly #encoding: Encoding | undefined
  readonly #version: number
  /** Does the connection compress by itself? */
  readonly #compressed: boolean
  /** Called when the connection carries a session. */
  readonly #identified: () => void
  #session: Session | null = null
  #identifying = false
  /** Times of the last commands, a ring. */
  readonly #commands: number[] = []

  constructor(
    gateway: Gateway,
    connection: Connection,
    options: { encoding: Encoding | undefined; version: number; compressed: boolean; identified: () => void },
  ) {
    this.#gateway = gateway
    this.#connection = connection
    this.#encoding = options.encoding
    this.#version = options.version
    this.#compressed = options.compressed
    this.#identified = options.identified
    // A frame of its own: some clients lose a HELLO that shares a segment with the upgrade's answer.
    setImmediate(() => this.#hello())
  }

  #hello(): void {
    if (!VERSIONS.includes(this.#version)) return this.#close(CloseCode.INVALID_API_VERSION, 'Invalid API version.')
    if (!this.#encoding) return this.#close(CloseCode.DECODE_ERROR, 'Error while decoding payload.')
    this.#send(GatewayOp.HELLO, { heartbeat_interval: HEARTBEAT_INTERVAL_MS, _trace: [] })
    this.#gateway.heartbeats.heard(this)
  }

  askForHeartbeat(): void {
    this.#send(GatewayOp.HEARTBEAT, null)
  }

  heartbeatMissed(): void {
    this.#close(CloseCode.SESSION_TIMED_OUT, 'Session timed out.')
  }

  received(data: Buffer): void {
    if (!this.#connection.open || !this.#encoding) return
    const undecodable = () => this.#close(CloseCode.DECODE_ERROR, 'Error while decoding payload.')
    if (data.length > GATEWAY_PAYLOAD_MAX_BYTES) return undecodable()
    if (this.#tooManyCommands()) return this.#close(CloseCode.RATE_LIMITED, 'Rate limited.')
    let payload: { op?: unknown; d?: unknown } | null
    try {
      payload = this.#encoding.decode(data) as typeof payload
    } catch {
      return undecodable()
    }
    if (typeof payload !== 'object' || payload === null || !Number.isInteger(payload.op)) return undecodable()
    const { log } = this.#gateway.parts
    if (log.isLevelEnabled('debug')) {
      const session = this.#session
      log.debug(
        { op: payload.op, session: session?.id.slice(0, 8), user: session?.userId.toString() },
        'gateway command',
      )
    }
    this.#command(payload.op as number, payload.d)
  }

  #tooManyCommands(): boolean {
    const now = this.#gateway.parts.wallClock.now()
    this.#commands.push(now)
    if (this.#commands.length <= GATEWAY_SENDS_MAX) return false
    const oldest = this.#commands.shift() ?? 0
    return oldest > now - GATEWAY_SENDS_PER_MS
  }

  #command(op: number, data: unknown): void {
    if (!OPCODES.has(op) || SERVER_ONLY.has(op)) return this.#close(CloseCode.UNKNOWN_OPCODE, 'Unknown opcode.')
    switch (op) {
      case GatewayOp.HEARTBEAT:
        return this.#heartbeat(data)
      case GatewayOp.IDENTIFY:
        return this.#identify(data)
      case GatewayOp.RESUME:
        return this.#resume(data)
    }
    const session = this.#session
    if (!session) return this.#close(CloseCode.NOT_AUTHENTICATED, 'Not authenticated.')
    switch (op) {
      case GatewayOp.PRESENCE_UPDATE:
        return this.#presence(session, data)
      case GatewayOp.REQUEST_GUILD_MEMBERS:
        return this.#members(session, data)
      case GatewayOp.VOICE_STATE_UPDATE:
        return this.#voice(session, data)
      case GatewayOp.REQUEST_SOUNDBOARD_SOUNDS:
        return this.#eachGuild(session, data, 'guild_ids', 'SOUNDBOARD_SOUNDS', (guildId) => ({
          guild_id: guildId.toString(),
          soundboard_sounds: this.#gateway.sounds(session, guildId),
        }))
      case GatewayOp.REQUEST_CHANNEL_INFO:
        return this.#eachGuild(session, data, 'guild_id', 'CHANNEL_INFO', (guildId) =>
          this.#gateway.channelInfo(session, guildId, (data as { fields?: unknown }).fields),
        )
    }
  }

  #heartbeat(seen: unknown): void {
    this.#gateway.heartbeats.heard(this)
    this.#session?.replay.heartbeat(Number.isInteger(seen) ? (seen as number) : null)
    this.#send(GatewayOp.HEARTBEAT_ACK, null)
  }

  #later(command: Promise<void>): void {
    this.#gateway.later(command, 'a gateway command failed')
  }

  /** Answers for each named guild that the session is in. */
  #eachGuild(
    session: Session,
    data: unknown,
    key: string,
    name: string,
    answer: (guildId: Snowflake) => unknown,
  ): void {
    const named = (data as Record<string, unknown> | null)?.[key]
    for (const id of (Array.isArray(named) ? named : [named]).slice(0, 100)) {
      const guildId = readSnowflake(id)
      if (guildId !== null && session.guilds.has(guildId)) session.say(name, answer(guildId), inGuild(guildId))
    }
  }

  #members(session: Session, data: unknown): void {
    const request = readMemberRequest(data)
    if (!request) return this.#close(CloseCode.DECODE_ERROR, 'Error while decoding payload.')
    this.#later(this.#gateway.members.answer(session, request))
  }

  #presence(session: Session, data: unknown): void {
    const now = this.#gateway.parts.clock.now()
    const client = this.#gateway.presences.saidBy(session)?.client ?? 'web'
    const presence = readPresence(data, { bot: session.kind === 'bot', client, now })
    if (!presence) return this.#close(CloseCode.DECODE_ERROR, 'Error while decoding payload.')
    this.#later(this.#gateway.presences.say(session, presence))
  }

  #voice(session: Session, data: unknown): void {
    const request = readVoiceRequest(data)
    if (!request) return this.#close(CloseCode.DECODE_ERROR, 'Error while decoding payload.')
    if (request === 'elsewhere')
      return logIgnored(this.#gateway.parts.log, 4, session, 'no guild_id: calls are not supported')
    this.#later(this.#gateway.voice.request(session, request))
  }

  #identify(data: unknown): void {
    if (this.#session || this.#identifying)
      return this.#close(CloseCode.ALREADY_AUTHENTICATED, 'Already authenticated.')
    const request = readIdentify(data)
    if ('close' in request) return this.#close(request.close, request.reason)
    this.#identifying = true
    const started = this.#gateway.identifies.run(() => this.#start(request))
    this.#gateway.later(this.#closing(started), 'identify failed')
  }

  async #start(request: IdentifyRequest): Promise<void> {
    const gateway = this.#gateway
    const identity = await this.#authenticate(request.token)
    if (!identity) return this.#close(CloseCode.AUTHENTICATION_FAILED, 'Authentication failed.')
    const { application } = identity
    if (identity.kind === 'bot') {
      if (application && disallowedIntents(request.intents, application))
        return this.#close(CloseCode.DISALLOWED_INTENTS, 'Disallowed intent(s).')
      if (!gateway.starts.take(identity.userId, request.shard[0], application?.max_concurrency ?? 1)) {
        this.#identifying = false
        return this.#send(GatewayOp.INVALID_SESSION, false)
      }
    }
    const encoding = this.#encoding
    if (!encoding || !this.#connection.open) return
    const id = randomBytes(16).toString('hex')
    const intents = actingIntents(request.intents, this.#version, application)
    const session = new Session({ ...request, intents, id, identity, encoding }, gateway.outbox)
    if (gateway.parts.log.isLevelEnabled('debug')) {
      session.sent = (name) =>
        gateway.parts.log.debug({ t: name, session: id.slice(0, 8), user: session.userId.toString() }, 'dispatch')
    }
    const guildIds = await gateway.guildsOf(session.userId, (guildId) => session.ownsGuild(guildId))
    if (session.kind === 'bot' && guildIds.length > SHARD_GUILDS_MAX)
      return this.#close(CloseCode.SHARDING_REQUIRED, 'Sharding required.')
    if (!this.#connection.open) return
    if (gateway.closing) return this.reconnect()
    // Some libraries ask for both; what goes through a compression stream must not be compressed before.
    if (request.compress && !this.#compressed) this.#connection = new PayloadCompression(this.#connection)
    session.attach(this.#connection, 0)
    this.#session = session
    this.#identified()
    const now = gateway.parts.clock.now()
    const { client } = request
    const said = readPresence(request.presence, { bot: session.kind === 'bot', client, now })
    const presence = said ?? { status: 'online', activities: [], client }
    await gateway.begin(session, { version: this.#version, guildIds, presence })
  }

  /** Bots and people by their own tokens. People's applications come with the social layer. */
  async #authenticate(token: string): Promise<Identity | null> {
    const bare = token.replace(/^Bot /, '')
    if (bare.startsWith('Bearer ')) return null
    const identity = await this.#gateway.parts.authenticator.identity('any', bare)
    return identity?.kind === 'bearer' ? null : identity
  }

  #resume(data: unknown): void {
    if (this.#session || this.#identifying)
      return this.#close(CloseCode.ALREADY_AUTHENTICATED, 'Already authenticated.')
    const { token, session_id, seq } = (data ?? {}) as Record<string, unknown>
    if (typeof token !== 'string' || typeof session_id !== 'string' || !Number.isInteger(seq)) {
      return this.#close(CloseCode.DECODE_ERROR, 'Error while decoding payload.')
    }
    this.#identifying = true
    this.#gateway.later(this.#closing(this.#continue(token, session_id, seq as number)), 'resume failed')
  }

  /** A failure closes the connection. */
  async #closing(command: Promise<void>): Promise<void> {
    try {
      await command
    } catch (error) {
      this.#close(CloseCode.UNKNOWN_ERROR, 'Unknown error.')
      throw error
    }
  }

  async #continue(token: string, sessionId: string, seq: number): Promise<void> {
    const identity = await this.#authenticate(token)
    this.#identifying = false
    if (!identity) return this.#close(CloseCode.AUTHENTICATION_FAILED, 'Authentication failed.')
    const session = this.#gateway.sessions.get(sessionId)
    if (this.#gateway.closing) return this.#send(GatewayOp.INVALID_SESSION, true)
    const fits = session && session.userId === identity.userId && session.encoding === this.#encoding
    if (!fits) return this.#send(GatewayOp.INVALID_SESSION, false)
    if (seq > session.seq) return this.#close(CloseCode.INVALID_SEQ, 'Invalid seq.')
    if (!this.#connection.open) return
    if (seq + 1 < session.replay.first) {
      this.#gateway.end(session)
      return this.#send(GatewayOp.INVALID_SESSION, false)
    }
    const former = session.connection
    this.#session = session
    this.#identified()
    this.#gateway.resume(session, this.#connection, seq)
    former?.close(CloseCode.UNKNOWN_ERROR, 'Session resumed elsewhere.')
  }

  /** Before the process ends: the session goes on elsewhere. */
  reconnect(): void {
    this.#send(GatewayOp.RECONNECT, null)
    this.#close(CloseCode.UNKNOWN_ERROR, 'Restarting.')
  }

  closed(code: number): void {
    this.#gateway.heartbeats.forget(this)
    this.#connection.release()
    const session = this.#session
    if (session?.connection === this.#connection) this.#gateway.detach(session, code === 1000 || code === 1001)
  }

  #send(op: number, data: unknown): void {
    const encoding = this.#encoding
    // What was dispatched before goes out before.
    this.#session?.flush()
    if (encoding) this.#connection.send(encoding.encode({ t: null, s: null, op, d: data }), encoding.binary)
  }

  #close(code: number, reason: string): void {
    this.#session?.flush()
    this.#connection.close(code, reason)
  }
}
