import type { RequestOf } from '@guildhall/client'
import type { MessageObject } from '@guildhall/protocol'
import { queryOf } from '../../api/client.ts'
import type { Client } from '../../gateway/client.ts'

/** Messages of one page of a search. */
export const SEARCH_PAGE = 25
/** Pause before the search is repeated while the guild is being indexed, unless the server names another. */
const NOT_INDEXED_MS = 1_000

interface SearchResponse {
  messages?: MessageObject[][]
  total_results?: number
  /** 110000 while the guild is being indexed. */
  code?: number
  retry_after?: number
}

/** Returns a page of the messages of a guild that a search finds, newest first, and the number of all of them. */
export async function searchGuild(
  client: Client,
  guildId: string,
  parameters: readonly (readonly [string, string])[],
  { offset = 0, signal }: { offset?: number; signal: AbortSignal },
): Promise<{ messages: MessageObject[]; total: number }> {
  const page = [
    ['limit', `${SEARCH_PAGE}`],
    ['offset', `${offset}`],
  ]
  const query = new URLSearchParams([...parameters.map((pair) => [...pair]), ...page])
  for (;;) {
    const response = (await await client.api.call('guild_search', {
      params: { guild_id: guildId },
      query: queryOf(query) as Required<RequestOf<'guild_search'>>['query'],
      signal,
    })) as SearchResponse
    if (response.messages) return { messages: response.messages.flat(), total: response.total_results ?? 0 }
    const pauseMs = (response.retry_after ?? 0) * 1000 || NOT_INDEXED_MS
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    signal.throwIfAborted()
  }
}
