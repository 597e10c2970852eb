import { allow, ChannelType, has, Permission, refuse, type Verdict } from '@guildhall/protocol'

const INVITABLE: readonly number[] = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_STAGE_VOICE,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA,
]

/** Whether an invite may lead to a type of channel: not to categories, threads and DMs. */
export function mayInviteTo(channelType: number): Verdict {
  return INVITABLE.includes(channelType)
    ? allow
    : refuse('CANNOT_EXECUTE_ON_CHANNEL_TYPE', `no invites to channels of type ${channelType}`)
}

/** A user in relation to an invite. */
export interface InviteStanding {
  /** Whether the user created the invite and is still a member. */
  readonly inviter: boolean
  /** Guild-wide permissions of the user. */
  readonly permissions: bigint
}

/** Whether a user may read target users: as inviter, or by MANAGE_GUILD or VIEW_AUDIT_LOG. [END-51] [END-53] */
export function mayReadTargets({ inviter, permissions }: InviteStanding): Verdict {
  const enough = Permission.MANAGE_GUILD | Permission.VIEW_AUDIT_LOG
  if (inviter || (permissions & enough) !== 0n) return allow
  return refuse('MISSING_PERMISSIONS', 'needs the inviter, MANAGE_GUILD or VIEW_AUDIT_LOG')
}

/** Whether a user may replace target users: as inviter, or by MANAGE_GUILD. [END-52] */
export function mayChangeTargets({ inviter, permissions }: InviteStanding): Verdict {
  if (inviter || has(permissions, Permission.MANAGE_GUILD)) return allow
  return refuse('MISSING_PERMISSIONS', 'needs the inviter or MANAGE_GUILD')
}
