import { MemberObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { getMember } from '../../../../access/member.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { editMember } from '../actions/edit.ts'
import { presentMember } from '../present.ts'
import { MemberBody } from '../requests.ts'

/** Modify Guild Member. */
export const updateGuildMember = operation({
  id: 'update_guild_member',
  method: 'PATCH',
  path: '/guilds/:guild_id/members/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, user_id: SnowflakeId }),
  body: MemberBody,
  responses: { 200: MemberObject },

  async run({ caller, params, body, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id)
    const target = await getMember(work, guild.view, params.user_id)
    return presentMember(await editMember(work, guild, target, body), target.user)
  },
})
