import type { Handlers, HandlerTypes } from '../callbacks/handlers.ts'
import { type ClientBase, partsOf } from '../client/base.ts'
import { ErrorType } from '../enums/index.ts'
import { failed } from '../result.ts'
import { SocialError } from './ok.ts'

/** Events that an iterator keeps for a loop that is slower; the oldest ones are dropped. */
const EVENTS_WAITING_MAX = 1_000

type Name = keyof HandlerTypes
type Arguments<N extends Name> = Parameters<HandlerTypes[N]>

/** Events of a Client. Their names are those of the `Set…Callback` methods: `messageCreated`, `statusChanged`. */
export interface ClientEvents {
  /** Calls a listener for each event of a name, beside the handler of the game. Returns a function that ends it. */
  on<N extends Name>(name: N, listener: HandlerTypes[N]): () => void
  /**
   * Resolves with the arguments of the next event of a name.
   * @throws SocialError ClientDestroyed at the end of the Client; the signal's reason when it is aborted
   */
  once<N extends Name>(name: N, options?: { signal?: AbortSignal }): Promise<Arguments<N>>
  /** Returns the events of a name one after the other, until the Client ends or the signal is aborted. */
  iterate<N extends Name>(name: N, options?: { signal?: AbortSignal }): AsyncIterableIterator<Arguments<N>>
}

/** Returns the events of a Client. Listeners are called by RunCallbacks. */
export function events(client: ClientBase): ClientEvents {
  const { handlers, ended } = partsOf(client).context
  const untilEnd = (signal: AbortSignal | undefined) => (signal ? AbortSignal.any([ended, signal]) : ended)
  return {
    on: (name, listener) => handlers.listen(name, listener),
    async once(name, { signal } = {}) {
      for await (const given of iterate(handlers, name, untilEnd(signal))) return given
      signal?.throwIfAborted()
      throw new SocialError(failed(ErrorType.ClientDestroyed, 'The Client has ended.'))
    },
    iterate: (name, { signal } = {}) => iterate(handlers, name, untilEnd(signal)),
  }
}

/** Listens from now on, and gives the events one after the other until a signal is aborted. */
function iterate<N extends Name>(
  handlers: Handlers,
  name: N,
  stopped: AbortSignal,
): AsyncIterableIterator<Arguments<N>> {
  const waiting: Arguments<N>[] = []
  let wake = () => {}
  let hasEnded = false
  const stop = handlers.listen(name, ((...given: Arguments<N>) => {
    waiting.push(given)
    if (waiting.length > EVENTS_WAITING_MAX) waiting.shift()
    wake()
  }) as HandlerTypes[N])
  const end = () => {
    hasEnded = true
    stop()
    wake()
  }
  if (stopped.aborted) end()
  stopped.addEventListener('abort', end, { once: true })
  return {
    async next() {
      while (waiting.length === 0 && !hasEnded) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        await promise
      }
      const value = waiting.shift()
      return value === undefined ? { value, done: true } : { value, done: false }
    },
    async return() {
      stopped.removeEventListener('abort', end)
      end()
      waiting.length = 0
      return { value: undefined, done: true }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
