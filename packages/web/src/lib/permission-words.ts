import { ChannelType, Permission, type PermissionName } from '@guildhall/protocol'

/** Returns the names of permission bits as words, such as "Send Messages". */
export function permissionsInWords(bits: bigint): { name: string; bit: bigint }[] {
  return Object.entries(Permission)
    .filter(([, bit]) => (bits & bit) !== 0n)
    .map(([name, bit]) => ({ name: words(name), bit }))
}

function words(constant: string): string {
  return constant
    .split('_')
    .map((word) => (ABBREVIATIONS.has(word) ? word : `${word[0]}${word.slice(1).toLowerCase()}`))
    .join(' ')
}

const ABBREVIATIONS: ReadonlySet<string> = new Set(['TTS', 'VAD'])

/** A permission as a person sets it. */
export interface PermissionChoice {
  readonly bit: bigint
  readonly name: string
  /** Short text about its effect. */
  readonly hint: string
}

/** Permissions that belong together. */
export interface PermissionGroup {
  readonly title: string
  readonly permissions: readonly PermissionChoice[]
}

type Hints = Partial<Record<PermissionName, string>>

const GENERAL: Hints = {
  ADMINISTRATOR: 'All permissions, in every channel. Give it only to those whom you trust with everything.',
  VIEW_CHANNEL: 'See channels and what is in them.',
  MANAGE_CHANNELS: 'Create, change, move and delete channels.',
  MANAGE_ROLES: 'Create and change roles below their own, and permissions of channels.',
  MANAGE_GUILD: 'Change the guild, add apps, see all invites.',
  VIEW_AUDIT_LOG: 'See changes in the guild and their authors.',
  VIEW_GUILD_INSIGHTS: 'See statistics of the guild.',
  VIEW_CREATOR_MONETIZATION_ANALYTICS: 'See statistics of role subscriptions.',
  MANAGE_WEBHOOKS: 'Create, change and delete webhooks.',
  CREATE_GUILD_EXPRESSIONS: 'Add emojis, stickers and sounds, and change their own ones.',
  MANAGE_GUILD_EXPRESSIONS: 'Change and delete all emojis, stickers and sounds.',
  CREATE_EVENTS: 'Create scheduled events, and change their own ones.',
  MANAGE_EVENTS: 'Change and delete all scheduled events.',
}

const MEMBERS: Hints = {
  CREATE_INSTANT_INVITE: 'Invite people.',
  CHANGE_NICKNAME: 'Change their own nickname.',
  MANAGE_NICKNAMES: 'Change the nicknames of others.',
  KICK_MEMBERS: 'Remove members, who can come back with an invite.',
  BAN_MEMBERS: 'Remove members for good, and lift bans.',
  MODERATE_MEMBERS: 'Time members out: they can read, but not write or speak.',
}

const TEXT: Hints = {
  SEND_MESSAGES: 'Write messages, and posts in forums.',
  SEND_MESSAGES_IN_THREADS: 'Write messages in threads.',
  CREATE_PUBLIC_THREADS: 'Start threads that all who see the channel can join.',
  CREATE_PRIVATE_THREADS: 'Start threads for invited members only.',
  EMBED_LINKS: 'Show previews of their links.',
  ATTACH_FILES: 'Upload files.',
  ADD_REACTIONS: 'React with emojis that nobody has used on the message yet.',
  USE_EXTERNAL_EMOJIS: 'Use custom emojis of other guilds.',
  USE_EXTERNAL_STICKERS: 'Use stickers of other guilds.',
  MENTION_EVERYONE: 'Notify everyone, and roles that not all can mention.',
  MANAGE_MESSAGES: 'Delete messages of others.',
  PIN_MESSAGES: 'Pin and unpin messages.',
  BYPASS_SLOWMODE: 'Write without the pause of slowmode.',
  MANAGE_THREADS: 'Change, archive and delete threads, and see private ones.',
  READ_MESSAGE_HISTORY: 'Read messages that were written before.',
  SEND_TTS_MESSAGES: 'Send messages that are read aloud.',
  SEND_VOICE_MESSAGES: 'Send recorded voice messages.',
  SEND_POLLS: 'Create polls.',
}

