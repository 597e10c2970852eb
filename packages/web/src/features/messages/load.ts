import type { MessageObject } from '@guildhall/protocol'
import type { Client } from '../../gateway/client.ts'
import type { MessageRange } from '../../gateway/state.ts'

/** Messages of one request. */
const PAGE = 50

type Mode = 'replace' | 'older' | 'newer'

async function load(
  client: Client,
  channelId: string,
  mode: Mode,
  query: Record<string, string>,
  more: (received: number) => Pick<MessageRange, 'hasOlder' | 'hasNewer'>,
): Promise<void> {
  const path = `/channels/${channelId}/messages`
  const received = await client.api.get<MessageObject[]>(path, { query: { limit: PAGE, ...query } })
  const items = received.reverse()
  client.do('messages loaded', { channelId, mode, range: { items, ...more(items.length) } })
}

/** Loads the newest messages of a channel in place of those that are loaded. */
export function loadNewest(client: Client, channelId: string): Promise<void> {
  return load(client, channelId, 'replace', {}, (received) => ({ hasOlder: received === PAGE, hasNewer: false }))
}

/** Loads the messages before a message. */
export function loadOlder(client: Client, channelId: string, before: string): Promise<void> {
  return load(client, channelId, 'older', { before }, (received) => ({ hasOlder: received === PAGE, hasNewer: false }))
}

/** Loads the messages after a message. */
export function loadNewer(client: Client, channelId: string, after: string): Promise<void> {
  return load(client, channelId, 'newer', { after }, (received) => ({ hasOlder: true, hasNewer: received === PAGE }))
}

/** Loads the messages around a message in place of those that are loaded. */
export function loadAround(client: Client, channelId: string, around: string): Promise<void> {
  return load(client, channelId, 'replace', { around }, () => ({ hasOlder: true, hasNewer: true }))
}
