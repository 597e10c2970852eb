import type { EventName, Events } from '@guildhall/client'
import { WebSocket } from 'ws'
import { type Compression, type Encoding, type Frame, WireCodec } from './wire-codec.ts'

const Op = { DISPATCH: 0, HEARTBEAT: 1, IDENTIFY: 2, RESUME: 6, HELLO: 10, HEARTBEAT_ACK: 11 } as const

/** Unread frames that a connection keeps; a test with more has lost its way. */
const FRAMES_MAX = 20_000
const TIMEOUT_MS = 20_000

export interface ConnectOptions {
  /** Default 10; null leaves it out of the address. */
  v?: number | null
  /** Default `json`; null leaves it out of the address. */
  encoding?: Encoding | null
  compress?: Compression
  /** The authority to trust, for a `wss:` address. */
  ca?: string | Buffer
  /** Receives every frame in order. Without it, frames wait for `next`. */
  onFrame?: (frame: Frame) => void
}

export interface IdentifyOptions {
  token: string
  /** Null for a game, which has all intents of games by default. */
  intents?: number | null
  shard?: [id: number, count: number]
  [field: string]: unknown
}

/** A dispatch as a client received it, for an observer of all clients of a process. */
export interface ReceivedDispatch {
  readonly event: string
  readonly data: unknown
  readonly receiver: Receiver
}

/** Kind of a session's user, by its token and READY. */
type Receiver = 'bot' | 'person' | 'game'

/** Selects a frame: a dispatch by its name, a frame by its opcode, or any frame by a predicate. */
export type Wanted = string | number | ((frame: Frame) => boolean)

export interface Closed {
  code: number
  reason: string
}

export interface Marker {
  /**
   * Causes the marker, in the same guild (or user, lobby) as the event that must not come, since order holds within
   * one topic.
   */
  trigger: () => Promise<unknown>
  event: Wanted
}

/** Payload of an event by its name; fields of an unknown type for other names. */
export type PayloadOf<E extends string> = E extends EventName ? Events[E] : Record<string, unknown>

interface Waiting {
  wanted: Wanted
  resolve(frame: Frame): void
  reject(error: Error): void
}

/**
 * A gateway client that does nothing by itself: no heartbeat, no Identify, no reconnect. Frames are kept until `next`
 * takes them, so a test may begin to wait before or after the frame arrives.
 */
export class RawGateway {
  /**
   * Receives the dispatches of every JSON connection of this process once its session's user is known. A test suite
   * records them to check all payloads at the end.
   */
  static observe: ((dispatch: ReceivedDispatch) => void) | undefined

  /** Settles when either side closes the connection; never rejects. 1006 is a connection that was cut. */
  readonly closed: Promise<Closed>
  /** The last sequence number received. */
  seq: number | null = null
  sessionId: string | undefined
  /** Address for Resume as READY gave it; before READY, the address of this connection. */
  resumeUrl: string

  readonly #socket: WebSocket
  readonly #options: ConnectOptions
  readonly #codec: WireCodec
  #token = ''
  /** Unknown before READY, and for a session that another client identified. */
  #receiver: Receiver | undefined
  #frames: Frame[] = []
  #waiting: Waiting[] = []
  #ended: Error | undefined
  #decoding: Promise<void> = Promise.resolve()

