/** Groups of events that a gateway session receives. */
export const Intent = {
  GUILDS: 1 << 0,
  GUILD_MEMBERS: 1 << 1,
  GUILD_MODERATION: 1 << 2,
  GUILD_EXPRESSIONS: 1 << 3,
  GUILD_INTEGRATIONS: 1 << 4,
  GUILD_WEBHOOKS: 1 << 5,
  GUILD_INVITES: 1 << 6,
  GUILD_VOICE_STATES: 1 << 7,
  GUILD_PRESENCES: 1 << 8,
  GUILD_MESSAGES: 1 << 9,
  GUILD_MESSAGE_REACTIONS: 1 << 10,
  GUILD_MESSAGE_TYPING: 1 << 11,
  DIRECT_MESSAGES: 1 << 12,
  DIRECT_MESSAGE_REACTIONS: 1 << 13,
  DIRECT_MESSAGE_TYPING: 1 << 14,
  MESSAGE_CONTENT: 1 << 15,
  GUILD_SCHEDULED_EVENTS: 1 << 16,
  AUTO_MODERATION_CONFIGURATION: 1 << 20,
  AUTO_MODERATION_EXECUTION: 1 << 21,
  GUILD_MESSAGE_POLLS: 1 << 24,
  DIRECT_MESSAGE_POLLS: 1 << 25,
} as const

/** Intents of games' sessions. Bots may not use them. */
export const GameIntent = {
  PRIVATE_CHANNELS: 1 << 18,
  CALLS: 1 << 19,
  USER_RELATIONSHIPS: 1 << 22,
  USER_PRESENCE: 1 << 23,
  LOBBIES: 1 << 27,
  LOBBY_DELETE: 1 << 28,
} as const

/** Intents of EMBEDDED_ACTIVITY_UPDATE_V2. The platform's own clients and bots of activities request them. */
export const ActivityIntent = {
  GUILD_EMBEDDED_ACTIVITIES: 1 << 17,
  DIRECT_EMBEDDED_ACTIVITIES: 1 << 26,
} as const

export type IntentName = keyof typeof Intent

/** Intents that the application's flags must enable; otherwise the connection closes with 4014. */
export const PRIVILEGED_INTENTS: number = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT

/** All documented intents. */
export const KNOWN_INTENTS: number = Object.values(Intent).reduce((all: number, bit) => all | bit, 0)

/** All intents that a bot of an activity may request. Other bots may request `KNOWN_INTENTS`; other bits are 4013. */
export const BOT_INTENTS: number =
  KNOWN_INTENTS | ActivityIntent.GUILD_EMBEDDED_ACTIVITIES | ActivityIntent.DIRECT_EMBEDDED_ACTIVITIES

/** Intents of messages, reactions, typing and polls in DMs. For games, PRIVATE_CHANNELS includes them. */
const DIRECT_MESSAGE_INTENTS =
  Intent.DIRECT_MESSAGES | Intent.DIRECT_MESSAGE_REACTIONS | Intent.DIRECT_MESSAGE_TYPING | Intent.DIRECT_MESSAGE_POLLS

/** All intents that a game may request. Its sessions receive no events of guilds. */
export const GAME_INTENTS: number = Object.values(GameIntent).reduce(
  (all: number, bit) => all | bit,
  DIRECT_MESSAGE_INTENTS,
)

/** Returns the intents that apply to a game's session: all when its Identify names none (null). */
export function gameIntents(requested: number | null): number {
  if (requested === null) return GAME_INTENTS
  return requested & GameIntent.PRIVATE_CHANNELS ? requested | DIRECT_MESSAGE_INTENTS : requested
}
