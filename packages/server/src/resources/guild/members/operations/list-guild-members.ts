import { ApiError, ApplicationFlag, MEMBERS_PAGE_MAX, MemberObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { presentMembers } from '../present.ts'
import * as store from '../store.ts'

/** List Guild Members by ascending user id. A bot's application needs the GUILD_MEMBERS intent enabled. */
export const listGuildMembers = operation({
  id: 'list_guild_members',
  method: 'GET',
  path: '/guilds/:guild_id/members',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  query: Type.Object({ limit: Optional(Int(1, MEMBERS_PAGE_MAX)), after: Optional(SnowflakeId) }),
  responses: { 200: Type.Array(MemberObject) },

  async run({ caller, params, query, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id)
    const allowed = ApplicationFlag.GATEWAY_GUILD_MEMBERS | ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED
    if (caller.kind === 'bot' && ((caller.application?.flags ?? 0n) & allowed) === 0n)
      throw new ApiError('MISSING_ACCESS')
    const members = await store.listMembers(work, view.id, query.after ?? 0n, query.limit ?? 1)
    const users = await listUsers(
      work,
      members.map((member) => member.user_id),
    )
    return presentMembers(members, users)
  },
})
