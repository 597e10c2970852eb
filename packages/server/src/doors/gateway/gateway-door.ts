import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Changes, CloseCode, GatewayOp, type Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { Bus, Event } from '../../kernel/event.ts'
import type { Addresses, SessionCounts } from '../../kernel/platform.ts'
import { NOBODY, type Units } from '../../kernel/units.ts'
import { guildIdsOf } from '../../resources/members/index.ts'
import type { Authenticator } from '../http/authenticate.ts'
import { FanOut } from './fan-out.ts'
import { disallowedIntents, readIdentify } from './identify.ts'
import { guildCreateData, readyData } from './ready.ts'
import { Session, sharedDispatch } from './session.ts'
import { type Connection, webSocketTransport } from './transport.ts'
import { viewerOf } from './viewer-of.ts'

const HEARTBEAT_INTERVAL_MS = 41_250
/** Without a heartbeat for one and a half intervals the connection is dead. [GW-13] */
const HEARTBEAT_GRACE_MS = HEARTBEAT_INTERVAL_MS * 1.5
const SESSION_KEPT_MS = 180_000
const PAYLOAD_BYTES_MAX = 4_096
const COMMANDS_MAX = 120
const COMMANDS_WINDOW_MS = 60_000

export interface GatewayParts {
  clock: Clock
  /** Real time: whether a client is alive has nothing to do with the platform date, which may be moved. */
  liveness: Clock
  units: Units
  bus: Bus
  changes: Changes
  authenticator: Authenticator
  addresses: Addresses
  log: Logger
}

export interface GatewayDoor {
  /** Takes an HTTP upgrade of `/gateway`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  readonly sessions: SessionCounts
  /** Tells every session to reconnect and closes; sessions stay resumable. */
  close(): Promise<void>
}

/** The gateway: sockets in, committed events out. */
export function gatewayDoor(parts: GatewayParts): GatewayDoor {
  const gateway = new Gateway(parts)
  return {
    upgrade: (request, socket, head) => gateway.upgrade(request, socket, head),
    sessions: { startsLeft: () => ({ total: 1000, remaining: 1000, resetAfterMs: 0 }) },
    close: () => gateway.close(),
  }
}

class Gateway {
  readonly parts: GatewayParts
  readonly fanOut: FanOut
  readonly sessions = new Map<string, Session>()
  readonly #transport = webSocketTransport({ messageBytesMax: 64 * 1024 })
  readonly #clients = new Set<Client>()
  readonly #obfuscationForAll = () => this.parts.changes.inEffect('channel_obfuscation_for_all', this.parts.clock.now())

  constructor(parts: GatewayParts) {
    this.parts = parts
    this.fanOut = new FanOut(this.#obfuscationForAll, (session, event) => this.#membershipChanged(session, event))
    parts.bus.listen((event) => this.fanOut.hear(event))
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams
    this.#transport.accept(request, socket, head, (connection) => {
      const client = new Client(this, connection, query)
      this.#clients.add(client)
      return {
        message: (data, binary) => client.received(data, binary),
        closed: (code) => {
          this.#clients.delete(client)
          client.closed(code)
        },
      }
    })
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.reconnect()
    this.#transport.close()
  }

  /** The session begins to watch a guild: GUILD_CREATE, then its events. */
  async join(session: Session, guildId: Snowflake): Promise<void> {
    if (!session.ownsGuild(guildId)) return
    await this.parts.units.read(NOBODY, async (work) => {
      const view = await work.view(guildId)
      if (!view || !this.sessions.has(session.id)) return
      const viewer = viewerOf(session, view, session.userId, this.#obfuscationForAll)
      const data = await guildCreateData(work, view, session, viewer)
      this.fanOut.flush()
      session.dispatch(sharedDispatch('GUILD_CREATE', data))
      this.fanOut.watch(session, view)
    })
  }

  #membershipChanged(session: Session, event: Event): void {
    if (event.guildId === null) return
    if (event.type.membership === 'left') return this.fanOut.unwatch(session, event.guildId)
    this.join(session, event.guildId).catch((error) => this.parts.log.error({ err: error }, 'joining a guild failed'))
  }

  end(session: Session): void {
    this.sessions.delete(session.id)
    this.fanOut.removeSession(session)
  }
}

/** One connection: which session it carries, and what its client may send when. */
class Client {
  readonly #gateway: Gateway
  readonly #connection: Connection
  readonly #version: number
  #session: Session | null = null
  #identifying = false
  #commands: number[] = []
  #stopWaiting: () => void

