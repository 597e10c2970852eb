import { Intent, Permission, type Snowflake, wireTime, wireTimeOrNull } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { Application, User } from '../../../kernel/model.ts'
import { presentPublicApplication } from '../../accounts/applications/present.ts'
import { presentUser } from '../../accounts/users/present.ts'
import type { StoredInvite } from './model.ts'

/** Permissions that viewers of invite events need. MANAGE_CHANNELS has no effect in a hidden channel. [PRM-19] */
const NEEDED = Permission.VIEW_CHANNEL | Permission.MANAGE_CHANNELS

/** Payload of INVITE_CREATE; users and application are null when the invite has none. */
export interface CreatedInvite {
  readonly invite: StoredInvite
  readonly inviter: User | null
  readonly target: User | null
  readonly application: Application | null
}

/** An invite was created. */
export const inviteCreate = eventType<CreatedInvite>({
  key: 'invite.created',
  name: 'INVITE_CREATE',
  intents: () => Intent.GUILD_INVITES,
  visibleTo: (viewer, { invite }) => viewer.may(NEEDED, invite.channel_id),
  visibleInChannel: ({ invite }) => invite.channel_id,
  present: ({ invite, inviter, target, application }) => ({
    channel_id: invite.channel_id.toString(),
    guild_id: invite.guild_id.toString(),
    code: invite.code,
    created_at: wireTime(invite.created_at),
    expires_at: wireTimeOrNull(invite.expires_at),
    ...(inviter ? { inviter: presentUser(inviter) } : {}),
    max_age: invite.max_age,
    max_uses: invite.max_uses,
    temporary: invite.temporary === 1,
    type: 0,
    uses: 0,
    ...(invite.target_type === null ? {} : { target_type: invite.target_type }),
    ...(target ? { target_user: presentUser(target) } : {}),
    ...(application ? { target_application: presentPublicApplication(application) } : {}),
    ...(invite.role_ids.length > 0 ? { role_ids: invite.role_ids.map(String) } : {}),
  }),
})

/** An invite was deleted or used up. No event is sent when one expires. */
export const inviteDelete = eventType<{ code: string; channelId: Snowflake; guildId: Snowflake }>({
  key: 'invite.deleted',
  name: 'INVITE_DELETE',
  intents: () => Intent.GUILD_INVITES,
  visibleTo: (viewer, { channelId }) => viewer.may(NEEDED, channelId),
  visibleInChannel: ({ channelId }) => channelId,
  present: ({ code, channelId, guildId }) => ({ channel_id: channelId.toString(), guild_id: guildId.toString(), code }),
})
