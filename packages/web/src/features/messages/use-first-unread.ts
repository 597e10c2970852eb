import { newestMessageId } from '@guildhall/client/questions'
import { compareIds, type MessageRange } from '@guildhall/client/records'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { endKeptUnread, keptUnread } from '../../domain/messages/read-marks.ts'
import { useClient, useClientState, useOwn } from '../../gateway/react.tsx'
import { acknowledge } from './acknowledge.ts'

/** The first unread message of an open channel. */
export interface FirstUnread {
  /** Id of the message, or of the last read one while the messages after it are not loaded; null for none. */
  readonly firstUnread: string | null
  /** Id of the last read message. */
  readonly since: string
  /** Whether the divider above it has been in view; null while that is not known. */
  readonly seen: boolean | null
  setVisible(visible: boolean): void
  clear(): void
}

/** Marks the channel as read while its end is shown, and keeps the first message that was new when it was opened. */
export function useFirstUnread(channelId: string, range: MessageRange | undefined, endIsShown: boolean): FirstUnread {
  const kept = useOwn(keptUnread, (state) => state.channelId === channelId)
  const newest = range?.items.findLast(({ local }) => !local)
  const since = useLastRead(channelId, newest !== undefined, kept)
  const [seen, setSeen] = useState<boolean | null>(null)
  const selfId = useClientState(({ self }) => self?.id)
  useReading(channelId, newest?.id, endIsShown && !kept)
  useEffect(() => setSeen(null), [since])
  const firstUnread = since === null || !range ? null : firstAfter(range, since, kept ? undefined : selfId)
  return {
    firstUnread,
    since: since ?? '0',
    seen,
    setVisible: (visible) => setSeen((before) => before === true || visible),
    clear: () => setSeen(true),
  }
}

/** Returns the first message after one; the one itself if what follows it is not loaded. */
function firstAfter({ items, hasOlder }: MessageRange, lastRead: string, exceptOf: string | undefined): string | null {
  const [oldest] = items
  if (hasOlder && oldest && compareIds(oldest.id, lastRead) > 0) return lastRead
  return items.find(({ id, author }) => compareIds(id, lastRead) > 0 && author.id !== exceptOf)?.id ?? null
}

/** Returns the message up to which the channel was read when it was opened, or marked as unread since. */
function useLastRead(channelId: string, loaded: boolean, kept: boolean): string | null {
  const client = useClient()
  const [since, setSince] = useState<string | null>(null)
  const lastRead = useClientState(({ reads }) => reads.get(channelId)?.lastReadId)
  const opened = useRef(false)
  useLayoutEffect(() => {
    if (opened.current || !loaded) return
    opened.current = true
    const channel = client.state.channels.get(channelId)
    const id = client.state.reads.get(channelId)?.lastReadId
    if (channel && id && id !== newestMessageId(client.state, channel)) setSince(id)
  }, [client, channelId, loaded])
  useEffect(() => {
    if (kept && lastRead) setSince(lastRead)
  }, [kept, lastRead])
  useEffect(() => () => endKeptUnread(client, channelId), [client, channelId])
  return since
}

/** Marks the channel as read up to a message while the window is shown. */
function useReading(channelId: string, newestId: string | undefined, isRead: boolean): void {
  const client = useClient()
  const windowIsShown = useSyncExternalStore(onVisibility, () => !document.hidden)
  // Before the paint, so that the channel's link does not show a message as unread for a moment.
  useLayoutEffect(() => {
    if (!newestId || !isRead || !windowIsShown) return
    const read = client.state.reads.get(channelId)
    if (read?.lastReadId === newestId && read.mentions === 0) return
    client.do('channel read', { channelId, messageId: newestId })
    acknowledge(client, channelId, newestId)
  }, [client, channelId, newestId, isRead, windowIsShown])
}

function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
