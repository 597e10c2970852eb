import { ChannelType } from './channel-types.ts'
import type { Snowflake } from './ids.ts'
import { ALL_PERMISSIONS, has, Permission } from './permissions.ts'

/** Permission overwrite of a channel for one role (type 0) or one member (type 1). */
export type OverwriteBits = { id: Snowflake; type: number; allow: bigint; deny: bigint }

/** Member for whom guild permissions are computed. */
export type BaseInput = {
  ownerId: Snowflake
  guildId: Snowflake
  userId: Snowflake
  /** Roles of the member, including @everyone, whose id is the guild's. */
  roles: Iterable<{ id: Snowflake; permissions: bigint }>
}

/** Returns a member's permissions in the guild. The owner and ADMINISTRATOR have all. [PRM-23] */
export function basePermissions({ ownerId, userId, roles }: BaseInput): bigint {
  if (ownerId === userId) return ALL_PERMISSIONS
  let bits = 0n
  for (const role of roles) bits |= role.permissions
  return has(bits, Permission.ADMINISTRATOR) ? ALL_PERMISSIONS : bits
}

/** Member and channel for which channel permissions are computed. */
export type ChannelInput = {
  guildId: Snowflake
  userId: Snowflake
  /** Role ids of the member, with or without @everyone. */
  roleIds: ReadonlySet<Snowflake> | readonly Snowflake[]
  overwrites: Iterable<OverwriteBits>
}

/**
 * Returns a member's permissions in a channel. Overwrites apply in three steps: @everyone, all roles together, the
 * member. Each step denies before it allows. Bits that are useless without another one remain, since responses such as
 * `app_permissions` include them; see `implicitPermissions`. [CH-10]
 */
export function channelPermissions(base: bigint, { guildId, userId, roleIds, overwrites }: ChannelInput): bigint {
  if (has(base, Permission.ADMINISTRATOR)) return ALL_PERMISSIONS
  const everyone = { allow: 0n, deny: 0n }
  const roles = { allow: 0n, deny: 0n }
  const member = { allow: 0n, deny: 0n }
  for (const overwrite of overwrites) {
    const step = stepOf(overwrite)
    if (!step) continue
    step.allow |= overwrite.allow
    step.deny |= overwrite.deny
  }
  let bits = base
  for (const step of [everyone, roles, member]) bits = (bits & ~step.deny) | step.allow
  // ADMINISTRATOR is a permission of the guild only. An overwrite cannot grant it.
  return bits & ~Permission.ADMINISTRATOR

  function stepOf(overwrite: OverwriteBits): { allow: bigint; deny: bigint } | null {
    if (overwrite.type === 1) return overwrite.id === userId ? member : null
    if (overwrite.id === guildId) return everyone
    return holds(roleIds, overwrite.id) ? roles : null
  }
}

function holds(ids: ReadonlySet<Snowflake> | readonly Snowflake[], id: Snowflake): boolean {
  return 'has' in ids ? ids.has(id) : ids.includes(id)
}

/** Returns the permissions of a timed-out member. ADMINISTRATOR and the owner, who has all bits, are exempt. */
export function timedOutPermissions(bits: bigint): bigint {
  return has(bits, Permission.ADMINISTRATOR) ? bits : bits & TIMEOUT_PERMISSIONS
}

/**
 * Returns a channel's permissions inside one of its threads. SEND_MESSAGES_IN_THREADS replaces SEND_MESSAGES, so that
 * rules check SEND_MESSAGES in channels and threads alike.
 */
export function threadPermissions(bits: bigint): bigint {
  return has(bits, Permission.SEND_MESSAGES_IN_THREADS)
    ? bits | Permission.SEND_MESSAGES
    : bits & ~Permission.SEND_MESSAGES
}

/** Removes the bits that are useless without another one, for a channel type. [PRM-19] */
export function implicitPermissions(bits: bigint, channelType: number): bigint {
  if (!has(bits, Permission.VIEW_CHANNEL)) return 0n
  let left = THREAD_TYPES.has(channelType) ? threadPermissions(bits) : bits
  if (VOICE_TYPES.has(channelType) && !has(left, Permission.CONNECT)) left &= ~USELESS_WITHOUT_CONNECT
  if (!has(left, Permission.SEND_MESSAGES)) left &= ~USELESS_WITHOUT_SEND_MESSAGES
  return left
}

const TIMEOUT_PERMISSIONS = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY

const THREAD_TYPES: ReadonlySet<number> = new Set([
  ChannelType.ANNOUNCEMENT_THREAD,
  ChannelType.PUBLIC_THREAD,
  ChannelType.PRIVATE_THREAD,
])

const VOICE_TYPES: ReadonlySet<number> = new Set([ChannelType.GUILD_VOICE, ChannelType.GUILD_STAGE_VOICE])

const USELESS_WITHOUT_SEND_MESSAGES =
  Permission.MENTION_EVERYONE | Permission.SEND_TTS_MESSAGES | Permission.ATTACH_FILES | Permission.EMBED_LINKS

// Members who cannot join cannot manage the channel either. The public documents name MANAGE_CHANNELS; clients also
// remove MANAGE_ROLES.
const USELESS_WITHOUT_CONNECT =
  Permission.MANAGE_CHANNELS |
  Permission.MANAGE_ROLES |
  Permission.PRIORITY_SPEAKER |
  Permission.STREAM |
  Permission.SPEAK |
  Permission.MUTE_MEMBERS |
  Permission.DEAFEN_MEMBERS |
  Permission.MOVE_MEMBERS |
  Permission.USE_VAD |
  Permission.REQUEST_TO_SPEAK |
  Permission.USE_EMBEDDED_ACTIVITIES |
  Permission.USE_SOUNDBOARD |
  Permission.USE_EXTERNAL_SOUNDS |
  Permission.SET_VOICE_CHANNEL_STATUS
