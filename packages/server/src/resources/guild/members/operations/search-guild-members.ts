import { MEMBERS_PAGE_MAX, MemberObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { presentMembers } from '../present.ts'
import * as store from '../store.ts'

/** Search Guild Members by names and nicknames that start with the query. */
export const searchGuildMembers = operation({
  id: 'search_guild_members',
  method: 'GET',
  path: '/guilds/:guild_id/members/search',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  query: Type.Object({ query: Text(1, 100), limit: Optional(Int(1, MEMBERS_PAGE_MAX)) }),
  responses: { 200: Type.Array(MemberObject) },

  async run({ caller, params, query, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id)
    const members = await store.searchMembers(work, view.id, query.query, query.limit ?? 1)
    const users = await listUsers(
      work,
      members.map((member) => member.user_id),
    )
    return presentMembers(members, users)
  },
})
