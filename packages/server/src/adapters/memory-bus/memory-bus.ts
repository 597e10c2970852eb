import type { Bus } from '../../kernel/bus.ts'
import type { Event } from '../../kernel/event.ts'

/** The bus of a single process: listeners receive events at once, in commit order. */
export function memoryBus(): Bus {
  const listeners = new Set<(event: Event) => void>()
  const commitListeners = new Set<(event: Event) => void>()
  const publish = (events: readonly Event[]) => {
    for (const event of events) for (const listener of listeners) listener(event)
  }
  return {
    shared: null,
    committed(events) {
      for (const listener of commitListeners) for (const event of events) listener(event)
    },
    listenToCommits(listener) {
      commitListeners.add(listener)
    },
    publish,
    publishHere: publish,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      listeners.clear()
      commitListeners.clear()
    },
  }
}
