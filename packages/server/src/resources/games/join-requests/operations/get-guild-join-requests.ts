import { GuildJoinRequestObject, JOIN_REQUESTS_PAGE_MAX, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, OneOf, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { JOIN_REQUEST_STATUSES } from '../model.ts'
import { presentJoinRequest } from '../present.ts'
import * as store from '../store.ts'

/** Get Guild Join Requests, by KICK_MEMBERS, which deciding them takes as well. */
export const getGuildJoinRequests = operation({
  id: 'get_guild_join_requests',
  method: 'GET',
  path: '/guilds/:guild_id/requests',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  query: Type.Object({
    status: Optional(OneOf(...JOIN_REQUEST_STATUSES)),
    limit: Optional(Int(1, JOIN_REQUESTS_PAGE_MAX)),
    before: Optional(SnowflakeId),
    after: Optional(SnowflakeId),
  }),
  responses: { 200: Type.Object({ total: Type.Integer(), guild_join_requests: Type.Array(GuildJoinRequestObject) }) },

  async run({ caller, params, query, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.KICK_MEMBERS)
    const requests = await store.listJoinRequests(work, view.id, {
      ...query,
      limit: query.limit ?? JOIN_REQUESTS_PAGE_MAX,
    })
    const users = await listUsers(
      work,
      requests.flatMap(({ user_id, reviewer_id }) => [user_id, reviewer_id ?? []].flat()),
    )
    return {
      total: await store.countJoinRequests(work, view.id, query.status),
      guild_join_requests: requests.map((request) =>
        presentJoinRequest(request, {
          user: users.get(request.user_id),
          reviewer: users.get(request.reviewer_id ?? 0n),
        }),
      ),
    }
  },
})
