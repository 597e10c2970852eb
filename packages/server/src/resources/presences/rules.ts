import { type Instant, STATUSES } from '@guildhall/protocol'
import type { Presence, SessionPresence } from '../../kernel/model.ts'
import { readActivity } from './activity.ts'

const ACTIVITIES_MAX = 10

/** Parses the `d` of op 3 or the `presence` of Identify. Returns null if it is invalid; drops invalid activities. [ACT-2] */
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

const ORDER = ['online', 'idle', 'dnd']

/** Merges the sessions of a user: the most available status, and all activities. Invisible sessions count as offline. */
export function merged(userId: bigint, sessions: readonly SessionPresence[]): Presence {
  const visible = sessions.filter((session) => session.status !== 'invisible' && session.status !== 'offline')
  const clients: Record<string, string> = {}
  const better = (one: string | undefined, other: string) =>
    one === undefined || ORDER.indexOf(other) < ORDER.indexOf(one) ? other : one
  let status: string | undefined
  for (const session of visible) {
    status = better(status, session.status)
    clients[session.client] = better(clients[session.client], session.status)
  }
  return {
    user_id: userId,
    status: status ?? 'offline',
    activities: visible.flatMap((session) => [...session.activities]),
    client_status: clients,
  }
}

/** Whether a guild can see a custom status: not if it is for friends only, or for small guilds and this one is large. [EVT-1] [EVT-2] */
export function showsCustomStatus(visibility: number, memberCount: number): boolean {
  if (visibility === 1) return false
  return visibility !== 2 || memberCount <= 200
}
