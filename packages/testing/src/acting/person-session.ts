import { type ConnectionStatus, GatewayConnection, type Socket } from '@guildhall/client'
import { WebSocket } from 'ws'
import { RawGateway } from '../raw-gateway.ts'
import type { Frame } from '../wire-codec.ts'

const DISPATCH = 0
/** Close code after which a session can be resumed. */
const KEEPS_SESSION = 4000
const READY_MAX_MS = 20_000

interface SessionParts {
  readonly gateway: string
  readonly token: string
  /** Receives every dispatch after READY. */
  readonly receive: (frame: Frame) => void
  /** Called when the session has ended without `close`. */
  readonly lost: (why: string) => void
}

/** A person's gateway session, as their client keeps it. It is ready once all guilds have arrived. */
export class PersonSession {
  readonly #parts: SessionParts
  readonly #connection: GatewayConnection
  readonly #pendingGuilds = new Set<string>()
  readonly #ready = Promise.withResolvers<void>()
  #socket: WebSocket | undefined
  #isReady = false
  /** Resolved while the session has a connection, and once it has ended. */
  #connected = Promise.withResolvers<void>()

  private constructor(parts: SessionParts) {
    this.#parts = parts
    this.#ready.promise.catch(() => undefined) // Awaited by `open`, unless the connection fails before.
    this.#connection = new GatewayConnection({
      url: parts.gateway,
      token: parts.token,
      identify: () => ({ intents: 0, properties: { os: 'test', browser: 'test', device: 'test' } }),
      // Missed events follow a resume. A session that is gone is opened again, and the test sees that.
      renews: false,
      attemptsMax: 1,
      pause: () => 0,
      openSocket: (url) => this.#open(url),
      onDispatch: (event, data) => this.#dispatch(event, data),
      onStatus: (status) => this.#changed(status),
      onEnd: (_code, why) => this.#end(why),
    })
  }

  /** Id for requests that name their session. */
  get id(): string | undefined {
    return this.#connection.sessionId ?? undefined
  }

  /** Opens a session. Resolves once everything that happens from now on arrives. */
  static async open(parts: SessionParts): Promise<PersonSession> {
    const session = new PersonSession(parts)
    const timer = setTimeout(() => session.#ready.reject(new Error('the gateway sent no READY')), READY_MAX_MS)
    try {
      await session.#ready.promise
      return session
    } catch (error) {
      await session.close()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Returns true once the server has answered a heartbeat. A single server hands an event to its sessions in the same
   * turn as it commits it, so all events committed before have arrived by then. Returns false when the connection was
   * lost, or after the limit.
   */
  async fence(limitMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), limitMs)
    // Events that a lost connection missed come before RESUMED.
    void this.#connected.promise.then(() => this.#connection.flush()).then(resolve)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends a command of the gateway. */
  send(op: number, d: unknown): void {
    this.#connection.send(op, d)
  }

  /** Cuts the connection, as a person who leaves does. */
  async close(): Promise<void> {
    const socket = this.#socket
    this.#connection.close(KEEPS_SESSION)
    this.#connected.resolve()
    if (!socket || socket.readyState === WebSocket.CLOSED) return
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.terminate()
    await closed
  }

  #open(url: string): Socket {
    this.#socket = new WebSocket(url, { perMessageDeflate: false })
    return this.#socket
  }

  #changed(status: ConnectionStatus): void {
    if (status === 'ready') this.#connected.resolve()
    if (status === 'offline') this.#connected = Promise.withResolvers<void>()
  }

  #dispatch(event: string, data: unknown): void {
    RawGateway.observe?.({ event, data, receiver: 'person' })
    const frame: Frame = { op: DISPATCH, t: event, d: data as Frame['d'], s: null }
    if (event === 'READY') {
      const { guilds } = frame.d as { guilds: { id: string; unavailable?: boolean }[] }
      for (const { id, unavailable } of guilds) if (unavailable) this.#pendingGuilds.add(id)
    } else if (this.#pendingGuilds.size > 0 && (event === 'GUILD_CREATE' || event === 'GUILD_DELETE')) {
      if (!this.#pendingGuilds.delete(String(frame.d.id))) this.#parts.receive(frame)
    } else this.#parts.receive(frame)
    if (this.#pendingGuilds.size > 0) return
    this.#isReady = true
    this.#ready.resolve()
  }

  #end(why: string): void {
    this.#connected.resolve()
    this.#ready.reject(new Error(why))
    if (this.#isReady) this.#parts.lost(why)
  }
}
