import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../gateway/client.ts'
import { currentLanguage } from '../../lib/language/language.ts'

/** Query for the commands that the person can use in a channel. */
export function commandIndexQuery(client: Client, channelId: string) {
  return queryOptions({
    // Names and descriptions are in the language of the app.
    queryKey: ['commands', currentLanguage(), channelId],
    queryFn: ({ signal }) =>
      client.api.call('list_usable_application_commands', { params: { channel_id: channelId }, signal }),
  })
}
