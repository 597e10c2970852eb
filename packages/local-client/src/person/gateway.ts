import { CloseCode, GatewayOp } from '@guildhall/protocol'
import WebSocket from 'ws'

/** Close code that keeps the session resumable. */
const RECONNECTING = 4000
/** Pauses before attempts to connect again; the last one repeats. */
const RETRY_MS = [250, 1_000, 2_000, 4_000]

interface Payload {
  readonly op: number
  readonly d: unknown
  readonly s: number | null
  readonly t: string | null
}

export interface PersonGatewayParts {
  readonly url: string
  readonly token: string
  readonly onDispatch: (event: string, data: unknown) => void
  /** Called once, when the token is refused: connecting again would not help. */
  readonly onSignedOut: () => void
}

/** The gateway session of a person. It connects again by itself, and resumes. */
export class PersonGateway {
  readonly #parts: PersonGatewayParts
  #socket: WebSocket | null = null
  #session: { id: string; url: string } | null = null
  #sequence: number | null = null
  #heartbeat: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #acknowledged = true
  #failures = 0
  #isReady = false
  #isClosed = false
  /** Heartbeats that are not acknowledged yet, with what to call then. */
  #heartbeats: (() => void)[] = []

  constructor(parts: PersonGatewayParts) {
    this.#parts = parts
    this.#connect()
  }

  /** Id of the session; null before READY. */
  get sessionId(): string | null {
    return this.#session?.id ?? null
  }

  /** Sends a command. Returns false without a session: the caller sends its state again after READY or RESUMED. */
  send(op: number, data: unknown): boolean {
    if (!this.#isReady) return false
    this.#write(op, data)
    return true
  }

  /** Resolves once the platform has read what was sent before, or the connection is lost. */
  settled(): Promise<void> {
    if (!this.#isReady) return Promise.resolve()
    return new Promise((resolve) => {
      this.#sendHeartbeat(resolve)
    })
  }

  #sendHeartbeat(acknowledged: () => void = () => undefined): void {
    this.#heartbeats.push(acknowledged)
    this.#write(GatewayOp.HEARTBEAT, this.#sequence)
  }

  /** Ends the session. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
    clearInterval(this.#heartbeat)
    this.#socket?.close(1000)
  }

  #connect(): void {
    if (this.#isClosed) return
    const socket = new WebSocket(`${this.#session?.url ?? this.#parts.url}/?v=10&encoding=json`)
    this.#socket = socket
    socket.on('message', (data) => {
      const payload = readPayload(String(data))
      // A proxy may answer in place of the platform.
      if (payload) this.#receive(socket, payload)
      else socket.terminate()
    })
    socket.on('close', (code) => this.#lost(socket, code))
    // `close` follows each error.
    socket.on('error', () => {})
  }

  #lost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return
    this.#socket = null
    this.#isReady = false
    clearInterval(this.#heartbeat)
    for (const settle of this.#heartbeats.splice(0)) settle()
    if (this.#isClosed) return
    if (code === CloseCode.AUTHENTICATION_FAILED) {
      this.close()
      return this.#parts.onSignedOut()
    }
    const pause = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0
    this.#failures += 1
    this.#retry = setTimeout(() => this.#connect(), pause)
  }

  #receive(socket: WebSocket, { op, d, s, t }: Payload): void {
    if (socket !== this.#socket) return
    if (s !== null) this.#sequence = s
    switch (op) {
      case GatewayOp.HELLO:
        this.#beat((d as { heartbeat_interval: number }).heartbeat_interval)
        return this.#start()
      case GatewayOp.HEARTBEAT:
        return this.#sendHeartbeat()
      case GatewayOp.HEARTBEAT_ACK:
        this.#acknowledged = true
        return this.#heartbeats.shift()?.()
      case GatewayOp.RECONNECT:
        return socket.close(RECONNECTING)
      case GatewayOp.INVALID_SESSION:
        if (d !== true) this.#session = null
        return socket.close(RECONNECTING)
      case GatewayOp.DISPATCH:
        return this.#dispatched(t ?? '', d)
    }
  }

  #dispatched(event: string, data: unknown): void {
    if (event === 'READY') {
      const { session_id, resume_gateway_url } = data as { session_id: string; resume_gateway_url: string }
      this.#session = { id: session_id, url: resume_gateway_url.replace(/\/+$/, '') }
    }
    if (event === 'READY' || event === 'RESUMED') {
      this.#failures = 0
      this.#isReady = true
    }
    this.#parts.onDispatch(event, data)
  }

  #start(): void {
    const { token } = this.#parts
    if (this.#session && this.#sequence !== null)
      return this.#write(GatewayOp.RESUME, { token, session_id: this.#session.id, seq: this.#sequence })
    const properties = { os: process.platform, browser: 'Guildhall local client', device: '' }
    this.#write(GatewayOp.IDENTIFY, { token, intents: 0, properties, large_threshold: 250 })
  }

  #beat(intervalMs: number): void {
    clearInterval(this.#heartbeat)
    this.#acknowledged = true
    this.#heartbeat = setInterval(() => {
      if (!this.#acknowledged) return this.#socket?.terminate()
      this.#acknowledged = false
      this.#sendHeartbeat()
    }, intervalMs)
  }

  #write(op: number, data: unknown): void {
    this.#socket?.send(JSON.stringify({ op, d: data }))
  }
}

function readPayload(text: string): Payload | null {
  try {
    const payload = JSON.parse(text) as Payload | null
    return typeof payload?.op === 'number' ? payload : null
  } catch {
    return null
  }
}
