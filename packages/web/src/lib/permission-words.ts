import { ALL_PERMISSIONS, ChannelType, Permission, type PermissionName } from '@guildhall/protocol'
import { type Message, msg, t } from './language/text.ts'

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

/** Names of permissions, and short texts about their effect. */
type Words = Readonly<Partial<Record<PermissionName, readonly [name: Message, hint: Message]>>>

const GENERAL = {
  ADMINISTRATOR: [
    msg('Administrator'),
    msg('All permissions, in every channel. Give it only to those whom you trust with everything.'),
  ],
  VIEW_CHANNEL: [msg('View Channel'), msg('See channels and what is in them.')],
  MANAGE_CHANNELS: [msg('Manage Channels'), msg('Create, change, move and delete channels.')],
  MANAGE_ROLES: [msg('Manage Roles'), msg('Create and change roles below their own, and permissions of channels.')],
  MANAGE_GUILD: [msg('Manage Guild'), msg('Change the guild, add apps, see all invites.')],
  VIEW_AUDIT_LOG: [msg('View Audit Log'), msg('See changes in the guild and their authors.')],
  VIEW_GUILD_INSIGHTS: [msg('View Guild Insights'), msg('See statistics of the guild.')],
  VIEW_CREATOR_MONETIZATION_ANALYTICS: [
    msg('View Creator Monetization Analytics'),
    msg('See statistics of role subscriptions.'),
  ],
  MANAGE_WEBHOOKS: [msg('Manage Webhooks'), msg('Create, change and delete webhooks.')],
  CREATE_GUILD_EXPRESSIONS: [
    msg('Create Guild Expressions'),
    msg('Add emojis, stickers and sounds, and change their own ones.'),
  ],
  MANAGE_GUILD_EXPRESSIONS: [
    msg('Manage Guild Expressions'),
    msg('Change and delete all emojis, stickers and sounds.'),
  ],
  CREATE_EVENTS: [msg('Create Events'), msg('Create scheduled events, and change their own ones.')],
  MANAGE_EVENTS: [msg('Manage Events'), msg('Change and delete all scheduled events.')],
} satisfies Words

const MEMBERS = {
  CREATE_INSTANT_INVITE: [msg('Create Instant Invite'), msg('Invite people.')],
  CHANGE_NICKNAME: [msg('Change Nickname'), msg('Change their own nickname.')],
  MANAGE_NICKNAMES: [msg('Manage Nicknames'), msg('Change the nicknames of others.')],
  KICK_MEMBERS: [msg('Kick Members'), msg('Remove members, who can come back with an invite.')],
  BAN_MEMBERS: [msg('Ban Members'), msg('Remove members for good, and lift bans.')],
  MODERATE_MEMBERS: [msg('Moderate Members'), msg('Time members out: they can read, but not write or speak.')],
} satisfies Words

const TEXT = {
  SEND_MESSAGES: [msg('Send Messages'), msg('Write messages, and posts in forums.')],
  SEND_MESSAGES_IN_THREADS: [msg('Send Messages In Threads'), msg('Write messages in threads.')],
  CREATE_PUBLIC_THREADS: [msg('Create Public Threads'), msg('Start threads that all who see the channel can join.')],
  CREATE_PRIVATE_THREADS: [msg('Create Private Threads'), msg('Start threads for invited members only.')],
  EMBED_LINKS: [msg('Embed Links'), msg('Show previews of their links.')],
  ATTACH_FILES: [msg('Attach Files'), msg('Upload files.')],
  ADD_REACTIONS: [msg('Add Reactions'), msg('React with emojis that nobody has used on the message yet.')],
  USE_EXTERNAL_EMOJIS: [msg('Use External Emojis'), msg('Use custom emojis of other guilds.')],
  USE_EXTERNAL_STICKERS: [msg('Use External Stickers'), msg('Use stickers of other guilds.')],
  MENTION_EVERYONE: [msg('Mention Everyone'), msg('Notify everyone, and roles that not all can mention.')],
  MANAGE_MESSAGES: [msg('Manage Messages'), msg('Delete messages of others.')],
  PIN_MESSAGES: [msg('Pin Messages'), msg('Pin and unpin messages.')],
  BYPASS_SLOWMODE: [msg('Bypass Slowmode'), msg('Write without the pause of slowmode.')],
  MANAGE_THREADS: [msg('Manage Threads'), msg('Change, archive and delete threads, and see private ones.')],
  READ_MESSAGE_HISTORY: [msg('Read Message History'), msg('Read messages that were written before.')],
  SEND_TTS_MESSAGES: [msg('Send TTS Messages'), msg('Send messages that are read aloud.')],
  SEND_VOICE_MESSAGES: [msg('Send Voice Messages'), msg('Send recorded voice messages.')],
  SEND_POLLS: [msg('Send Polls'), msg('Create polls.')],
} satisfies Words

