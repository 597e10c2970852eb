import { type Events, GatewayConnection, type Socket } from '@guildhall/client'
import { WebSocket } from 'ws'

/** Dispatches that a session keeps for tools that read them. */
const KEPT_MAX = 500
const READY_MAX_MS = 20_000
/** Failed attempts after which a session has ended; the next use opens another one. */
const ATTEMPTS_MAX = 3
/** Dispatches that concern what a person sees of applications. */
const KEPT_EVENTS = ['MESSAGE_CREATE', 'MESSAGE_UPDATE', 'INTERACTION_MODAL_CREATE', 'INTERACTION_FAILURE'] as const

type KeptEvent = (typeof KEPT_EVENTS)[number]

export interface SeenEvent {
  type: string
  data: Record<string, unknown>
}

/** A gateway session of a person, which keeps the latest messages and modals that the person sees. */
export class PersonSession {
  readonly token: string
  readonly #connection: GatewayConnection
  readonly #events: SeenEvent[] = []
  readonly #waiting = new Set<() => void>()
  readonly #ready = Promise.withResolvers<void>()
  #userId = ''

  private constructor(gateway: string, token: string) {
    this.token = token
    this.#connection = new GatewayConnection({
      url: gateway,
      token,
      identify: () => ({ intents: 0, properties: {} }),
      // Another world that takes the place of this one ends the session.
      renews: false,
      attemptsMax: ATTEMPTS_MAX,
      openSocket: (url): Socket => new WebSocket(url),
      onEnd: (_code, why) => {
        this.#ready.reject(new Error(why))
        this.#changed()
      },
    })
    this.#connection.on('READY', ({ user }) => {
      this.#userId = user.id
      this.#ready.resolve()
    })
    for (const type of KEPT_EVENTS) this.#connection.on(type, (data) => this.#keep(type, data))
  }

  /** Opens a session, and returns it when it is ready. */
  static async open(gateway: string, token: string): Promise<PersonSession> {
    const session = new PersonSession(gateway, token)
    const timer = setTimeout(() => session.#ready.reject(new Error('the gateway sent no READY')), READY_MAX_MS)
    try {
      await session.#ready.promise
      return session
    } catch (error) {
      session.close()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  get id(): string {
    return this.#connection.sessionId ?? ''
  }

  /** The person. */
  get userId(): string {
    return this.#userId
  }

  get isOpen(): boolean {
    return this.#connection.status !== 'ended'
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
    this.#connection.close()
    this.#changed()
  }

  #keep(type: KeptEvent, data: Events[KeptEvent]): void {
    this.#events.push({ type, data })
    if (this.#events.length > KEPT_MAX) this.#events.shift()
    this.#changed()
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
