import type { Client } from '../../gateway/client.ts'

/** Time between two requests for one channel. */
const PAUSE_MS = 1_000

/** Newest read message of channels whose last request was sent a moment ago; null if it is the one of that request. */
const waiting = new Map<string, string | null>()

/** Tells the server that a message was read, once a second for a channel under a stream of messages. */
export function acknowledge(client: Client, channelId: string, messageId: string): void {
  const key = `${client.account.userId} ${channelId}`
  const isWaiting = waiting.has(key)
  waiting.set(key, isWaiting ? messageId : null)
  if (isWaiting) return
  client.api.call('ack_message', { params: { channel_id: channelId, message_id: messageId } }).catch(() => {
    // The mark is the app's own until the next read: nothing depends on it.
  })
  setTimeout(() => {
    const newest = waiting.get(key)
    waiting.delete(key)
    if (newest) acknowledge(client, channelId, newest)
  }, PAUSE_MS)
}
