import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, Text, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { rememberedCounts } from '../actions/remembered-counts.ts'
import { GuildSizeObject, presentGuildSize } from '../present.ts'
import { countMessagesOf, listLargestGuilds } from '../store.ts'

const PAGE_MAX = 100
const QUERY_MAX = 100

/** List Guild Sizes: the largest guilds, or those of a name, for operators. */
export const listGuildSizes = operation({
  id: 'list_guild_sizes',
  method: 'GET',
  path: '/admin/guilds',
  callers: ['operator', 'person'],
  unlisted: true,
  query: Type.Object({ query: Optional(Text(0, QUERY_MAX)), limit: Optional(Int(1, PAGE_MAX)) }),
  responses: { 200: Type.Array(GuildSizeObject) },

  async run({ query: { query, limit = PAGE_MAX }, ...request }) {
    const { work } = request
    await operatorOf(request, 'moderator')
    const guilds = await listLargestGuilds(work, { query: query || undefined, limit })
    const ids = guilds.map(({ id }) => id)
    const messages = await rememberedCounts(request.platform).of(ids, (missing) => countMessagesOf(work, missing))
    return guilds.map((guild) => presentGuildSize({ ...guild, messages: messages.get(guild.id) ?? 0 }))
  },
})
