import { RawGateway } from '../raw-gateway.ts'
import type { Frame } from '../wire-codec.ts'

const Op = {
  DISPATCH: 0,
  HEARTBEAT: 1,
  IDENTIFY: 2,
  RECONNECT: 7,
  INVALID_SESSION: 9,
  HELLO: 10,
  HEARTBEAT_ACK: 11,
} as const

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

/**
 * A person's gateway session, as their client keeps it: it identifies, sends heartbeats, and is ready once all guilds
 * have arrived.
 */
export class PersonSession {
  /** Id for requests that name their session. */
  id: string | undefined
  readonly #parts: SessionParts
  readonly #pendingGuilds = new Set<string>()
  readonly #ready = Promise.withResolvers<void>()
  #gateway: RawGateway | undefined
  #heartbeats: NodeJS.Timeout | undefined
  /** Waits for the responses of heartbeats, in the order of these; false when the connection ends before. */
  #acks: ((isAcked: boolean) => void)[] = []
  /** Resolved when the session is resumed, or has ended. */
  #resumed = Promise.withResolvers<void>()
  #isReady = false
  #isClosed = false

  private constructor(parts: SessionParts) {
    this.#parts = parts
    this.#resumed.resolve()
  }

  /** Opens a session. Resolves once everything that happens from now on arrives. */
  static async open(parts: SessionParts): Promise<PersonSession> {
    const session = new PersonSession(parts)
    session.#ready.promise.catch(() => undefined) // Awaited below, unless the connection fails before.
    const gateway = await RawGateway.connect(parts.gateway, { onFrame: (frame) => session.#receive(frame) })
    session.#use(gateway)
    const properties = { os: 'test', browser: 'test', device: 'test' }
    gateway.send(Op.IDENTIFY, { token: parts.token, intents: 0, properties })
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
    void this.#resumed.promise.then(() => (this.#isClosed ? resolve(false) : this.#beat(resolve)))
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends a command of the gateway. */
  send(op: number, d: unknown): void {
    this.#gateway?.send(op, d)
  }

  /** Ends the session. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stop()
    this.#resumed.resolve()
    await this.#gateway?.drop()
  }

  #beat(acked: (isAcked: boolean) => void = () => undefined): void {
    this.#acks.push(acked)
    this.#gateway?.send(Op.HEARTBEAT, this.#gateway.seq)
  }

  #receive(frame: Frame): void {
    switch (frame.op) {
      case Op.HELLO: {
        const { heartbeat_interval: intervalMs } = frame.d as { heartbeat_interval: number }
        this.#heartbeats = setInterval(() => this.#beat(), intervalMs)
        this.#heartbeats.unref()
        return
      }
      case Op.HEARTBEAT:
        return this.#beat()
      case Op.HEARTBEAT_ACK:
        return this.#acks.shift()?.(true)
      case Op.RECONNECT:
        void this.#gateway?.close(KEEPS_SESSION)
        return
      case Op.INVALID_SESSION:
        return this.#lose('the session became invalid')
      case Op.DISPATCH:
        return this.#dispatch(frame)
      default:
    }
  }

  #dispatch(frame: Frame): void {
    if (frame.t === 'READY') {
      const { session_id, guilds } = frame.d as { session_id: string; guilds: { id: string; unavailable?: boolean }[] }
      this.id = session_id
      for (const { id, unavailable } of guilds) if (unavailable) this.#pendingGuilds.add(id)
    } else if (this.#pendingGuilds.size > 0 && (frame.t === 'GUILD_CREATE' || frame.t === 'GUILD_DELETE')) {
      if (!this.#pendingGuilds.delete(String(frame.d.id))) this.#parts.receive(frame)
    } else this.#parts.receive(frame)
    if (frame.t === 'RESUMED') this.#resumed.resolve()
    if (this.id === undefined || this.#pendingGuilds.size > 0) return
    this.#isReady = true
    this.#ready.resolve()
  }

  #use(gateway: RawGateway): void {
    this.#gateway = gateway
    void gateway.closed.then(({ code, reason }) => {
      if (gateway === this.#gateway) this.#end(`the connection closed: ${code} ${reason}`.trim())
    })
  }

  /** Resumes after a connection ended, as clients do: what was missed follows. */
  #end(why: string): void {
    this.#stop()
    this.#ready.reject(new Error(why))
    if (this.#isClosed || !this.#isReady) return
    this.#resumed = Promise.withResolvers<void>()
    const lost = () => this.#lose(why)
    this.#gateway?.resume({ token: this.#parts.token }).then((gateway) => this.#use(gateway), lost)
  }

  #lose(why: string): void {
    if (this.#isClosed) return
    void this.close()
    this.#parts.lost(why)
  }

  #stop(): void {
    clearInterval(this.#heartbeats)
    for (const resolve of this.#acks.splice(0)) resolve(false)
  }
}
