import type { Bus, Event } from '../../kernel/event.ts'

/** The bus of a single process: listeners receive events at once, in commit order. */
export function memoryBus(): Bus {
  const listeners = new Set<(event: Event) => void>()
  const commitListeners = new Set<(event: Event) => void>()
  return {
    committed(events) {
      for (const event of events) for (const listener of commitListeners) listener(event)
    },
    listenToCommits(listener) {
      commitListeners.add(listener)
    },
    publish(events) {
      for (const event of events) for (const listener of listeners) listener(event)
    },
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