const VOICE: Hints = {
  CONNECT: 'Join voice channels.',
  SPEAK: 'Speak in voice channels.',
  STREAM: 'Share video and their screen.',
  USE_VAD: 'Speak without pressing a key.',
  PRIORITY_SPEAKER: 'Be heard louder than others.',
  MUTE_MEMBERS: 'Mute others for everyone.',
  DEAFEN_MEMBERS: 'Stop others from hearing.',
  MOVE_MEMBERS: 'Move and disconnect members.',
  SET_VOICE_CHANNEL_STATUS: 'Set the status of a voice channel.',
  USE_SOUNDBOARD: 'Play sounds of the guild.',
  USE_EXTERNAL_SOUNDS: 'Play sounds of other guilds.',
  REQUEST_TO_SPEAK: 'Ask to speak on a stage.',
}

const APPS: Hints = {
  USE_APPLICATION_COMMANDS: 'Use commands of apps.',
  USE_EMBEDDED_ACTIVITIES: 'Start activities.',
  USE_EXTERNAL_APPS: 'Let their own apps respond to everyone.',
}

function group(title: string, hints: Hints): PermissionGroup {
  const permissions = Object.entries(hints).map(([name, hint]) => ({
    bit: Permission[name as PermissionName],
    name: words(name),
    hint,
  }))
  return { title, permissions }
}

/** All permissions of a role, by groups. */
export const PERMISSION_GROUPS: readonly PermissionGroup[] = [
  group('Guild', GENERAL),
  group('Members', MEMBERS),
  group('Text channels', TEXT),
  group('Voice channels', VOICE),
  group('Apps', APPS),
]

/** Bits of any channel. Others belong to the whole guild and have no effect in an overwrite. */
const ANY_CHANNEL =
  Permission.VIEW_CHANNEL |
  Permission.MANAGE_CHANNELS |
  Permission.MANAGE_ROLES |
  Permission.MANAGE_WEBHOOKS |
  Permission.CREATE_INSTANT_INVITE
const bitsOf = (hints: Hints) =>
  Object.keys(hints).reduce((bits, name) => bits | Permission[name as PermissionName], 0n)
const TEXT_BITS = bitsOf(TEXT) | bitsOf(APPS)
const EVENT_BITS = Permission.CREATE_EVENTS | Permission.MANAGE_EVENTS
const VOICE_BITS = (bitsOf(VOICE) & ~Permission.REQUEST_TO_SPEAK) | TEXT_BITS | EVENT_BITS
const STAGE_BITS =
  Permission.CONNECT |
  Permission.STREAM |
  Permission.MUTE_MEMBERS |
  Permission.MOVE_MEMBERS |
  Permission.REQUEST_TO_SPEAK |
  TEXT_BITS |
  EVENT_BITS

/** Returns the groups of permissions that an overwrite of a channel can set. A category has those of all channels. */
export function channelPermissionGroups(type: number): PermissionGroup[] {
  const own =
    type === ChannelType.GUILD_CATEGORY
      ? VOICE_BITS | STAGE_BITS
      : type === ChannelType.GUILD_VOICE
        ? VOICE_BITS
        : type === ChannelType.GUILD_STAGE_VOICE
          ? STAGE_BITS
          : TEXT_BITS
  const bits = ANY_CHANNEL | own
  return PERMISSION_GROUPS.map(({ title, permissions }) => ({
    title: title === 'Guild' ? 'Channel' : title,
    permissions: permissions.filter(({ bit }) => (bits & bit) !== 0n),
  })).filter(({ permissions }) => permissions.length > 0)
}
