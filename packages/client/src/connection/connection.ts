import { GatewayOp } from '@guildhall/protocol/constants'
import type { EventName } from '../contract/contract.ts'
import type { Events } from '../contract/generated/events.ts'
import type { Decompressor } from './compression.ts'
import { pauseMs } from './retry.ts'
import { SendPace } from './send-pace.ts'
import {
  type ConnectionEffect,
  type ConnectionInput,
  type ConnectionRules,
  type ConnectionStatus,
  type Frame,
  KEEPS_SESSION,
  stepConnection,
  type Timer,
  UNCONNECTED,
} from './state.ts'

/** `readyState` of a WebSocket that can send. */
const OPEN = 1

/** The part of a WebSocket that a connection uses. Implementations declare its handlers in different ways. */
export interface Socket {
  readonly readyState: number
  binaryType: string
  onopen: unknown
  onmessage: unknown
  onclose: unknown
  onerror: unknown
  send(text: string): void
  close(code?: number): void
}

export interface ConnectionOptions {
  /** Address of the gateway, as `GET /gateway` returns it. */
  readonly url: string
  /** `Bearer …` for a game; bots and people send the token alone. */
  readonly token: string
  /** Returns the fields of Identify besides the token: intents, properties, presence. Called for each new session. */
  readonly identify: () => object
  /** Receives every dispatch in order, also those that no listener of `on` names. */
  readonly onDispatch?: (name: string, data: unknown) => void
  /** `code` is the close code where the status follows from the end of a socket. */
  readonly onStatus?: (status: ConnectionStatus, code?: number) => void
  /** Called whenever a socket has opened, before READY. */
  readonly onOpened?: () => void
  /**
   * Called once when the connection ended without `close`: the platform refused the token (4004) or the session, and
   * another attempt would not help. `code` is null if a session could not be continued.
   */
  readonly onEnd?: (code: number | null, why: string) => void
  /** Default: true. A client behind its own proxy always connects to `url`. */
  readonly usesResumeUrl?: boolean
  /** Whether another session begins after one that cannot be continued. Default: true. */
  readonly renews?: boolean
  /** Failed attempts in a row after which the connection ends. Default: no limit. */
  readonly attemptsMax?: number
  /** Returns the pause before an attempt. Default: `pauseMs`, with jitter. */
  readonly pause?: ConnectionRules['pause']
  /** Decompresses what the platform sends; see `loadCompression`. Default: no compression. */
  readonly decompressor?: () => Decompressor
  /** Opens a WebSocket. Default: the one of the runtime. */
  readonly openSocket?: (url: string) => Socket
}

type Listener = (data: never) => void

