import { allow, ChannelType, GUILDS_MAX, has, namesOf, Permission, refuse, type Verdict } from '@guildhall/protocol'

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

/** Whether a member may list the invites of a guild. */
export function mayListInvites(permissions: bigint): Verdict {
  const sufficient = Permission.MANAGE_GUILD | Permission.VIEW_AUDIT_LOG
  return (permissions & sufficient) !== 0n
    ? allow
    : refuse('MISSING_PERMISSIONS', `needs one of ${namesOf(sufficient)}`)
}

/** Whether a member may revoke an invite: by MANAGE_CHANNELS in its channel, or by MANAGE_GUILD. */
export function mayRevokeInvite(inGuild: bigint, inChannel: bigint): Verdict {
  if (has(inChannel, Permission.MANAGE_CHANNELS) || has(inGuild, Permission.MANAGE_GUILD)) return allow
  return refuse('MISSING_PERMISSIONS', 'needs MANAGE_CHANNELS in the channel of the invite, or MANAGE_GUILD')
}

/** Whether a user, member or not, may accept an invite: as target user, or every user without a list. [END-49] */
export function mayAcceptInvite(targeted: boolean): Verdict {
  return targeted ? allow : refuse('MISSING_PERMISSIONS', 'is not a target user of the invite')
}

/** Facts about a user who wants to join a guild by an invite. */
export interface Joining {
  /** The guild has paused its invites. */
  readonly paused: boolean
  /** Guilds that the user is in. */
  readonly guilds: number
}

/** Whether a user who is not a member yet may join a guild by an invite. */
export function mayJoinByInvite({ paused, guilds }: Joining): Verdict {
  if (paused) return refuse('INVITES_PAUSED', 'the guild has paused its invites')
  return guilds < GUILDS_MAX ? allow : refuse('TOO_MANY_GUILDS', `is in ${guilds} guilds`)
}
