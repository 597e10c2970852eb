import { ActivityType, type Snowflake } from '@guildhall/protocol'
import type { Presence, SessionPresence } from '../../kernel/model.ts'

/** Visible statuses, the most available first. */
const AVAILABILITY = ['online', 'idle', 'dnd']

/** Guilds up to this size see the custom status of users who show it to friends and small guilds. [EVT-1] */
const SMALL_GUILD_MEMBERS_MAX = 200
const FRIENDS_ONLY = 1
const FRIENDS_AND_SMALL_GUILDS = 2

/**
 * Merges the sessions of a user: the most available status, and all activities. Invisible sessions count as offline.
 */
export function mergePresences(userId: Snowflake, sessions: readonly SessionPresence[]): Presence {
  const visible = sessions.filter((session) => session.status !== 'invisible' && session.status !== 'offline')
  const clients: Record<string, string> = {}
  const better = (one: string | undefined, other: string) =>
    one === undefined || AVAILABILITY.indexOf(other) < AVAILABILITY.indexOf(one) ? other : one
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

/**
 * Returns the presence of a user that a guild receives: without a custom status for friends only, or for small guilds
 * if the guild is large. [EVT-1] [EVT-2]
 */
export function presenceForGuild(presence: Presence, visibility: number, memberCount: number): Presence {
  const small = memberCount <= SMALL_GUILD_MEMBERS_MAX
  if (visibility !== FRIENDS_ONLY && (visibility !== FRIENDS_AND_SMALL_GUILDS || small)) return presence
  return { ...presence, activities: presence.activities.filter((activity) => activity.type !== ActivityType.CUSTOM) }
}
