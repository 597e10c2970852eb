import { PruneResultObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listPrunableMembers, prunableGuildForCaller } from '../actions/prune.ts'
import { PruneFields } from '../requests.ts'

/** Get Guild Prune Count. [END-12] */
export const previewPruneGuild = operation({
  id: 'preview_prune_guild',
  method: 'GET',
  path: '/guilds/:guild_id/prune',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  query: PruneFields,
  responses: { 200: PruneResultObject },

  async run({ caller, params, query, work }) {
    const guild = await prunableGuildForCaller(work, caller, params.guild_id)
    return { pruned: (await listPrunableMembers(work, guild, query)).length }
  },
})
