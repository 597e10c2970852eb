import { createStore } from 'zustand/vanilla'
import type { Client } from '../../gateway/client.ts'
import { newestMessageId } from '../../gateway/selectors.ts'
import { compareIds } from '../../lib/ids.ts'

/** Channels of one request. */
const ACKS_MAX = 100

/** The channel whose messages the person has marked as unread, until another one is opened. */
export const keptUnread = createStore<{ channelId: string | null }>(() => ({ channelId: null }))

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
    if (keptUnread.getState().channelId === channelId) keptUnread.setState({ channelId: null })
    client.do('channel read', { channelId, messageId })
  }
  for (let start = 0; start < states.length; start += ACKS_MAX) {
    client.api.post('/read-states/ack-bulk', { read_states: states.slice(start, start + ACKS_MAX) }).catch(() => {
      // The marks are the app's own until the next read: nothing depends on them.
    })
  }
}

/** Marks a message and all after it as unread. The channel stays so while it is open. */
export async function markUnread(client: Client, channelId: string, messageId: string): Promise<void> {
  const before = (BigInt(messageId) - 1n).toString()
  keptUnread.setState({ channelId })
  // The event that follows has the number of mentions.
  await client.api.post(`/channels/${channelId}/messages/${before}/ack`, { manual: true })
}
