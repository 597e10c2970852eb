import { ActivityType, type Snowflake } from '@guildhall/protocol'
import type { Presence, SessionPresence, UserPresence } from '../../../kernel/model.ts'

/** Visible statuses, the most available first. */
const AVAILABILITY = ['online', 'idle', 'dnd']

/** Guilds up to this size see the custom status of users who show it to friends and small guilds. [EVT-1] */
const SMALL_GUILD_MEMBERS_MAX = 200
const FRIENDS_ONLY = 1
const FRIENDS_AND_SMALL_GUILDS = 2

/** Presence of a session of a client or of a game. */
export interface MergedPresence {
  /** Application of a game's session; null for a client. */
  readonly gameId: Snowflake | null
  readonly presence: SessionPresence
}

/** Returns the presence of a user without a visible session. */
export function offlinePresence(userId: Snowflake): Presence {
  return { user_id: userId, status: 'offline', activities: [], client_status: {} }
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
export function mergePresences(userId: Snowflake, sessions: readonly MergedPresence[]): UserPresence {
  const own = sessions.filter(({ gameId }) => gameId === null).map(({ presence }) => presence)
  const ownStatus = best(own.filter(isVisible).map(({ status }) => status))
  const hidesGames = own.length > 0 && ownStatus === undefined
  const visible = sessions.filter(({ gameId, presence }) => isVisible(presence) && !(gameId !== null && hidesGames))
  const games = new Set(visible.flatMap(({ gameId }) => gameId ?? []))
  const inGame = (game: Snowflake) => visible.filter(({ gameId }) => gameId === game)
  return {
    presence: mergeVisible(userId, visible, ownStatus),
    inGames: new Map([...games].map((game) => [game, mergeVisible(userId, inGame(game), ownStatus)])),
  }
}

function mergeVisible(userId: Snowflake, visible: readonly MergedPresence[], ownStatus: string | undefined): Presence {
  const clients: Record<string, string> = {}
  for (const { gameId, presence } of visible) {
    const status = gameId !== null && ownStatus === 'dnd' ? ownStatus : presence.status
    clients[presence.client] = better(clients[presence.client], status)
  }
  return {
    user_id: userId,
    status: best(Object.values(clients)) ?? 'offline',
    activities: activitiesOf(visible),
    client_status: clients,
  }
}

/**
 * Returns the activities of sessions. A user has one custom status: that of their own client, else that of the first
 * game with one.
 */
function activitiesOf(sessions: readonly MergedPresence[]): Presence['activities'] {
  const isCustom = ({ type }: Presence['activities'][number]) => type === ActivityType.CUSTOM
  const customOf = (list: readonly MergedPresence[]) =>
    list.flatMap(({ presence }) => presence.activities.filter(isCustom))[0]
  const custom = customOf(sessions.filter(({ gameId }) => gameId === null)) ?? customOf(sessions)
  return sessions
    .flatMap(({ presence }) => [...presence.activities])
    .filter((activity) => !isCustom(activity) || activity === custom)
}

/** Part of a user's presence that a friend's session receives. */
export interface FriendView {
  /** Application of a game's session; null for a person's own client. */
  readonly gameId: Snowflake | null
  /** Whether the two are friends in this game only, so that the game alone reveals the presence. */
  readonly inGameOnly: boolean
  /** Whether a game's session receives activities. */
  readonly activities: boolean
}

/**
 * Returns the presence of a user that a friend's session receives. A person receives everything. A game receives the
 * activities of this game, and friends of the game alone also only the status that they have there.
 */
export function presenceForFriend(of: UserPresence, { gameId, inGameOnly, activities }: FriendView): Presence {
  if (gameId === null) return of.presence
  const presence = inGameOnly ? (of.inGames.get(gameId) ?? offlinePresence(of.presence.user_id)) : of.presence
  const game = gameId.toString()
  const own = activities ? presence.activities.filter(({ application_id }) => application_id === game) : []
  return { ...presence, activities: own }
}

/**
 * Returns the activities of one game in all sessions of a user, for the recipient of an invite. An invisible user has
 * revealed the game by inviting.
 */
export function presenceInGame(
  userId: Snowflake,
  sessions: readonly SessionPresence[],
  applicationId: string,
): Presence {
  const inGame = sessions.flatMap(({ status, client, activities }) => {
    const own = activities.filter(({ application_id }) => application_id === applicationId)
    return own.length === 0 || status === 'offline' ? [] : [{ status: shown(status), client, activities: own }]
  })
  const clients: Record<string, string> = {}
  for (const { client, status } of inGame) clients[client] = better(clients[client], status)
  return {
    user_id: userId,
    status: best(Object.values(clients)) ?? 'offline',
    activities: inGame.flatMap(({ activities }) => activities),
    client_status: clients,
  }
}

const shown = (status: string) => (status === 'invisible' ? 'online' : status)

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
