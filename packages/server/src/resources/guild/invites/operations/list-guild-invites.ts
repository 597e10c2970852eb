import { demand, has, InviteObject, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { loadInviteObjects } from '../actions/load-objects.ts'
import { mayListInvites } from '../rules.ts'
import * as store from '../store.ts'

/** Get Guild Invites. MANAGE_GUILD shows their metadata, VIEW_AUDIT_LOG alone does not. [END-54] [INV-3] */
export const listGuildInvites = operation({
  id: 'list_guild_invites',
  method: 'GET',
  path: '/guilds/:guild_id/invites',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Array(InviteObject) },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    demand(mayListInvites(permissions))
    const invites = await store.listInvites(work, { guildId: view.id }, work.now)
    return loadInviteObjects(work, view, invites, { metadata: has(permissions, Permission.MANAGE_GUILD) })
  },
})
