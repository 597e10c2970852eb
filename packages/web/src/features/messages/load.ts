import type { MessageRange } from '@guildhall/client/records'
import { parseAhead } from '../../domain/markdown/parsed.ts'
import type { Client } from '../../gateway/client.ts'
import { noteChanges } from './changes.ts'

/** Messages of the first request, and of the next ones. */
const FIRST_PAGE = 50
const PAGE = 100
/** Newest messages of a page whose text is parsed before they are shown: those that are rendered first. */
const PARSED_AHEAD = 20

type Mode = 'replace' | 'older' | 'newer'

async function load(
  client: Client,
  channelId: string,
  mode: Mode,
  query: Record<string, string>,
  more: (received: number) => Pick<MessageRange, 'hasOlder' | 'hasNewer'>,
  signal?: AbortSignal,
): Promise<void> {
  const changes = noteChanges(client, channelId)
  try {
    const received = await client.api.call('list_messages', {
      params: { channel_id: channelId },
      query: { limit: PAGE, ...query },
      ...(signal && { signal }),
    })
    if (mode === 'replace') await parseAhead(received.slice(0, PARSED_AHEAD).map(({ content }) => content))
    const bounds = more(received.length)
    // A new message belongs to the end of the channel, so that it does not join a page of older ones.
    const atEnd = mode !== 'older' && !bounds.hasNewer
    const { items } = changes.appliedTo({ ...bounds, items: received.reverse(), hasNewer: !atEnd })
    client.do('messages loaded', { channelId, mode, range: { ...bounds, items } })
  } finally {
    changes.end()
  }
}

/** Loads the newest messages of a channel in place of those that are loaded. */
export function loadNewest(client: Client, channelId: string, signal?: AbortSignal): Promise<void> {
  const bounds = (received: number) => ({ hasOlder: received === FIRST_PAGE, hasNewer: false })
  return load(client, channelId, 'replace', { limit: String(FIRST_PAGE) }, bounds, signal)
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
  return load(client, channelId, 'replace', { around, limit: String(FIRST_PAGE) }, () => ({
    hasOlder: true,
    hasNewer: true,
  }))
}
