import { WebSocket } from 'ws'

/** Dispatches that a session keeps for tools that read them. */
const KEPT_MAX = 500
const READY_MAX_MS = 20_000
/** Dispatches that concern what a person sees of applications. */
const KEPT_EVENTS = ['MESSAGE_CREATE', 'MESSAGE_UPDATE', 'INTERACTION_MODAL_CREATE', 'INTERACTION_FAILURE']

export interface SeenEvent {
  type: string
  data: Record<string, unknown>
}

/** A gateway session of a person, which keeps the latest messages and modals that the person sees. */
export class PersonSession {
  readonly token: string
  readonly #socket: WebSocket
  readonly #events: SeenEvent[] = []
  readonly #waiting = new Set<() => void>()
  #heartbeat: NodeJS.Timeout | undefined
  #seq: number | null = null
  #id = ''
  #userId = ''

  private constructor(gateway: string, token: string) {
    this.token = token
    this.#socket = new WebSocket(`${gateway}?v=10&encoding=json`)
    this.#socket.on('error', () => this.#socket.terminate())
    this.#socket.on('close', () => {
      clearInterval(this.#heartbeat)
      this.#changed()
    })
  }

  /** Opens a session, and returns it when it is ready. */
  static async open(gateway: string, token: string): Promise<PersonSession> {
    const session = new PersonSession(gateway, token)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new Error('the gateway sent no READY')), READY_MAX_MS)
    session.#socket.on('message', (text) => session.#receive(JSON.parse(String(text)), resolve))
    session.#socket.on('close', (code) => reject(new Error(`the gateway closed with ${code}`)))
    try {
      await promise
      return session
    } catch (error) {
      session.close()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  get id(): string {
    return this.#id
  }

  /** The person. */
  get userId(): string {
    return this.#userId
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /**
   * Takes the first kept event that matches, waiting for it; null after the time, when the session ends, or once
   * `signal` is aborted.
   */
  async take(
    matches: (event: SeenEvent) => boolean,
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  ): Promise<SeenEvent | null> {
    const end = performance.now() + timeoutMs
    const aborted = () => this.#changed()
    signal.addEventListener('abort', aborted)
    try {
      return await this.#taken(matches, { end, signal })
    } finally {
      signal.removeEventListener('abort', aborted)
    }
  }

  async #taken(
    matches: (event: SeenEvent) => boolean,
    { end, signal }: { end: number; signal: AbortSignal },
  ): Promise<SeenEvent | null> {
    for (;;) {
      if (signal.aborted) return null
      const index = this.#events.findIndex(matches)
      if (index >= 0) return this.#events.splice(index, 1)[0] ?? null
      const leftMs = end - performance.now()
      if (leftMs <= 0 || !this.isOpen) return null
      await this.#change(leftMs)
    }
  }

  /** Kept events that no tool has taken. */
  get unread(): readonly SeenEvent[] {
    return this.#events
  }

  close(): void {
    clearInterval(this.#heartbeat)
    this.#socket.terminate()
  }

  #receive(frame: { op: number; t: string | null; s: number | null; d: unknown }, ready: () => void): void {
    const data = frame.d as Record<string, unknown>
    if (frame.op === 10) {
      this.#heartbeat = setInterval(() => this.#send(1, this.#seq), Number(data.heartbeat_interval))
      this.#send(2, { token: this.token, intents: 0, properties: {} })
    }
    if (frame.op === 1) this.#send(1, this.#seq)
    // The session has ended: another world has taken its place. The next use opens another one.
    if (frame.op === 9) this.#socket.terminate()
    if (frame.op !== 0) return
    this.#seq = frame.s
    if (frame.t === 'READY') {
      this.#id = String(data.session_id)
      this.#userId = (data.user as { id: string }).id
      ready()
    }
    if (!KEPT_EVENTS.includes(frame.t ?? '')) return
    this.#events.push({ type: frame.t ?? '', data })
    if (this.#events.length > KEPT_MAX) this.#events.shift()
    this.#changed()
  }

  #send(op: number, d: unknown): void {
    if (this.isOpen) this.#socket.send(JSON.stringify({ op, d }))
  }

  #change(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#waiting.delete(done)
        resolve()
      }
      const timer = setTimeout(done, timeoutMs)
      this.#waiting.add(done)
    })
  }

  #changed(): void {
    for (const done of [...this.#waiting]) done()
  }
}
