import { type Instant, STATUSES } from '@guildhall/protocol'
import type { Presence } from '../../kernel/model.ts'
import { readActivity } from './activity.ts'

type Wire = Record<string, unknown>

/** What one session says of its user. */
export interface SessionPresence {
  readonly status: string
  readonly activities: readonly Wire[]
  /** desktop, mobile, web or vr. */
  readonly client: string
}

const ACTIVITIES_MAX = 10

/** Reads the `d` of op 3 or Identify's `presence`; null for what cannot be read. Activities that cannot be are dropped. [ACT-2] */
export function readPresence(
  data: unknown,
  options: { bot: boolean; client: string; now: Instant },
): SessionPresence | null {
  if (typeof data !== 'object' || data === null) return null
  const { status, activities } = data as Wire
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

/** Several sessions of one user as one presence: the most present status, all activities; invisible is offline to others. */
export function merged(userId: bigint, sessions: readonly SessionPresence[]): Presence {
  const seen = sessions.filter((session) => session.status !== 'invisible' && session.status !== 'offline')
  const clients: Record<string, string> = {}
  const better = (one: string | undefined, other: string) =>
    one === undefined || ORDER.indexOf(other) < ORDER.indexOf(one) ? other : one
  let status: string | undefined
  for (const session of seen) {
    status = better(status, session.status)
    clients[session.client] = better(clients[session.client], session.status)
  }
  return {
    user_id: userId,
    status: status ?? 'offline',
    activities: seen.flatMap((session) => [...session.activities]),
    client_status: clients,
  }
}

/** Whether a guild may see a custom status: not with friends only, nor where the guild is not small. [EVT-1] [EVT-2] */
export function showsCustomStatus(visibility: number, memberCount: number): boolean {
  if (visibility === 1) return false
  return visibility !== 2 || memberCount <= 200
}
