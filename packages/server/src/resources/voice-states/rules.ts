import { allow, ChannelType, has, type Instant, Permission, refuse, type Verdict } from '@guildhall/protocol'

export function isVoice(channel: { type: number }): boolean {
  return channel.type === ChannelType.GUILD_VOICE || channel.type === ChannelType.GUILD_STAGE_VOICE
}

/** Who wants to join a channel: by what they may do in it, and how full it is without them. */
export interface Joining {
  readonly permissions: bigint
  readonly userLimit: number
  readonly connected: number
}

/** A full channel takes in those who may move others. */
export function mayJoin({ permissions, userLimit, connected }: Joining): Verdict {
  if (!has(permissions, Permission.VIEW_CHANNEL | Permission.CONNECT))
    return refuse('MISSING_PERMISSIONS', 'needs VIEW_CHANNEL and CONNECT')
  const full = userLimit > 0 && connected >= userLimit
  if (full && !has(permissions, Permission.MOVE_MEMBERS)) return refuse('MISSING_PERMISSIONS', 'the channel is full')
  return allow
}

/** Who joins a stage is in its audience; in a voice channel those cannot be heard who may not speak. */
export function joinsSuppressed(channel: { type: number }, permissions: bigint): boolean {
  return channel.type === ChannelType.GUILD_STAGE_VOICE || !has(permissions, Permission.SPEAK)
}

export interface StageRequest {
  readonly suppress?: boolean
  readonly requestToSpeakAt?: Instant | null
}

/** On a stage everybody may go back into the audience and take back a request; the rest takes a permission. */
export function mayChangeOwnStage(permissions: bigint, { suppress, requestToSpeakAt }: StageRequest): Verdict {
  if (suppress === false && !has(permissions, Permission.MUTE_MEMBERS))
    return refuse('MISSING_PERMISSIONS', 'needs MUTE_MEMBERS to speak')
  if (requestToSpeakAt != null && !has(permissions, Permission.REQUEST_TO_SPEAK))
    return refuse('MISSING_PERMISSIONS', 'needs REQUEST_TO_SPEAK')
  return allow
}

/** A status by its own permission; who is not connected to the channel also manages it. [END-33] [END-34] */
export function maySetStatus(permissions: bigint, connected: boolean): Verdict {
  if (!has(permissions, Permission.SET_VOICE_CHANNEL_STATUS))
    return refuse('MISSING_PERMISSIONS', 'needs SET_VOICE_CHANNEL_STATUS')
  if (!connected && !has(permissions, Permission.MANAGE_CHANNELS))
    return refuse('MISSING_PERMISSIONS', 'needs MANAGE_CHANNELS where it is not connected')
  return allow
}
