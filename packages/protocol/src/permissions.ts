/** Permission bits; bit 47 is unused. Wire objects carry them as decimal strings. [PRM-25] */
export const Permission = {
  CREATE_INSTANT_INVITE: 1n << 0n,
  KICK_MEMBERS: 1n << 1n,
  BAN_MEMBERS: 1n << 2n,
  ADMINISTRATOR: 1n << 3n,
  MANAGE_CHANNELS: 1n << 4n,
  MANAGE_GUILD: 1n << 5n,
  ADD_REACTIONS: 1n << 6n,
  VIEW_AUDIT_LOG: 1n << 7n,
  PRIORITY_SPEAKER: 1n << 8n,
  STREAM: 1n << 9n,
  VIEW_CHANNEL: 1n << 10n,
  SEND_MESSAGES: 1n << 11n,
  SEND_TTS_MESSAGES: 1n << 12n,
  MANAGE_MESSAGES: 1n << 13n,
  EMBED_LINKS: 1n << 14n,
  ATTACH_FILES: 1n << 15n,
  READ_MESSAGE_HISTORY: 1n << 16n,
  MENTION_EVERYONE: 1n << 17n,
  USE_EXTERNAL_EMOJIS: 1n << 18n,
  VIEW_GUILD_INSIGHTS: 1n << 19n,
  CONNECT: 1n << 20n,
  SPEAK: 1n << 21n,
  MUTE_MEMBERS: 1n << 22n,
  DEAFEN_MEMBERS: 1n << 23n,
  MOVE_MEMBERS: 1n << 24n,
  USE_VAD: 1n << 25n,
  CHANGE_NICKNAME: 1n << 26n,
  MANAGE_NICKNAMES: 1n << 27n,
  MANAGE_ROLES: 1n << 28n,
  MANAGE_WEBHOOKS: 1n << 29n,
  MANAGE_GUILD_EXPRESSIONS: 1n << 30n,
  USE_APPLICATION_COMMANDS: 1n << 31n,
  REQUEST_TO_SPEAK: 1n << 32n,
  MANAGE_EVENTS: 1n << 33n,
  MANAGE_THREADS: 1n << 34n,
  CREATE_PUBLIC_THREADS: 1n << 35n,
  CREATE_PRIVATE_THREADS: 1n << 36n,
  USE_EXTERNAL_STICKERS: 1n << 37n,
  SEND_MESSAGES_IN_THREADS: 1n << 38n,
  USE_EMBEDDED_ACTIVITIES: 1n << 39n,
  MODERATE_MEMBERS: 1n << 40n,
  VIEW_CREATOR_MONETIZATION_ANALYTICS: 1n << 41n,
  USE_SOUNDBOARD: 1n << 42n,
  CREATE_GUILD_EXPRESSIONS: 1n << 43n,
  CREATE_EVENTS: 1n << 44n,
  USE_EXTERNAL_SOUNDS: 1n << 45n,
  SEND_VOICE_MESSAGES: 1n << 46n,
  SET_VOICE_CHANNEL_STATUS: 1n << 48n,
  SEND_POLLS: 1n << 49n,
  USE_EXTERNAL_APPS: 1n << 50n,
  PIN_MESSAGES: 1n << 51n,
  BYPASS_SLOWMODE: 1n << 52n,
} as const

export type PermissionName = keyof typeof Permission

/** All bits: the permissions of the owner and of ADMINISTRATOR. [PRM-25] */
export const ALL_PERMISSIONS: bigint = Object.values(Permission).reduce((all, bit) => all | bit, 0n)

/** Permissions that need a second factor in guilds that ask for it. [checklist, part 2, section 4] */
export const ELEVATED_PERMISSIONS: bigint =
  Permission.KICK_MEMBERS |
  Permission.BAN_MEMBERS |
  Permission.ADMINISTRATOR |
  Permission.MANAGE_CHANNELS |
  Permission.MANAGE_GUILD |
  Permission.MANAGE_MESSAGES |
  Permission.MANAGE_ROLES |
  Permission.MANAGE_WEBHOOKS |
  Permission.MANAGE_GUILD_EXPRESSIONS |
  Permission.MANAGE_THREADS |
  Permission.VIEW_CREATOR_MONETIZATION_ANALYTICS

/** Returns the names of the set bits joined by ` | `, for the inspector and logs. Unknown bits are numbers. */
export function namesOf(bits: bigint): string {
  const names: string[] = Object.entries(Permission)
    .filter(([, bit]) => (bits & bit) !== 0n)
    .map(([name]) => name)
  const unknown = bits & ~ALL_PERMISSIONS
  if (unknown !== 0n) names.push(`unknown ${unknown}`)
  return names.join(' | ') || 'nothing'
}

/** Whether all bits of `flag` are set. */
export function has(bits: bigint, flag: bigint): boolean {
  return (bits & flag) === flag
}

/** Permissions of @everyone in a new guild, as on the public platform. */
export const DEFAULT_EVERYONE_PERMISSIONS: bigint =
  Permission.CREATE_INSTANT_INVITE |
  Permission.ADD_REACTIONS |
  Permission.STREAM |
  Permission.VIEW_CHANNEL |
  Permission.SEND_MESSAGES |
  Permission.EMBED_LINKS |
  Permission.ATTACH_FILES |
  Permission.READ_MESSAGE_HISTORY |
  Permission.MENTION_EVERYONE |
  Permission.USE_EXTERNAL_EMOJIS |
  Permission.CONNECT |
  Permission.SPEAK |
  Permission.USE_VAD |
  Permission.CHANGE_NICKNAME |
  Permission.USE_APPLICATION_COMMANDS |
  Permission.REQUEST_TO_SPEAK |
  Permission.CREATE_PUBLIC_THREADS |
  Permission.CREATE_PRIVATE_THREADS |
  Permission.USE_EXTERNAL_STICKERS |
  Permission.SEND_MESSAGES_IN_THREADS |
  Permission.USE_EMBEDDED_ACTIVITIES |
  Permission.USE_SOUNDBOARD |
  Permission.USE_EXTERNAL_SOUNDS |
  Permission.SEND_VOICE_MESSAGES |
  Permission.SEND_POLLS |
  Permission.USE_EXTERNAL_APPS |
  Permission.CREATE_GUILD_EXPRESSIONS |
  Permission.CREATE_EVENTS
