import { ApiError, AuditLogAction, demand, InviteObject } from '@guildhall/protocol'
import { usableChannelPermissions } from '../../../../access/channel.ts'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Text, Type } from '../../../../validation/schema.ts'
import { audit } from '../../audit-log/index.ts'
import { loadInviteObject } from '../actions/load-objects.ts'
import { deleteInvite } from '../actions/save.ts'
import { mayRevokeInvite } from '../rules.ts'
import * as store from '../store.ts'

/** Delete Invite, by MANAGE_CHANNELS in its channel or by MANAGE_GUILD. */
export const inviteRevoke = operation({
  id: 'invite_revoke',
  method: 'DELETE',
  path: '/invites/:code',
  callers: ['bot', 'person'],
  params: Type.Object({ code: Text(1, 100) }),
  responses: { 200: InviteObject },

  async run({ caller, params, work }) {
    const invite = await store.findInvite(work, params.code, work.now)
    if (!invite) throw new ApiError('UNKNOWN_INVITE')
    const guild = await guildForCaller(work, caller, invite.guild_id)
    const { view, permissions } = guild
    const channel = view.channels.get(invite.channel_id)
    demand(mayRevokeInvite(permissions, channel ? usableChannelPermissions(work, guild, channel) : 0n))
    await deleteInvite(work, invite)
    const changes = [
      { key: 'code', old_value: invite.code },
      { key: 'channel_id', old_value: invite.channel_id.toString() },
      { key: 'inviter_id', old_value: invite.inviter_id?.toString() },
      { key: 'max_age', old_value: invite.max_age },
      { key: 'max_uses', old_value: invite.max_uses },
      { key: 'uses', old_value: invite.uses },
      { key: 'temporary', old_value: invite.temporary === 1 },
    ]
    await audit(work, { guildId: view.id, action: AuditLogAction.INVITE_DELETE, targetId: null, changes })
    return loadInviteObject(work, view, invite)
  },
})
