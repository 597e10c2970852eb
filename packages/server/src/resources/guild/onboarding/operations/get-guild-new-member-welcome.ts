import { NewMemberWelcomeObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentNewMemberWelcome } from '../present.ts'
import * as store from '../store.ts'

/** Get Guild New Member Welcome; 204 for a guild without one. */
export const getGuildNewMemberWelcome = operation({
  id: 'get_guild_new_member_welcome',
  method: 'GET',
  path: '/guilds/:guild_id/new-member-welcome',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: NewMemberWelcomeObject, 204: NoContent },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id)
    const welcome = await store.findDocument(work, view.id, 'new_member_welcome')
    return welcome && presentNewMemberWelcome(view, welcome)
  },
})
