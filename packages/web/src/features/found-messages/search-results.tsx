import type { ChannelObject } from '@guildhall/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '../../api/client.ts'
import { FoundMessage } from '../../domain/message-body/found-message.tsx'
import type { Client } from '../../gateway/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { searchParameters } from './query.ts'
import { SEARCH_PAGE, searchGuild } from './search-guild.ts'

/** The messages of a guild that a search finds. */
export function SearchResults(props: { guildId: string; text: string; onClose: () => void }) {
  const { guildId, text, onClose } = props
  const client = useClient()
  const navigate = useNavigate()
  const channels = useClientState(({ channels }) => channels)
  const { data, error, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['search', guildId, text],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => search(client, guildId, text, pageParam, signal),
    getNextPageParam: ({ total }, _pages, offset) => (offset + SEARCH_PAGE < total ? offset + SEARCH_PAGE : undefined),
  })
  const messages = data?.pages.flatMap((page) => page.messages) ?? []
  const total = data?.pages[0]?.total ?? 0

  function open(channel: ChannelObject) {
    void navigate({ to: '/channels/$guildId/$channelId', params: { guildId, channelId: channel.id } })
  }

  return (
    <SidePanel title={t('Search results')} onClose={onClose}>
      <p role="status">
        {isPending ? t('Searching…') : t('{total, plural, one {# message} other {# messages}}', { total })}
      </p>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {messages.map((message) => {
        const channel = channels.get(message.channel_id)
        return (
          channel && <FoundMessage key={message.id} message={message} channel={channel} onJump={() => open(channel)} />
        )
      })}
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>{t('Show more')}</Button>}
    </SidePanel>
  )
}

function search(client: Client, guildId: string, text: string, offset: number, signal: AbortSignal) {
  const { users, channels } = client.state
  const parameters = searchParameters(text, {
    userId: (name) => [...users.values()].find(({ username }) => username === name.toLowerCase())?.id,
    channelId: (name) => [...channels.values()].find((one) => one.guild_id === guildId && one.name === name)?.id,
  })
  return searchGuild(client, guildId, parameters, { offset, signal })
}
