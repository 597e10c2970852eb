import type { HarvestTable } from '../../../kernel/store/lifecycle-tables.ts'

/** A package of a person's data. */
export type Harvest = HarvestTable

/** HarvestStatus of the protocol. */
export const HarvestStatus = { QUEUED: 0, RUNNING: 1, FAILED: 2, COMPLETED: 3 } as const

/** Parts of a package, by the names of the protocol. */
export const BACKENDS = ['users', 'guilds', 'messages'] as const

const DAY_MS = 86_400_000
/** Time in which a person may ask once. */
export const ONCE_IN_MS = DAY_MS
/** Time for which a package can be downloaded. */
export const KEPT_MS = 7 * DAY_MS

/** Returns the key of the file of a package. */
export const harvestKey = (id: bigint): string => `harvests/${id}`

/** Whether the time of a package is over, also before its job has removed it. */
export function isExpired({ completed_at }: Harvest, now: number): boolean {
  return completed_at !== null && completed_at + KEPT_MS <= now
}
