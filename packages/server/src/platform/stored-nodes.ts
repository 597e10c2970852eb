import { LeaseStatement } from '../adapters/postgres/lease-rows.ts'
import type { LiveNode } from '../kernel/lease.ts'

/** Reads the live nodes of a database; none of one that no process with this table has used. */
export async function storedNodes(query: (text: string) => Promise<readonly object[]>): Promise<LiveNode[]> {
  const [table] = (await query("SELECT to_regclass('nodes') IS NOT NULL AS exists")) as { exists: boolean }[]
  return table?.exists ? ([...(await query(LeaseStatement.live))] as LiveNode[]) : []
}
