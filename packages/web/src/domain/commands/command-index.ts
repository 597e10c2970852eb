import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../gateway/client.ts'
import type { CommandIndex } from './usable-commands.ts'

/** Query for the commands that the person can use in a channel. */
export function commandIndexQuery(client: Client, channelId: string) {
  return queryOptions({
    queryKey: ['commands', channelId],
    queryFn: ({ signal }) =>
      client.api.get<CommandIndex>(`/channels/${channelId}/application-command-index`, { signal }),
  })
}
