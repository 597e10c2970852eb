import type { Lease } from '../../kernel/lease.ts'
import type { NodeMetrics } from '../../kernel/metrics.ts'
import type { BusCounts } from '../../kernel/shared-topics.ts'
import type { Exposition } from './exposition.ts'

/** Adds the metrics of a lease; nothing on the embedded store. */
export async function addLease(text: Exposition, lease: Lease | null): Promise<void> {
  if (lease === null) return
  const nodes = (await lease.liveNodes()).length
  text.add('gauge', 'guildhall_cluster_nodes', 'Processes with a valid lease of the database.', nodes)
  const age = lease.ageMs() / 1_000
  text.add('gauge', 'guildhall_lease_age_seconds', 'Time since the lease was renewed. It ends after 10 s.', age)
  text.add('counter', 'guildhall_lease_lost_total', 'Times at which the lease had ended.', lease.lapses)
}

/** Adds the metrics of the bus between nodes; nothing for a process that is alone. */
export function addBus(text: Exposition, counts: Readonly<BusCounts> | null): void {
  if (counts === null) return
  const messages = [
    { labels: { direction: 'sent' }, value: counts.sent },
    { labels: { direction: 'received' }, value: counts.received },
  ]
  text.add('gauge', 'guildhall_bus_connected', 'Whether NATS carries events between nodes.', Number(counts.connected))
  text.add('counter', 'guildhall_bus_messages_total', 'Messages between nodes.', messages)
  text.add('counter', 'guildhall_bus_gaps_total', 'Times at which an event of another node was late.', counts.gaps)
  const help = 'Events of other nodes that NATS did not bring and the database did.'
  text.add('counter', 'guildhall_bus_repaired_events_total', help, counts.repaired)
}

/** Adds the metrics of one of several nodes. */
export function addNode(text: Exposition, nodes: NodeMetrics, sessions: number): void {
  const moves = [...nodes.sessionMoves.entries()].map(([result, value]) => ({ labels: { result }, value }))
  text.add('counter', 'guildhall_session_moves_total', 'Sessions that moved, were kept, or could not be had.', moves)
  text.add(
    'counter',
    'guildhall_sessions_lost_total',
    'Sessions of lost nodes that this one ended.',
    nodes.sessionsLost,
  )
  const left = nodes.isDraining ? sessions : 0
  text.add('gauge', 'guildhall_drain_sessions_left', 'Sessions that are still to move during a drain.', left)
  const help = 'Time from the commit of events at another node to the sockets, where NATS brought them.'
  text.durations('guildhall_event_delay_seconds', help, nodes.eventDelays)
}
