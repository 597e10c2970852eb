import { CloseCode, GatewayOp } from '@guildhall/protocol'
import { helloTimeoutMs, pauseMs } from './retry.ts'

/** A frame of the gateway. */
interface Frame {
  op: number
  d: unknown
  s: number | null
  t: string | null
}

export type ConnectionStatus = 'connecting' | 'ready' | 'offline'

export interface ConnectionParts {
  token: string
  url: string
  /** Returns the presence with which a session begins. */
  presence: () => unknown
  onDispatch: (name: string, data: unknown) => void
  onStatus: (status: ConnectionStatus) => void
  /** Called once the token is not valid any more. */
  onSignedOut: () => void
}

/** The gateway connection of one person. It connects again by itself and resumes its session. */
export class GatewayConnection {
  readonly #parts: ConnectionParts
  #socket: WebSocket | null = null
  #sessionId: string | null = null
  #seq: number | null = null
  #heartbeat: ReturnType<typeof setInterval> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #impatience: ReturnType<typeof setTimeout> | undefined
  #acknowledged = true
  /** Time at which the last attempt began. */
  #attemptAt = 0
  #failures = 0
  #ready = false
  #closed = false
  readonly #retryNow = () => this.#connectSoon(0)
  // A browser that goes offline leaves the socket open, and nothing would be noticed until the next heartbeat.
  readonly #loseNow = () => this.#reconnect()

  constructor(parts: ConnectionParts) {
    this.#parts = parts
    addEventListener('online', this.#retryNow)
    addEventListener('offline', this.#loseNow)
    this.#connect()
  }

  /** Sends a command, unless there is no session at the moment. Returns whether it was sent. */
  send(op: number, data: unknown): boolean {
    if (!this.#ready || this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify({ op, d: data }))
    return true
  }

  /** Ends the session. */
  close(): void {
    this.#closed = true
    removeEventListener('online', this.#retryNow)
    removeEventListener('offline', this.#loseNow)
    clearTimeout(this.#retry)
    clearTimeout(this.#impatience)
    clearInterval(this.#heartbeat)
    this.#socket?.close(1000)
  }

  #connect(): void {
    if (this.#closed) return
    this.#parts.onStatus(this.#failures === 0 ? 'connecting' : 'offline')
    this.#attemptAt = performance.now()
    const socket = new WebSocket(this.#parts.url)
    this.#socket = socket
    clearTimeout(this.#impatience)
    this.#impatience = setTimeout(() => this.#reconnect(), helloTimeoutMs(this.#failures))
    // Without waiting for HELLO, which comes a turn of the server's event loop later.
    socket.onopen = () => this.#start(socket)
    socket.onmessage = ({ data }) => this.#receive(socket, JSON.parse(data as string) as Frame)
    socket.onclose = ({ code }) => this.#lost(socket, code)
  }

  #connectSoon(delayMs: number): void {
    if (this.#closed || this.#socket) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#connect(), delayMs)
  }

  #lost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return
    this.#socket = null
    this.#ready = false
    clearTimeout(this.#impatience)
    clearInterval(this.#heartbeat)
    if (this.#closed) return
    if (code === CloseCode.AUTHENTICATION_FAILED) {
      this.close()
      return this.#parts.onSignedOut()
    }
    const pause = pauseMs(this.#failures, performance.now() - this.#attemptAt)
    this.#failures += 1
    this.#parts.onStatus('offline')
    this.#connectSoon(pause)
  }

  #receive(socket: WebSocket, { op, d, s, t }: Frame): void {
    if (socket !== this.#socket) return
    if (s !== null) this.#seq = s
    switch (op) {
      case GatewayOp.HELLO:
        clearTimeout(this.#impatience)
        return this.#beat((d as { heartbeat_interval: number }).heartbeat_interval)
      case GatewayOp.HEARTBEAT:
        return this.#sendHeartbeat()
      case GatewayOp.HEARTBEAT_ACK:
        this.#acknowledged = true
        return
      case GatewayOp.RECONNECT:
        return this.#reconnect()
      case GatewayOp.INVALID_SESSION:
        if (d !== true) this.#sessionId = null
        return this.#reconnect()
      case GatewayOp.DISPATCH:
        return this.#dispatched(t ?? '', d)
    }
  }

  #dispatched(name: string, data: unknown): void {
    if (name === 'READY' || name === 'RESUMED') {
      if (name === 'READY') this.#sessionId = (data as { session_id: string }).session_id
      this.#failures = 0
      this.#ready = true
      this.#parts.onStatus('ready')
    }
    this.#parts.onDispatch(name, data)
  }

  #start(socket: WebSocket): void {
    const { token } = this.#parts
    const resumed = this.#sessionId !== null && this.#seq !== null
    const data = resumed
      ? { token, session_id: this.#sessionId, seq: this.#seq }
      : {
          token,
          intents: 0,
          properties: { os: 'web', browser: 'Guildhall web', device: '' },
          large_threshold: 250,
          presence: this.#parts.presence(),
        }
    socket.send(JSON.stringify({ op: resumed ? GatewayOp.RESUME : GatewayOp.IDENTIFY, d: data }))
  }

  #beat(intervalMs: number): void {
    clearInterval(this.#heartbeat)
    this.#acknowledged = true
    this.#heartbeat = setInterval(() => {
      if (!this.#acknowledged) return this.#reconnect()
      this.#sendHeartbeat()
    }, intervalMs)
  }

  #sendHeartbeat(): void {
    this.#acknowledged = false
    this.#socket?.send(JSON.stringify({ op: GatewayOp.HEARTBEAT, d: this.#seq }))
  }

  #reconnect(): void {
    const socket = this.#socket
    if (!socket) return
    // 4000 keeps the session resumable; 1000 would end it.
    socket.close(4000)
    this.#lost(socket, 4000)
  }
}