  constructor(gateway: Gateway, connection: Connection, query: URLSearchParams) {
    this.#gateway = gateway
    this.#connection = connection
    this.#version = Number(query.get('v') ?? '10')
    this.#stopWaiting = () => undefined
    // A frame of its own: some clients lose a HELLO that shares a segment with the upgrade's answer.
    setImmediate(() => this.#hello())
  }

  #hello(): void {
    if (this.#version !== 9 && this.#version !== 10)
      return this.#close(CloseCode.INVALID_API_VERSION, 'Invalid API version.')
    this.#send(GatewayOp.HELLO, { heartbeat_interval: HEARTBEAT_INTERVAL_MS, _trace: [] })
    this.#awaitHeartbeat()
  }

  #awaitHeartbeat(): void {
    this.#stopWaiting()
    const { liveness } = this.#gateway.parts
    this.#stopWaiting = liveness.at(liveness.now() + HEARTBEAT_GRACE_MS, () =>
      this.#close(CloseCode.SESSION_TIMED_OUT, 'Session timed out.'),
    )
  }

  received(data: Buffer, _binary: boolean): void {
    if (data.length > PAYLOAD_BYTES_MAX) return this.#close(CloseCode.DECODE_ERROR, 'Error while decoding payload.')
    if (this.#tooManyCommands()) return this.#close(CloseCode.RATE_LIMITED, 'Rate limited.')
    let payload: { op?: unknown; d?: unknown }
    try {
      payload = JSON.parse(data.toString()) as typeof payload
    } catch {
      return this.#close(CloseCode.DECODE_ERROR, 'Error while decoding payload.')
    }
    if (typeof payload !== 'object' || payload === null || !Number.isInteger(payload.op)) {
      return this.#close(CloseCode.DECODE_ERROR, 'Error while decoding payload.')
    }
    this.#command(payload.op as number, payload.d)
  }

  #tooManyCommands(): boolean {
    const now = this.#gateway.parts.liveness.now()
    this.#commands = this.#commands.filter((at) => at > now - COMMANDS_WINDOW_MS)
    this.#commands.push(now)
    return this.#commands.length > COMMANDS_MAX
  }

  #command(op: number, data: unknown): void {
    switch (op) {
      case GatewayOp.HEARTBEAT:
        this.#awaitHeartbeat()
        return this.#send(GatewayOp.HEARTBEAT_ACK, undefined)
      case GatewayOp.IDENTIFY:
        return this.#identify(data)
      case GatewayOp.RESUME:
        return this.#resume(data)
      default:
        if (!Object.values(GatewayOp).includes(op as never))
          return this.#close(CloseCode.UNKNOWN_OPCODE, 'Unknown opcode.')
        if (!this.#session) return this.#close(CloseCode.NOT_AUTHENTICATED, 'Not authenticated.')
    }
  }

  #identify(data: unknown): void {
    if (this.#session || this.#identifying)
      return this.#close(CloseCode.ALREADY_AUTHENTICATED, 'Already authenticated.')
    const request = readIdentify(data)
    if ('close' in request) return this.#close(request.close, request.reason)
    this.#identifying = true
    this.#start(request).catch((error) => {
      this.#gateway.parts.log.error({ err: error }, 'identify failed')
      this.#close(CloseCode.UNKNOWN_ERROR, 'Unknown error.')
    })
  }

  async #start(request: Exclude<ReturnType<typeof readIdentify>, { close: number }>): Promise<void> {
    const { parts, sessions, fanOut } = this.#gateway
    const bearer = request.token.startsWith('Bearer ')
    const token = request.token.replace(/^(Bot|Bearer) /, '')
    const identity = await parts.authenticator.identity(bearer ? 'bearer' : 'any', token)
    if (!identity || identity.kind === 'bearer')
      return this.#close(CloseCode.AUTHENTICATION_FAILED, 'Authentication failed.')
    if (identity.kind === 'bot' && identity.application && disallowedIntents(request.intents, identity.application)) {
      return this.#close(CloseCode.DISALLOWED_INTENTS, 'Disallowed intent(s).')
    }
    const session = new Session({ ...request, id: randomBytes(16).toString('hex'), identity })
    session.connection = this.#connection
    this.#session = session
    sessions.set(session.id, session)
    fanOut.addSession(session)
    const guildIds = await parts.units.read(NOBODY, (work) => guildIdsOf(work, session.userId))
    const own = guildIds.filter((id) => session.ownsGuild(id))
    const ready = readyData(session, { version: this.#version, guildIds: own, resumeUrl: parts.addresses.gateway })
    session.dispatch(sharedDispatch('READY', ready))
    for (const guildId of own) await this.#gateway.join(session, guildId)
  }

  #resume(data: unknown): void {
    if (this.#session || this.#identifying)
      return this.#close(CloseCode.ALREADY_AUTHENTICATED, 'Already authenticated.')
    const { token, session_id, seq } = (data ?? {}) as Record<string, unknown>
    if (typeof token !== 'string' || typeof session_id !== 'string' || !Number.isInteger(seq)) {
      return this.#close(CloseCode.DECODE_ERROR, 'Error while decoding payload.')
    }
    const session = this.#gateway.sessions.get(session_id)
    if (!session) return this.#send(GatewayOp.INVALID_SESSION, false)
    if ((seq as number) > session.seq) return this.#close(CloseCode.INVALID_SEQ, 'Invalid seq.')
    session.connection?.close(CloseCode.UNKNOWN_ERROR, 'Session resumed elsewhere.')
    session.connection = this.#connection
    session.detachedAt = null
    this.#session = session
    if (!session.replay(seq as number)) {
      this.#session = null
      this.#gateway.end(session)
      return this.#send(GatewayOp.INVALID_SESSION, false)
    }
    session.dispatch(sharedDispatch('RESUMED', { _trace: [] }))
  }

  reconnect(): void {
    this.#send(GatewayOp.RECONNECT, null)
    this.#connection.close(4000, 'Restarting.')
  }

  closed(code: number): void {
    this.#stopWaiting()
    const session = this.#session
    if (!session || session.connection !== this.#connection) return
    session.connection = null
    if (code === 1000 || code === 1001) return this.#gateway.end(session)
    const { liveness } = this.#gateway.parts
    const detachedAt = liveness.now()
    session.detachedAt = detachedAt
    liveness.at(detachedAt + SESSION_KEPT_MS, () => {
      if (session.detachedAt === detachedAt) this.#gateway.end(session)
    })
  }

  #send(op: number, data: unknown): void {
    this.#connection.send(Buffer.from(JSON.stringify({ t: null, s: null, op, d: data })), false)
  }

  #close(code: number, reason: string): void {
    this.#connection.close(code, reason)
  }
}