/** One gateway session. It connects by itself, resumes after a loss and sends heartbeats. */
export class GatewayConnection {
  readonly #options: ConnectionOptions
  #rules: ConnectionRules
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #timers = new Map<Timer, ReturnType<typeof setTimeout>>()
  readonly #pace = new SendPace((op, data) => this.#write(op, data))
  #state = UNCONNECTED
  #socket: Socket | null = null
  #decompressor: Decompressor | undefined
  /** Callbacks of heartbeats that are not acknowledged yet; null for those of the interval. */
  #acknowledgements: (((isAcknowledged: boolean) => void) | null)[] = []
  /** Inputs that effects of a step cause wait until the step is done. */
  #inputs: ConnectionInput[] = []
  #isStepping = false
  #isClosed = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#rules = {
      usesResumeUrl: true,
      renews: true,
      attemptsMax: Number.POSITIVE_INFINITY,
      pause: pauseMs,
      random: Math.random,
      ...options,
    }
    this.#step({ kind: 'connect' })
  }

  get status(): ConnectionStatus {
    return this.#state.status
  }

  /** Id of the session, for requests that name it; null before READY. */
  get sessionId(): string | null {
    return this.#state.session?.id ?? null
  }

  /** Calls a listener for each dispatch of a name. Returns a function that ends it. */
  on<Name extends EventName>(name: Name, listener: (data: Events[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /**
   * Sends a command, later if the platform would take no more of them now. Returns false without a session: the caller
   * sends its state again after READY or RESUMED.
   */
  send(op: number, data: unknown): boolean {
    if (this.#state.status !== 'ready') return false
    this.#pace.send(op, data)
    return true
  }

  /**
   * Resolves with true once the platform has read what was sent before, and has sent what happened before it. Resolves
   * with false when the connection is lost, and without a session.
   */
  flush(): Promise<boolean> {
    if (this.#state.status !== 'ready') return Promise.resolve(false)
    return new Promise((resolve) => this.#heartbeat(this.#state.seq, resolve))
  }

  /** Goes on with another token of the same user, from the next Identify or Resume on. */
  useToken(token: string): void {
    this.#rules = { ...this.#rules, token }
  }

  /** Tries to connect now instead of after the pause, such as when the network is back. */
  retryNow(): void {
    this.#step({ kind: 'connect' })
  }

  /** Leaves a connection that is known to be dead, such as when the network is gone. */
  lose(): void {
    this.#step({ kind: 'lost' })
  }

  /** Ends the session, unless a code keeps it. */
  close(code = 1000): void {
    this.#isClosed = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#release(code)
    this.#state = { ...this.#state, status: 'ended', session: null }
  }

  #step(input: ConnectionInput): void {
    this.#inputs.push(input)
    if (this.#isStepping) return
    this.#isStepping = true
    try {
      for (let next = this.#inputs.shift(); next && !this.#isClosed; next = this.#inputs.shift()) {
        const before = this.#state.status
        const { state, effects } = stepConnection(this.#state, next, performance.now(), this.#rules)
        this.#state = state
        if (next.kind === 'opened') this.#options.onOpened?.()
        if (state.status !== before || next.kind === 'connect')
          this.#options.onStatus?.(state.status, next.kind === 'closed' ? next.code : undefined)
        for (const effect of effects) this.#carryOut(effect)
      }
    } finally {
      this.#isStepping = false
    }
  }

  #carryOut(effect: ConnectionEffect): void {
    if (this.#isClosed) return
    switch (effect.kind) {
      case 'open':
        return this.#open(effect.url)
      case 'send':
        return effect.op === GatewayOp.HEARTBEAT ? this.#heartbeat(effect.d, null) : this.#write(effect.op, effect.d)
      case 'cut':
        return this.#release(KEEPS_SESSION)
      case 'acknowledged':
        return this.#acknowledgements.shift()?.(true)
      case 'start':
        return this.#start(effect.timer, effect.ms)
      case 'stop':
        return clearTimeout(this.#timers.get(effect.timer))
      case 'dispatch':
        return this.#dispatch(effect.name, effect.data)
      case 'end':
        return this.#options.onEnd?.(effect.code, effect.why)
    }
  }

  #start(timer: Timer, ms: number): void {
    clearTimeout(this.#timers.get(timer))
    const kind = INPUT_OF[timer]
    const handle = setTimeout(() => this.#step({ kind }), ms)
    this.#timers.set(timer, handle)
    // A Node process does not stay for the timers of a connection whose socket keeps it.
    if (timer !== 'retry' && typeof handle === 'object') handle.unref()
  }

  #open(url: string): void {
    const { decompressor, openSocket = defaultSocket } = this.#options
    this.#decompressor = decompressor?.()
    const address = new URL(url)
    address.searchParams.set('v', '10')
    address.searchParams.set('encoding', 'json')
    if (this.#decompressor) address.searchParams.set('compress', this.#decompressor.name)
    const socket = openSocket(address.href)
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    const step = (input: ConnectionInput) => {
      if (socket === this.#socket) this.#step(input)
    }
    socket.onopen = () => step({ kind: 'opened' })
    socket.onmessage = ({ data }: { data: unknown }) => this.#receive(data, step)
    // `close` follows each error.
    socket.onerror = () => {}
    socket.onclose = ({ code, reason }: { code: number; reason: string }) => {
      if (socket !== this.#socket) return
      this.#release(KEEPS_SESSION)
      this.#step({ kind: 'closed', code, reason })
    }
  }

  #receive(data: unknown, step: (input: ConnectionInput) => void): void {
    const read = (text: string) => {
      const frame = frameOf(text)
      // A proxy may answer in place of the platform.
      step(frame ? { kind: 'frame', frame } : { kind: 'lost' })
    }
    if (!this.#decompressor) return read(String(data))
    this.#decompressor.push(new Uint8Array(data as ArrayBuffer), read, () => step({ kind: 'lost' }))
  }

  #dispatch(name: string, data: unknown): void {
    this.#options.onDispatch?.(name, data)
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener(data as never)
  }

  #heartbeat(seq: unknown, acknowledged: ((isAcknowledged: boolean) => void) | null): void {
    this.#acknowledgements.push(acknowledged)
    this.#write(GatewayOp.HEARTBEAT, seq)
  }

  #write(op: number, d: unknown): void {
    this.#pace.note()
    // A browser reports a message to a socket that ends as an error of the page.
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify({ op, d }))
  }

  /** Closes the socket and forgets it, with what waits for it. */
  #release(code: number): void {
    const socket = this.#socket
    this.#socket = null
    this.#pace.clear()
    this.#decompressor?.close()
    for (const acknowledged of this.#acknowledgements.splice(0)) acknowledged?.(false)
    if (!socket) return
    socket.onopen = null
    socket.onmessage = null
    socket.onclose = null
    socket.close(code)
  }
}

const INPUT_OF = { hello: 'lost', beat: 'beat', retry: 'connect' } as const

function defaultSocket(url: string): Socket {
  return new WebSocket(url)
}

function frameOf(text: string): Frame | null {
  try {
    const frame = JSON.parse(text) as Frame | null
    return typeof frame?.op === 'number' ? frame : null
  } catch {
    return null
  }
}
