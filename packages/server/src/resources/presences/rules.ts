import { ActivityType, type Instant, STATUSES } from '@guildhall/protocol'
import type { Presence } from '../../kernel/model.ts'

type Wire = Record<string, unknown>

/** What one session says of its user. */
export interface SessionPresence {
  readonly status: string
  readonly activities: readonly Wire[]
  /** desktop, mobile, web or vr. */
  readonly client: string
}

const ACTIVITIES_MAX = 10
const TYPES: readonly number[] = Object.values(ActivityType)
const text = (value: unknown, max: number) =>
  typeof value === 'string' && value !== '' ? value.slice(0, max) : undefined

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

/** Bots may say a name, a state, a type and a URL and no more. [ACT-3] */
function readActivity(input: unknown, { bot, now }: { bot: boolean; now: Instant }): Wire | null {
  if (typeof input !== 'object' || input === null) return null
  const activity = input as Wire
  const type = activity.type ?? 0
  const name = text(activity.name, 128)
  if (typeof type !== 'number' || !TYPES.includes(type) || name === undefined) return null
  const wire: Wire = {
    name: type === ActivityType.CUSTOM ? 'Custom Status' : name,
    type,
    created_at: Math.floor(now),
    id: type === ActivityType.CUSTOM ? 'custom' : `${type}`,
  }
  for (const key of ['state', 'url', ...(bot ? [] : ['details'])]) {
    const value = text(activity[key], key === 'url' ? 512 : 128)
    if (value !== undefined) wire[key] = value
  }
  if (bot) return wire
  for (const key of [
    'timestamps',
    'emoji',
    'party',
    'assets',
    'buttons',
    'application_id',
    'flags',
    'details_url',
    'state_url',
    'status_display_type',
  ]) {
    if (activity[key] !== undefined && JSON.stringify(activity[key]).length < 2_000) wire[key] = activity[key]
  }
  return wire
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
