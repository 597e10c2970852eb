import type { Lease } from '../../kernel/lease.ts'
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
