import { ActivityType, type Snowflake } from '@guildhall/protocol'
import type { Presence, SessionPresence } from '../../kernel/model.ts'

/** Visible statuses, the most available first. */
const AVAILABILITY = ['online', 'idle', 'dnd']

/** Guilds up to this size see the custom status of users who show it to friends and small guilds. [EVT-1] */
const SMALL_GUILD_MEMBERS_MAX = 200
const FRIENDS_ONLY = 1
const FRIENDS_AND_SMALL_GUILDS = 2

/** Presence of a session of a client or of a game. */
export interface MergedPresence {
  readonly ofGame: boolean
  readonly presence: SessionPresence
}

/** Returns the presence of a person who is connected and has chosen nothing. */
export function onlinePresence(client: string): SessionPresence {
  return { status: 'online', activities: [], secrets: [], client }
}

/**
 * Merges the sessions of a user: the most available status, and all activities. Invisible sessions count as offline. A
 * game does not reveal a person who is invisible in their own client, and does not make them available while that
 * client says do not disturb.
 */
export function mergePresences(userId: Snowflake, sessions: readonly MergedPresence[]): Presence {
  const own = sessions.filter(({ ofGame }) => !ofGame).map(({ presence }) => presence)
  const ownStatus = best(own.filter(isVisible).map(({ status }) => status))
  const hidesGames = own.length > 0 && ownStatus === undefined
  const visible = sessions.filter(({ ofGame, presence }) => isVisible(presence) && !(ofGame && hidesGames))
  const clients: Record<string, string> = {}
  for (const { ofGame, presence } of visible) {
    const status = ofGame && ownStatus === 'dnd' ? ownStatus : presence.status
    clients[presence.client] = better(clients[presence.client], status)
  }
  return {
    user_id: userId,
    status: best(Object.values(clients)) ?? 'offline',
    activities: visible.flatMap(({ presence }) => [...presence.activities]),
    client_status: clients,
  }
}

const isVisible = ({ status }: SessionPresence) => status !== 'invisible' && status !== 'offline'

function better(one: string | undefined, other: string): string {
  return one === undefined || AVAILABILITY.indexOf(other) < AVAILABILITY.indexOf(one) ? other : one
}

function best(statuses: readonly string[]): string | undefined {
  let found: string | undefined
  for (const status of statuses) found = better(found, status)
  return found
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
