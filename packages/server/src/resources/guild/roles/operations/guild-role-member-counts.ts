import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { countMembersByRole } from '../../members/index.ts'

/** Get Guild Role Member Counts. Leaves @everyone out and includes unused roles as 0. [END-55] */
export const guildRoleMemberCounts = operation({
  id: 'guild_role_member_counts',
  method: 'GET',
  path: '/guilds/:guild_id/roles/member-counts',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Record(Type.String(), Type.Integer()) },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id)
    const counts = await countMembersByRole(work, view.id)
    const roles = [...view.roles.keys()].filter((id) => id !== view.id)
    return Object.fromEntries(roles.map((id) => [id.toString(), counts.get(id) ?? 0]))
  },
})
