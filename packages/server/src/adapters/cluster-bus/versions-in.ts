import type { Event, Topic } from '../../kernel/event.ts'
import type { VersionEvents } from './event-order.ts'

/** Returns events by topic and version, in the order in which each topic appears first. */
export function versionsIn(events: readonly Event[]): readonly VersionEvents[] {
  const [first, ...others] = events
  if (!first) return []
  if (others.length === 0) return [{ topic: first.topic, version: first.version, events: [first] }]
  const byTopic = new Map<Topic, { topic: Topic; version: number; events: Event[] }>()
  for (const event of events) {
    const known = byTopic.get(event.topic)
    if (known) known.events.push(event)
    else byTopic.set(event.topic, { topic: event.topic, version: event.version, events: [event] })
  }
  return [...byTopic.values()]
}
