import type { ClientContext } from '../client/context.ts'
import { LOCAL_HANDLERS } from './local-handlers.ts'
import type { LocalSession } from './local-session.ts'
import type { Need } from './need.ts'

/** Events that wait for RunCallbacks; further ones are dropped. */
const WAITING_MAX = 100
const SECRET_MAX = 1_000

/** Events of the local client that the game has handlers for. */
export class LocalEvents implements Need {
  readonly #context: ClientContext
  readonly #subscribed = new WeakMap<LocalSession, Set<string>>()
  #waiting = 0

  constructor(context: ClientContext) {
    this.#context = context
  }

  get isWanted(): boolean {
    return this.#wanted().length > 0
  }

  /** Subscribes and unsubscribes a session as the handlers need it. */
  async restore(session: LocalSession): Promise<void> {
    const subscribed = this.#subscribed.get(session) ?? new Set()
    this.#subscribed.set(session, subscribed)
    const wanted = this.#wanted()
    const changes: Promise<unknown>[] = []
    for (const evt of Object.keys(LOCAL_HANDLERS)) {
      if (wanted.includes(evt) === subscribed.has(evt)) continue
      const cmd = subscribed.has(evt) ? 'UNSUBSCRIBE' : 'SUBSCRIBE'
      if (!subscribed.delete(evt)) subscribed.add(evt)
      changes.push(session.request(cmd, {}, { evt }))
    }
    await Promise.all(changes)
  }

  /** Calls the handlers of an event. */
  receive(name: string, data: unknown): void {
    if (!this.#wanted().includes(name) || this.#waiting >= WAITING_MAX) return
    const { handlers, queue, applicationId } = this.#context
    if (name === 'AUTHORIZE_REQUEST') handlers.emit('authorizeRequest')
    else {
      const { secret } = (typeof data === 'object' && data !== null ? data : {}) as { secret?: unknown }
      if (typeof secret !== 'string' || secret === '' || secret.length > SECRET_MAX) return
      handlers.emit('activityJoin', secret)
      handlers.emit('activityJoinWithApplication', applicationId, secret)
    }
    this.#waiting += 1
    queue.post(() => {
      this.#waiting -= 1
    })
  }

  #wanted(): string[] {
    const { handlers } = this.#context
    return Object.keys(LOCAL_HANDLERS).filter((event) => LOCAL_HANDLERS[event]?.some((name) => handlers.has(name)))
  }
}
