import { newestMessageId } from '@guildhall/client/questions'
import { compareIds } from '@guildhall/client/records'
import type { Client } from '../../gateway/client.ts'
import { ownState } from '../../gateway/own-stores.ts'

/** Channels of one request. */
const ACKS_MAX = 100

/** The channel whose messages the person has marked as unread, until another one is opened. */
export const keptUnread = ownState<{ channelId: string | null }>({ channelId: null })

/** Lets a channel be read again as it is shown. */
export function endKeptUnread(client: Client, channelId: string): void {
  const store = client.own(keptUnread)
  if (store.getState().channelId === channelId) store.setState({ channelId: null })
}

/** Marks channels as read up to their newest message. */
export function markRead(client: Client, channelIds: readonly string[]): void {
  const states = channelIds.flatMap((channelId) => {
    const channel = client.state.channels.get(channelId)
    const newest = channel && newestMessageId(client.state, channel)
    const read = client.state.reads.get(channelId)
    if (!newest) return []
    if (read?.lastReadId && compareIds(read.lastReadId, newest) >= 0 && read.mentions === 0) return []
    return [{ channel_id: channelId, message_id: newest }]
  })
  for (const { channel_id: channelId, message_id: messageId } of states) {
    endKeptUnread(client, channelId)
    client.do('channel read', { channelId, messageId })
  }
  for (let start = 0; start < states.length; start += ACKS_MAX) {
    client.api.call('ack_bulk', { body: { read_states: states.slice(start, start + ACKS_MAX) } }).catch(() => {
      // The marks are the app's own until the next read: nothing depends on them.
    })
  }
}

/** Marks a message and all after it as unread. The channel stays so while it is open. */
export async function markUnread(client: Client, channelId: string, messageId: string): Promise<void> {
  const before = (BigInt(messageId) - 1n).toString()
  client.own(keptUnread).setState({ channelId })
  // The event that follows has the number of mentions.
  await client.api.call('ack_message', {
    params: { channel_id: channelId, message_id: before },
    body: { manual: true },
  })
}
