import type { Bus, Event } from '../../kernel/event.ts'

/** The bus of a single process: listeners receive events at once, in commit order. */
export function memoryBus(): Bus {
  const listeners = new Set<(event: Event) => void>()
  return {
    publish(events) {
      for (const event of events) for (const listener of listeners) listener(event)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      listeners.clear()
    },
  }
}
