import { ApiError, type Snowflake } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { searchesContent } from '../content-present.ts'
import { startIndexing } from '../search/actions/index-messages.ts'
import { presentResults } from '../search/actions/present-results.ts'
import { searchMessages, searchScope } from '../search/actions/search.ts'
import { SearchQuery, SearchResult } from '../search/requests.ts'
import { findIndexState, isIndexingPending } from '../search/store.ts'

const RETRY_SECONDS = 2

/**
 * Search Guild Messages. The first search starts to index the guild; searches fail with 110000 until that is done.
 * [END-36] [END-47] [ERR-2]
 */
export const guildSearch = operation({
  id: 'guild_search',
  method: 'GET',
  path: '/guilds/:guild_id/messages/search',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  query: SearchQuery,
  responses: {
    200: SearchResult,
    202: Type.Object({
      message: Type.String(),
      code: Type.Integer(),
      documents_indexed: Type.Integer(),
      retry_after: Type.Integer(),
    }),
  },

  async run({ caller, params, query, work, platform }) {
    const guild = await guildForCaller(work, caller, params.guild_id)
    if (!searchesContent(caller)) throw new ApiError('MISSING_ACCESS', { reason: 'needs the MESSAGE_CONTENT intent' })
    const scope = await searchScope(work, guild, query)
    const state = await findIndexState(work, guild.view.id)
    if (!state?.ready) {
      // Clients repeat their search until it succeeds: those searches only read.
      if (!state || !(await isIndexingPending(work, guild.view.id))) startLater(platform, guild.view.id)
      const extra = { documents_indexed: state?.documents ?? 0, retry_after: RETRY_SECONDS }
      throw new ApiError('INDEX_NOT_READY', { extra })
    }
    const found = await searchMessages(work, query, scope)
    return presentResults(work, caller, guild.view, found, platform.attachmentUrls)
  },
})

function startLater({ background, units }: Platform, guildId: Snowflake): void {
  background.run(() => units.write(SYSTEM_ACTOR, (work) => startIndexing(work, guildId)))
}
