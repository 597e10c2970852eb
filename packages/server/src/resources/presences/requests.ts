import { type Instant, STATUSES } from '@guildhall/protocol'
import type { SessionPresence } from '../../kernel/model.ts'
import { readActivity } from './activity-requests.ts'

const ACTIVITIES_MAX = 10

/**
 * Parses the `d` of op 3 or the `presence` of Identify. Returns null if it is invalid; drops invalid activities.
 * [ACT-2]
 */
export function readPresence(
  data: unknown,
  options: { bot: boolean; client: string; now: Instant },
): SessionPresence | null {
  if (typeof data !== 'object' || data === null) return null
  const { status, activities } = data as { status?: unknown; activities?: unknown }
  if (typeof status !== 'string' || !(STATUSES as readonly string[]).includes(status)) return null
  const list = Array.isArray(activities) ? activities.slice(0, ACTIVITIES_MAX) : []
  return {
    status,
    activities: list
      .map((activity: unknown) => readActivity(activity, options))
      .filter((activity) => activity !== null),
    client: options.client,
  }
}
