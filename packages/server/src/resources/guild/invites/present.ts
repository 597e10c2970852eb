import { type InviteObject, wireTime, wireTimeOrNull } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Application, User } from '../../../kernel/model.ts'
import { presentPublicApplication } from '../../accounts/applications/present.ts'
import { presentUser } from '../../accounts/users/present.ts'
import { presentPartialRole } from '../roles/present.ts'
import type { StoredInvite } from './model.ts'

/** Returns the invite object; `metadata` adds the fields for callers who manage invites. Roles are partial. [INV-3] */
export function presentInvite(
  invite: StoredInvite,
  view: GuildView,
  options: { inviter?: User; counts?: boolean; metadata?: boolean; target?: User; application?: Application },
): InviteObject {
  const { guild } = view
  const channel = view.channels.get(invite.channel_id)
  const roles = invite.role_ids.flatMap((id) => view.roles.get(id) ?? [])
  return {
    type: 0,
    code: invite.code,
    expires_at: wireTimeOrNull(invite.expires_at),
    guild_id: view.id.toString(),
    guild: {
      id: view.id.toString(),
      name: guild.name,
      icon: guild.icon,
      splash: guild.splash,
      banner: guild.banner,
      description: guild.description,
      features: guild.features,
      verification_level: guild.verification_level,
      vanity_url_code: guild.vanity_url_code,
      nsfw_level: guild.nsfw_level,
      nsfw: false,
      premium_subscription_count: guild.premium_subscription_count,
      premium_tier: guild.premium_tier,
    },
    channel: channel ? { id: channel.id.toString(), name: channel.name, type: channel.type } : null,
    ...(options.inviter ? { inviter: presentUser(options.inviter) } : {}),
    ...(invite.target_type === null ? {} : { target_type: invite.target_type }),
    ...(options.target ? { target_user: presentUser(options.target) } : {}),
    ...(options.application ? { target_application: presentPublicApplication(options.application) } : {}),
    ...(roles.length > 0 ? { roles: roles.map(presentPartialRole) } : {}),
    ...(options.counts
      ? { approximate_member_count: view.memberCount, approximate_presence_count: view.presences.size }
      : {}),
    ...(options.metadata
      ? {
          uses: invite.uses,
          max_uses: invite.max_uses,
          max_age: invite.max_age,
          temporary: invite.temporary === 1,
          created_at: wireTime(invite.created_at),
        }
      : {}),
  }
}
