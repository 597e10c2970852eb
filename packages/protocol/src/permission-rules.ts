import { ChannelType } from './channel-types.ts'
import type { Snowflake } from './ids.ts'
import { ALL_PERMISSIONS, has, Permission } from './permissions.ts'

/** What a channel changes for one role (type 0) or one member (type 1). */
export type OverwriteBits = { id: Snowflake; type: number; allow: bigint; deny: bigint }

export type BaseInput = {
  ownerId: Snowflake
  guildId: Snowflake
  userId: Snowflake
  /** The member's roles; @everyone (id = guild id) must be among them. */
  roles: Iterable<{ id: Snowflake; permissions: bigint }>
}

/** What a member may do in the guild before any channel is looked at. The owner and ADMINISTRATOR have all. [PRM-23] */
export function basePermissions({ ownerId, userId, roles }: BaseInput): bigint {
  if (ownerId === userId) return ALL_PERMISSIONS
  let bits = 0n
  for (const role of roles) bits |= role.permissions
  return has(bits, Permission.ADMINISTRATOR) ? ALL_PERMISSIONS : bits
}

export type ChannelInput = {
  guildId: Snowflake
  userId: Snowflake
  /** The member's roles; @everyone may be among them or not. */
  roleIds: ReadonlySet<Snowflake> | readonly Snowflake[]
  overwrites: Iterable<OverwriteBits>
}

/**
 * What a member may do in a channel, overwrites applied: @everyone first, then the roles together, then the member, and
 * at each step denials before allowances. Implicit permissions are not taken away here, since answers such as
 * `app_permissions` show the bits without them. [CH-10]
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
  // ADMINISTRATOR is a matter of the guild: an overwrite that names it must not grant or mean anything.
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

/** What a timed-out member is left with; the owner and ADMINISTRATOR are exempt, being computed to all bits. */
export function timedOutPermissions(bits: bigint): bigint {
  return has(bits, Permission.ADMINISTRATOR) ? bits : bits & LEFT_IN_TIMEOUT
}

/**
 * A channel's bits as they count inside one of its threads: SEND_MESSAGES is not inherited, SEND_MESSAGES_IN_THREADS
 * stands in its place, so that a caller asks for SEND_MESSAGES wherever it sends.
 */
export function threadPermissions(bits: bigint): bigint {
  return has(bits, Permission.SEND_MESSAGES_IN_THREADS)
    ? bits | Permission.SEND_MESSAGES
    : bits & ~Permission.SEND_MESSAGES
}

/** Takes away the bits that are of no use without another one, for the channel type given. [PRM-19] */
export function implicitPermissions(bits: bigint, channelType: number): bigint {
  if (!has(bits, Permission.VIEW_CHANNEL)) return 0n
  let left = THREAD_TYPES.has(channelType) ? threadPermissions(bits) : bits
  if (VOICE_TYPES.has(channelType) && !has(left, Permission.CONNECT)) left &= ~USELESS_WITHOUT_CONNECT
  if (!has(left, Permission.SEND_MESSAGES)) left &= ~USELESS_WITHOUT_SEND_MESSAGES
  return left
}

const LEFT_IN_TIMEOUT = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY

const THREAD_TYPES: ReadonlySet<number> = new Set([
  ChannelType.ANNOUNCEMENT_THREAD,
  ChannelType.PUBLIC_THREAD,
  ChannelType.PRIVATE_THREAD,
])

const VOICE_TYPES: ReadonlySet<number> = new Set([ChannelType.GUILD_VOICE, ChannelType.GUILD_STAGE_VOICE])

const USELESS_WITHOUT_SEND_MESSAGES =
  Permission.MENTION_EVERYONE | Permission.SEND_TTS_MESSAGES | Permission.ATTACH_FILES | Permission.EMBED_LINKS

// Who may not join may not manage the channel either; public documentation names this one, clients add MANAGE_ROLES.
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
