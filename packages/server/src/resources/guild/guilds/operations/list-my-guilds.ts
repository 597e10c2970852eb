import { ApiError, CurrentUserGuildObject, Faults, GUILDS_PAGE_MAX } from '@guildhall/protocol'
import { memberInGuild } from '../../../../access/member.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listGuildIdsOfUser } from '../../members/index.ts'

/**
 * Get Current User Guilds. With `shard` it returns the guilds of one storage shard; large bots must give one.
 * [END-7..11] [ERR-1]
 */
export const listMyGuilds = operation({
  id: 'list_my_guilds',
  method: 'GET',
  path: '/users/@me/guilds',
  callers: ['bot', 'person', 'bearer'],
  scope: 'guilds',
  query: Type.Object({
    before: Optional(SnowflakeId),
    after: Optional(SnowflakeId),
    limit: Optional(Int(1, GUILDS_PAGE_MAX)),
    with_counts: Optional(Type.Boolean()),
    shard: Optional(Type.Integer()),
  }),
  responses: { 200: Type.Array(CurrentUserGuildObject) },

  async run({ caller, query, work }) {
    const own = await listGuildIdsOfUser(work, caller.userId)
    const shards = shardCount(caller, query.shard, own.length)
    const limit = query.limit ?? GUILDS_PAGE_MAX
    const all = own.filter((id) => query.shard === undefined || Number((id >> 22n) % BigInt(shards)) === query.shard)
    const { before, after } = query
    const page =
      before !== undefined
        ? all.filter((id) => id < before).slice(-limit)
        : all.filter((id) => after === undefined || id > after).slice(0, limit)
    const guilds: CurrentUserGuildObject[] = []
    for (const id of page) {
      const view = await work.view(id)
      const member = view && (await memberInGuild(work, view, caller.userId))
      if (!view || !member) continue
      const { name, icon, banner, features, owner_id } = view.guild
      const counts = { approximate_member_count: view.memberCount, approximate_presence_count: view.presences.size }
      guilds.push({
        id: id.toString(),
        name,
        icon,
        banner,
        owner: owner_id === caller.userId,
        permissions: view.permissions(caller.userId, member.roles).toString(),
        features,
        ...(query.with_counts ? counts : {}),
      })
    }
    return guilds
  },
})

/** Number of guilds from which every bot must give `shard`. [END-10] */
const LARGE_BOT_GUILDS = 150_000

/** Returns the number of storage shards of an application, and rejects a `shard` outside of them. [END-9] [END-10] */
function shardCount({ kind, application }: Caller, shard: number | undefined, guilds: number): number {
  const count = application?.max_concurrency ?? 1
  const faults = new Faults()
  if (shard === undefined) {
    const large = application?.large_bot_sharding || (kind === 'bot' && guilds >= LARGE_BOT_GUILDS)
    if (large) faults.add(['shard'], 'BASE_TYPE_REQUIRED', 'This field is required')
  } else if (shard < 0 || shard >= count) {
    const [code, word] =
      shard < 0
        ? ['NUMBER_TYPE_MIN', 'greater than or equal to 0']
        : ['NUMBER_TYPE_MAX', `less than or equal to ${count - 1}`]
    faults.add(['shard'], code ?? '', `int value should be ${word}.`)
  }
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return count
}
