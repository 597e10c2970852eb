import type { ChannelObject } from '@guildhall/protocol'
import { Permission } from '@guildhall/protocol'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { FoundMessage } from '../../domain/message-body/found-message.tsx'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'

/** The pinned messages of a channel, the newest pin first. */
export function PinnedMessages(props: { channel: ChannelObject; permissions: bigint; onClose: () => void }) {
  const { channel, permissions, onClose } = props
  const client = useClient()
  const queries = useQueryClient()
  // Another pin changes the key, so that the list is read again.
  const queryKey = ['pins', channel.id, channel.last_pin_timestamp]
  const { data, error, hasNextPage, fetchNextPage, isPending } = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before }) =>
      client.api.call('list_pins', { params: { channel_id: channel.id }, query: { ...(before && { before }) } }),
    getNextPageParam: ({ has_more, items }) => (has_more ? items.at(-1)?.pinned_at : undefined),
  })
  const pins = data?.pages.flatMap(({ items }) => items) ?? []
  const mayUnpin = (permissions & Permission.PIN_MESSAGES) !== 0n

  async function unpin(messageId: string) {
    await client.api.call('delete_pin', { params: { channel_id: channel.id, message_id: messageId } })
    await queries.invalidateQueries({ queryKey: ['pins', channel.id] })
  }

  return (
    <SidePanel title={t('Pinned messages')} onClose={onClose}>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {!isPending && pins.length === 0 && !error && (
        <p>{t('No message is pinned here. Open the menu of a message and choose Pin message.')}</p>
      )}
      {pins.map(({ message }) => (
        <FoundMessage key={message.id} message={message} channel={channel} onJump={onClose}>
          {mayUnpin && (
            <Button size="small" onClick={() => void unpin(message.id)}>
              {t('Unpin')}
            </Button>
          )}
        </FoundMessage>
      ))}
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>{t('Show more')}</Button>}
    </SidePanel>
  )
}
