import { PruneResultObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { PruneFields, prunable, pruningGuild } from '../prune.ts'

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
    return { pruned: (await prunable(work, await pruningGuild(work, caller, params.guild_id), query)).length }
  },
})
