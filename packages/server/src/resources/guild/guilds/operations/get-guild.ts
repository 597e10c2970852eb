import { GuildObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import { JsonText, operation } from '../../../../kernel/operation.ts'
import { Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentGuild } from '../present.ts'

/** Responses without counts, by view and its revision. */
const texts = new WeakMap<GuildView, { revision: number; text: JsonText<GuildObject> }>()

/** Get Guild. */
export const getGuild = operation({
  id: 'get_guild',
  method: 'GET',
  path: '/guilds/:guild_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  query: Type.Object({ with_counts: Optional(Type.Boolean()) }),
  responses: { 200: GuildObject },

  async run({ caller, params, query, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id)
    if (!query.with_counts) return textOf(view)
    const online = [...view.presences.values()].filter((presence) => presence.status !== 'offline').length
    const counts = { approximate_member_count: view.memberCount, approximate_presence_count: online }
    return { ...presentGuild(view), ...counts }
  },
})

function textOf(view: GuildView): JsonText<GuildObject> {
  const known = texts.get(view)
  if (known && known.revision === view.revision) return known.text
  const text = new JsonText<GuildObject>(JSON.stringify(presentGuild(view)))
  texts.set(view, { revision: view.revision, text })
  return text
}