  private constructor(url: string, options: ConnectOptions) {
    this.resumeUrl = url
    this.#options = options
    this.#codec = new WireCodec(options.encoding ?? 'json', options.compress)
    // Client libraries do not offer permessage-deflate beside the protocol's own compression.
    this.#socket = new WebSocket(address(url, options), { perMessageDeflate: false, ca: options.ca })
    this.#socket.on('message', (data: Buffer, isBinary: boolean) => {
      this.#decoding = this.#decoding
        .then(() => this.#receive(data, isBinary))
        .catch((error: Error) => this.#end(error))
    })
    this.closed = new Promise((resolve) => {
      this.#socket.on('close', (code, reason) => {
        // Frames before the close are decoded first, or a waiter would receive the close instead of its frame.
        void this.#decoding.then(() => {
          this.#end(new Error(`the connection was closed with ${code} ${reason}`.trimEnd()))
          this.#codec.close()
          resolve({ code, reason: reason.toString() })
        })
      })
    })
    this.#socket.on('error', () => {}) // A close follows, and `connect` has its own listener.
  }

  /**
   * Opens a WebSocket; resolves once it is open, before HELLO, and rejects if the upgrade is refused.
   * @param url the ready line's `gateway`
   */
  static async connect(url: string, options: ConnectOptions = {}): Promise<RawGateway> {
    const gateway = new RawGateway(url, options)
    await new Promise<void>((resolve, reject) => {
      gateway.#socket.once('open', resolve)
      gateway.#socket.once('error', reject)
    })
    return gateway
  }

  /** Opens a WebSocket and identifies. Resolves after READY. */
  static async open(url: string, identify: IdentifyOptions, options: ConnectOptions = {}): Promise<RawGateway> {
    const gateway = await RawGateway.connect(url, options)
    await gateway.identify(identify)
    return gateway
  }

  /** Received frames that no call has taken yet, oldest first. */
  get frames(): readonly Frame[] {
    return this.#frames
  }

  /** Sends one message unchecked, so that tests can send invalid ones. */
  send(op: number, d?: unknown): void {
    if (op === Op.IDENTIFY) this.#token = tokenOf(d) ?? this.#token
    this.#socket.send(this.#codec.encode({ op, d }))
  }

  /** Sends bytes that need not be a message. */
  sendRaw(data: string | Buffer): void {
    this.#socket.send(data)
  }

  /**
   * Identifies and returns READY's `d`. Rejects if the server closes instead; a test of that sends op 2 by `send` and
   * awaits `closed`.
   */
  async identify<T = Record<string, unknown>>(options: IdentifyOptions): Promise<T> {
    this.send(Op.IDENTIFY, { intents: 0, properties: { os: 'test', browser: 'test', device: 'test' }, ...options })
    return (await this.next<T>('READY')).d
  }

  /**
   * Takes the first frame that matches, already received or future. Other frames stay for later calls.
   * @throws when none comes in time, or the connection is closed
   */
  async next<E extends EventName>(event: E, options?: { timeoutMs?: number }): Promise<Frame<Events[E]>>
  async next<F extends Frame>(wanted: (frame: Frame) => frame is F, options?: { timeoutMs?: number }): Promise<F>
  async next<T = Record<string, unknown>>(wanted: Wanted, options?: { timeoutMs?: number }): Promise<Frame<T>>
  async next<T>(wanted: Wanted, { timeoutMs = TIMEOUT_MS } = {}): Promise<Frame<T>> {
    const index = this.#frames.findIndex((frame) => fits(frame, wanted))
    const [found] = index < 0 ? [] : this.#frames.splice(index, 1)
    const frame = found ?? (await this.#await(wanted, timeoutMs))
    return frame as unknown as Frame<T> // T is the test's claim about the frame.
  }

  /**
   * Asserts that no frame that matches arrives because of `after`. Without a marker, the fence is a heartbeat's
   * response, which only covers frames that the server had already handed to this connection. A marker event in the
   * same guild proves it outright, since the events of a guild keep their order.
   */
  async none(wanted: Wanted, after: () => Promise<unknown>, marker?: Marker): Promise<void> {
    const before = new Set(this.#frames)
    await after()
    if (marker) {
      await marker.trigger()
      await this.next(marker.event)
    } else await this.heartbeat()
    const unwanted = this.#frames.find((frame) => !before.has(frame) && fits(frame, wanted))
    if (unwanted) throw new Error(`${name(wanted)} came, though it must not: ${JSON.stringify(unwanted.d)}`)
  }

  /** Sends a heartbeat and awaits its response. */
  async heartbeat(): Promise<void> {
    this.send(Op.HEARTBEAT, this.seq)
    await this.next(Op.HEARTBEAT_ACK)
  }

  /**
   * Opens a new connection and sends Resume on it, after this one was dropped or closed. The replay comes first and
   * RESUMED after it: `await resumed.next('RESUMED')`.
   */
  async resume({
    seq = this.seq,
    sessionId = this.sessionId,
    token = this.#token,
  }: {
    seq?: number | null
    sessionId?: string
    token?: string
  } = {}) {
    const resumed = await RawGateway.connect(this.resumeUrl, this.#options)
    resumed.seq = seq
    resumed.sessionId = sessionId
    resumed.#token = token
    resumed.#receiver = this.#receiver
    resumed.send(Op.RESUME, { token, session_id: sessionId, seq })
    return resumed
  }

  /** Closes with a close frame and waits until it is done. 1000 and 1001 end the session; other codes keep it. */
  async close(code = 1000): Promise<Closed> {
    this.#socket.close(code)
    return await this.closed
  }

  /** Cuts the connection without a close frame, as a lost network does. */
  async drop(): Promise<Closed> {
    this.#socket.terminate()
    return await this.closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.drop()
  }

  async #receive(data: Buffer, isBinary: boolean): Promise<void> {
    const frame = await this.#codec.decode(data, isBinary)
    if (typeof frame.s === 'number') this.seq = frame.s
    if (frame.t === 'READY') {
      const ready = frame.d as { session_id: string; resume_gateway_url: string; user?: { bot?: boolean } }
      this.sessionId = ready.session_id
      this.resumeUrl = ready.resume_gateway_url
      this.#receiver = receiverOf(this.#token, ready)
    }
    this.#observe(frame)
    const { onFrame } = this.#options
    if (onFrame) return onFrame(frame)
    const index = this.#waiting.findIndex(({ wanted }) => fits(frame, wanted))
    const [waiting] = index < 0 ? [] : this.#waiting.splice(index, 1)
    if (waiting) waiting.resolve(frame)
    else if (this.#frames.push(frame) > FRAMES_MAX) throw new Error(`over ${FRAMES_MAX} frames that nobody took`)
  }

  /** JSON only: the other encoding has the same payloads, and its ids may be integers. */
  #observe({ op, t: event, d: data }: Frame): void {
    const receiver = this.#receiver
    if (!receiver || op !== Op.DISPATCH || event === null || this.#options.encoding === 'etf') return
    RawGateway.observe?.({ event, data, receiver })
  }

  async #await(wanted: Wanted, timeoutMs: number): Promise<Frame> {
    if (this.#ended) throw new Error(`no ${name(wanted)}: ${this.#ended.message}`)
    const { promise, resolve, reject } = Promise.withResolvers<Frame>()
    const waiting: Waiting = { wanted, resolve, reject }
    this.#waiting.push(waiting)
    const guard = setTimeout(() => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting)
      const others = this.#frames.map((frame) => frame.t ?? `op ${frame.op}`)
      reject(new Error(`no ${name(wanted)} within ${timeoutMs} ms; unread: ${others.join(', ') || 'nothing'}`))
    }, timeoutMs)
    try {
      return await promise
    } finally {
      clearTimeout(guard)
    }
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const { wanted, reject } of this.#waiting.splice(0)) {
      reject(new Error(`no ${name(wanted)}: ${error.message}`, { cause: error }))
    }
  }
}

function address(url: string, { v = 10, encoding = 'json', compress }: ConnectOptions): URL {
  const to = new URL(url)
  if (v !== null) to.searchParams.set('v', String(v))
  if (encoding !== null) to.searchParams.set('encoding', encoding)
  if (compress) to.searchParams.set('compress', compress)
  return to
}

/** Returns the token of an Identify; undefined if there is none, as in a hostile one. */
function tokenOf(identify: unknown): string | undefined {
  const token = (identify as { token?: unknown } | null | undefined)?.token
  return typeof token === 'string' ? token : undefined
}

function receiverOf(token: string, { user }: { user?: { bot?: boolean } }): Receiver {
  if (token.startsWith('Bearer ')) return 'game'
  return user?.bot ? 'bot' : 'person'
}

function fits(frame: Frame, wanted: Wanted): boolean {
  if (typeof wanted === 'function') return wanted(frame)
  return typeof wanted === 'number' ? frame.op === wanted : frame.op === Op.DISPATCH && frame.t === wanted
}

function name(wanted: Wanted): string {
  if (typeof wanted === 'function') return 'frame that fits'
  return typeof wanted === 'number' ? `op ${wanted}` : wanted
}
