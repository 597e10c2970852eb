import { Invite, Permission } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../kernel/schema.ts'
import { guildWith } from '../../channels/index.ts'
import { showInvites } from '../show.ts'
import * as store from '../store.ts'

/** Get Guild Invites: with their metadata. [END-54] [INV-3] */
export const listGuildInvites = operation({
  id: 'list_guild_invites',
  method: 'GET',
  path: '/guilds/:guild_id/invites',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  answers: { 200: Type.Array(Invite) },

  async run({ caller, params, work }) {
    const { view } = await guildWith(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    const invites = await store.list(work, { guildId: view.id }, work.now)
    return showInvites(work, view, invites, { metadata: true })
  },
})