const VOICE = {
  CONNECT: [msg('Connect'), msg('Join voice channels.')],
  SPEAK: [msg('Speak'), msg('Speak in voice channels.')],
  STREAM: [msg('permission|Stream'), msg('Share video and their screen.')],
  USE_VAD: [msg('Use VAD'), msg('Speak without pressing a key.')],
  PRIORITY_SPEAKER: [msg('Priority Speaker'), msg('Be heard louder than others.')],
  MUTE_MEMBERS: [msg('Mute Members'), msg('Mute others for everyone.')],
  DEAFEN_MEMBERS: [msg('Deafen Members'), msg('Stop others from hearing.')],
  MOVE_MEMBERS: [msg('Move Members'), msg('Move and disconnect members.')],
  SET_VOICE_CHANNEL_STATUS: [msg('Set Voice Channel Status'), msg('Set the status of a voice channel.')],
  USE_SOUNDBOARD: [msg('Use Soundboard'), msg('Play sounds of the guild.')],
  USE_EXTERNAL_SOUNDS: [msg('Use External Sounds'), msg('Play sounds of other guilds.')],
  REQUEST_TO_SPEAK: [msg('Request To Speak'), msg('Ask to speak on a stage.')],
} satisfies Words

const APPS = {
  USE_APPLICATION_COMMANDS: [msg('Use Application Commands'), msg('Use commands of apps.')],
  USE_EMBEDDED_ACTIVITIES: [msg('Use Embedded Activities'), msg('Start activities.')],
  USE_EXTERNAL_APPS: [msg('Use External Apps'), msg('Let their own apps respond to everyone.')],
} satisfies Words

const WORDS: Readonly<Record<PermissionName, readonly [name: Message, hint: Message]>> = {
  ...GENERAL,
  ...MEMBERS,
  ...TEXT,
  ...VOICE,
  ...APPS,
}

/** Returns the names of permission bits as words, such as "Send Messages". */
export function permissionsInWords(bits: bigint): { name: string; bit: bigint }[] {
  return Object.entries(Permission)
    .filter(([, bit]) => (bits & bit) !== 0n)
    .map(([name, bit]) => ({ name: permissionInWords(name as PermissionName), bit }))
}

/** Returns the name of a permission as words, such as "Send Messages". */
export function permissionInWords(constant: PermissionName): string {
  return t(WORDS[constant][0])
}

/** Returns all permissions of a role, by groups. */
export function permissionGroups(): PermissionGroup[] {
  return groupsOf(ALL_PERMISSIONS, msg('Guild'))
}

/** Returns the groups of some permissions. The first group has permissions of the guild or channel itself. */
function groupsOf(bits: bigint, firstTitle: Message): PermissionGroup[] {
  const groups: readonly (readonly [title: Message, words: Words])[] = [
    [firstTitle, GENERAL],
    [msg('Members'), MEMBERS],
    [msg('Text channels'), TEXT],
    [msg('Voice channels'), VOICE],
    [msg('Apps'), APPS],
  ]
  return groups
    .map(([title, words]) => ({ title: t(title), permissions: choicesOf(words).filter(({ bit }) => bits & bit) }))
    .filter(({ permissions }) => permissions.length > 0)
}

function choicesOf(words: Words): PermissionChoice[] {
  return Object.entries(words).map(([constant, [name, hint]]) => ({
    bit: Permission[constant as PermissionName],
    name: t(name),
    hint: t(hint),
  }))
}

/** Bits of any channel. Others belong to the whole guild and have no effect in an overwrite. */
const ANY_CHANNEL =
  Permission.VIEW_CHANNEL |
  Permission.MANAGE_CHANNELS |
  Permission.MANAGE_ROLES |
  Permission.MANAGE_WEBHOOKS |
  Permission.CREATE_INSTANT_INVITE
const bitsOf = (words: Words) =>
  Object.keys(words).reduce((bits, name) => bits | Permission[name as PermissionName], 0n)
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
  return groupsOf(ANY_CHANNEL | own, msg('Channel'))
}
