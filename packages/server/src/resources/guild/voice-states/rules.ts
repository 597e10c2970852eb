import {
  allow,
  ChannelType,
  has,
  type Instant,
  Permission,
  refuse,
  type Snowflake,
  type Verdict,
} from '@guildhall/protocol'

/** Attempt of a user to join a voice channel. `connected` counts the other users there. */
export interface Joining {
  /** Permissions in the channel. */
  readonly permissions: bigint
  readonly userLimit: number
  readonly connected: number
}

/** Whether a user may join a voice channel. A full channel accepts only users with MOVE_MEMBERS. */
export function mayJoin({ permissions, userLimit, connected }: Joining): Verdict {
  if (!has(permissions, Permission.VIEW_CHANNEL | Permission.CONNECT))
    return refuse('MISSING_PERMISSIONS', 'needs VIEW_CHANNEL and CONNECT')
  const full = userLimit > 0 && connected >= userLimit
  if (full && !has(permissions, Permission.MOVE_MEMBERS)) return refuse('MISSING_PERMISSIONS', 'the channel is full')
  return allow
}

/** Cameras that are on in one channel. */
export const CAMERAS_MAX = 25

/** Whether a user may turn a camera on. `cameras` counts those of the others in the channel. */
export function mayShowVideo({ permissions, cameras }: { permissions: bigint; cameras: number }): Verdict {
  if (!has(permissions, Permission.STREAM)) return refuse('MISSING_PERMISSIONS', 'needs STREAM')
  return cameras < CAMERAS_MAX ? allow : refuse('MISSING_PERMISSIONS', 'too many cameras are on')
}

/**
 * Returns whether a user joins suppressed: always on a stage and in the guild's AFK channel, and elsewhere without
 * SPEAK.
 */
export function joinsSuppressed(
  channel: { type: number; id: Snowflake },
  permissions: bigint,
  afkChannelId: Snowflake | null,
): boolean {
  const silent = channel.type === ChannelType.GUILD_STAGE_VOICE || channel.id === afkChannelId
  return silent || !has(permissions, Permission.SPEAK)
}

/**
 * Returns whether a connected member is disconnected after a change of permissions. A member whom a moderator moved to
 * a channel that they cannot join stays there.
 */
export function losesConnection(fact: { couldConnect: boolean; canConnect: boolean }): boolean {
  return fact.couldConnect && !fact.canConnect
}

/** Returns whether a member has been idle for the AFK timeout of the guild. */
export function isIdle(fact: { idleAt: Instant; now: Instant }): boolean {
  return fact.now >= fact.idleAt
}

/** Requested change of a user's own voice state on a stage. */
export interface StageRequest {
  readonly suppress?: boolean
  readonly requestToSpeakAt?: Instant | null
}

/**
 * Whether a user may change their own voice state on a stage. Speaking needs MUTE_MEMBERS and a request to speak needs
 * REQUEST_TO_SPEAK. Everyone may return to the audience and withdraw a request.
 */
export function mayChangeOwnStage(permissions: bigint, { suppress, requestToSpeakAt }: StageRequest): Verdict {
  if (suppress === false && !has(permissions, Permission.MUTE_MEMBERS))
    return refuse('MISSING_PERMISSIONS', 'needs MUTE_MEMBERS to speak')
  if (requestToSpeakAt != null && !has(permissions, Permission.REQUEST_TO_SPEAK))
    return refuse('MISSING_PERMISSIONS', 'needs REQUEST_TO_SPEAK')
  return allow
}

/**
 * Whether a user may set the status of a voice channel. A user who is not connected to it also needs MANAGE_CHANNELS.
 * [END-33] [END-34]
 */
export function maySetStatus(permissions: bigint, connected: boolean): Verdict {
  if (!has(permissions, Permission.SET_VOICE_CHANNEL_STATUS))
    return refuse('MISSING_PERMISSIONS', 'needs SET_VOICE_CHANNEL_STATUS')
  if (!connected && !has(permissions, Permission.MANAGE_CHANNELS))
    return refuse('MISSING_PERMISSIONS', 'needs MANAGE_CHANNELS without a connection to the channel')
  return allow
}
