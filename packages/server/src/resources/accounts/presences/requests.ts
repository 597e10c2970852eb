import { ACTIVITIES_MAX, STATUSES } from '@guildhall/protocol'
import type { SessionPresence } from '../../../kernel/model.ts'
import { type ActivitySource, readActivity } from './activity-requests.ts'

/** Session that sets a presence, with its field of `client_status`. */
export type PresenceSource = ActivitySource & { readonly client: string }

/**
 * Parses the `d` of op 3 or the `presence` of Identify. Returns null if it is invalid; drops invalid activities.
 * [ACT-2]
 */
export function readPresence(data: unknown, source: PresenceSource): SessionPresence | null {
  if (typeof data !== 'object' || data === null) return null
  const { status, activities, afk } = data as { status?: unknown; activities?: unknown; afk?: unknown }
  if (typeof status !== 'string' || !(STATUSES as readonly string[]).includes(status)) return null
  const away = afk === true ? ({ afk } as const) : {}
  return { status, ...readActivities(activities, source), client: source.client, ...away }
}

/** Parses a list of activities. Drops invalid ones and those over the limit. [ACT-2] */
export function readActivities(
  input: unknown,
  source: ActivitySource,
): Pick<SessionPresence, 'activities' | 'secrets'> {
  const list: readonly unknown[] = Array.isArray(input) ? input.slice(0, ACTIVITIES_MAX) : []
  const parsed = list.flatMap((activity) => readActivity(activity, source) ?? [])
  return {
    activities: parsed.map(({ activity }) => activity),
    secrets: parsed.flatMap(({ secrets }) => secrets ?? []),
  }
}
