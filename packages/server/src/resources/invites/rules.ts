import { allow, ChannelType, has, Permission, refuse, type Verdict } from '@guildhall/protocol'

const INVITABLE: readonly number[] = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_STAGE_VOICE,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA,
]

/** People are invited to channels that they can be in: no categories, threads or DMs. */
export function mayInviteTo(channelType: number): Verdict {
  return INVITABLE.includes(channelType)
    ? allow
    : refuse('CANNOT_EXECUTE_ON_CHANNEL_TYPE', `no invites to channels of type ${channelType}`)
}

/** An invite gives the roles that its maker may give: by MANAGE_ROLES in the guild, and below their own highest. [END-50] */
export function mayGiveByInvite(
  actor: { guildPermissions: bigint; rank: number },
  role: { position: number; managed: boolean; everyone: boolean },
): Verdict {
  if (!has(actor.guildPermissions, Permission.MANAGE_ROLES)) return refuse('MISSING_PERMISSIONS', 'needs MANAGE_ROLES')
  if (role.managed || role.everyone) return refuse('INVALID_ROLE', 'is not given by hand')
  return actor.rank > role.position ? allow : refuse('MISSING_PERMISSIONS', 'the role stands as high or higher')
}

/** What somebody is to an invite; permissions in the guild as a whole. */
export interface Standing {
  readonly inviter: boolean
  readonly permissions: bigint
}

/** Whom an invite is for is shown to its inviter and to who manages the guild or reads its audit log. [END-51] [END-53] */
export function mayReadTargets({ inviter, permissions }: Standing): Verdict {
  const enough = Permission.MANAGE_GUILD | Permission.VIEW_AUDIT_LOG
  if (inviter || (permissions & enough) !== 0n) return allow
  return refuse('MISSING_PERMISSIONS', 'is for the inviter, MANAGE_GUILD or VIEW_AUDIT_LOG')
}

/** [END-52] */
export function mayChangeTargets({ inviter, permissions }: Standing): Verdict {
  if (inviter || has(permissions, Permission.MANAGE_GUILD)) return allow
  return refuse('MISSING_PERMISSIONS', 'is for the inviter or MANAGE_GUILD')
}
