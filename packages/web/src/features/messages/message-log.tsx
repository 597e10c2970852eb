import type { ChannelObject } from '@guildhall/protocol'
import { ArrowDown } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { messageOf } from '../../api/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import type { ShownMessage } from '../../gateway/state.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { DateDivider, NewDivider, startsDay, startsGroup } from './dividers.tsx'
import { jumpDone, pendingJump } from './jump.ts'
import { loadAround, loadNewer, loadNewest, loadOlder } from './load.ts'
import { Message } from './message.tsx'
import styles from './message-log.module.css'
import { useScroll } from './use-scroll.ts'
import { AT_END, around, boundsOf, movedDown, movedUp, type Window } from './window.ts'

/** Distance from an edge of the log at which more messages are shown. */
const EDGE_PX = 600
/** Time for which a message that was searched is marked. */
const FOUND_MS = 2_000
const NONE: readonly ShownMessage[] = []

/** The messages of a channel. Only a window of them is rendered; it moves with the scroll position. */
export function MessageLog(props: { channel: ChannelObject; label: string; permissions: bigint }) {
  const { channel, label, permissions } = props
  const client = useClient()
  const range = useClientState(({ messages }) => messages.get(channel.id))
  const items = range?.items ?? NONE
  const [window, setWindow] = useState(AT_END)
  const { error, retry, loadMore } = useLoading(channel.id)
  const { start, end } = boundsOf(items, window)
  const atEnd = end === items.length && !range?.hasNewer
  const shown = items.slice(start, end)
  const log = useRef<HTMLDivElement>(null)
  const onEdges = useCallback(
    (above: number, below: number) => {
      if (above < EDGE_PX) {
        if (start > 0) setWindow(movedUp(items, window))
        else loadMore('older')
      }
      if (below < EDGE_PX) {
        if (end < items.length) setWindow(movedDown(items, window))
        else if (range?.hasNewer) loadMore('newer')
      }
    },
    [items, window, start, end, range?.hasNewer, loadMore],
  )
  const { stuck, jumpToEnd } = useScroll(log, { key: `${channel.id} ${items.length} ${start} ${end}`, atEnd, onEdges })
  useJumps(channel.id, log, setWindow)
  const firstUnread = useFirstUnread(channel.id, items, stuck && atEnd)

  async function jump() {
    if (range?.hasNewer) await loadNewest(client, channel.id)
    setWindow(AT_END)
    jumpToEnd()
  }

  return (
    <div className={styles.place}>
      <div ref={log} role="log" aria-label={`Messages in ${label}`} className={styles.log} tabIndex={-1}>
        {!range && !error && <Skeleton />}
        {range && !range.hasOlder && start === 0 && <Beginning label={label} channel={channel} />}
        {error && (
          <div className={styles.failure}>
            <ErrorText>{error}</ErrorText>
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          </div>
        )}
        {shown.map((message, index) => {
          const before = shown[index - 1] ?? items[start - 1]
          return (
            <div key={message.id} data-message={message.id}>
              {startsDay(before, message) && <DateDivider timestamp={message.timestamp} />}
              {message.id === firstUnread && <NewDivider />}
              <Message
                message={message}
                channel={channel}
                permissions={permissions}
                grouped={!startsGroup(before, message) && message.id !== firstUnread}
              />
            </div>
          )
        })}
      </div>
      {!(stuck && atEnd) && items.length > 0 && (
        <Button className={styles.jump ?? ''} size="small" onClick={() => void jump()}>
          <ArrowDown size={16} strokeWidth={1.5} aria-hidden />
          Jump to present
        </Button>
      )}
    </div>
  )
}

/** Loads messages when the channel is opened, after a reconnect, and at the edges of the log. */
function useLoading(channelId: string) {
  const client = useClient()
  const [error, setError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const loading = useRef(false)
  const missing = useClientState(({ messages, status }) => {
    const range = messages.get(channelId)
    return status === 'ready' && (!range || range.items.every(({ local }) => local)) && (range?.hasOlder ?? true)
  })
  const run = useCallback((task: () => Promise<void>) => {
    if (loading.current) return
    loading.current = true
    task()
      .then(
        () => setError(null),
        (failure) => setError(messageOf(failure)),
      )
      .finally(() => {
        loading.current = false
      })
  }, [])
  useEffect(() => {
    if (missing) run(() => loadNewest(client, channelId))
  }, [missing, client, channelId, attempt, run])
  const loadMore = useCallback(
    (direction: 'older' | 'newer') => {
      const range = client.state.messages.get(channelId)
      const items = range?.items.filter(({ local }) => !local) ?? NONE
      const [first, last] = [items[0], items.at(-1)]
      if (direction === 'older' && range?.hasOlder && first) run(() => loadOlder(client, channelId, first.id))
      if (direction === 'newer' && range?.hasNewer && last) run(() => loadNewer(client, channelId, last.id))
    },
    [client, channelId, run],
  )
  return { error, retry: () => setAttempt(attempt + 1), loadMore }
}

/** Scrolls to a message that another part of the app asks for, and loads what is around it. */
function useJumps(channelId: string, log: RefObject<HTMLDivElement | null>, setWindow: (window: Window) => void): void {
  const client = useClient()
  const jump = useStore(pendingJump, ({ jump }) => (jump?.channelId === channelId ? jump : null))
  const ready = useClientState(({ status }) => status === 'ready')
  useEffect(() => {
    if (!jump || !ready) return
    const { messageId } = jump
    const itemsNow = () => client.state.messages.get(channelId)?.items ?? NONE
    const show = async () => {
      if (!around(itemsNow(), messageId)) await loadAround(client, channelId, messageId)
      const window = around(itemsNow(), messageId)
      jumpDone()
      if (!window) return
      flushSync(() => setWindow(window))
      const row = log.current?.querySelector<HTMLElement>(`[data-message="${messageId}"]`)
      row?.scrollIntoView({ block: 'center' })
      row?.setAttribute('data-found', '')
      setTimeout(() => row?.removeAttribute('data-found'), FOUND_MS)
    }
    show().catch(jumpDone)
  }, [jump, ready, client, channelId, log, setWindow])
}

/** Marks the channel as read while its end is shown, and returns the first message that was new when it was opened. */
function useFirstUnread(channelId: string, items: readonly ShownMessage[], endIsShown: boolean): string | null {
  const client = useClient()
  const [firstUnread, setFirstUnread] = useState<string | null>(null)
  const opened = useRef(false)
  const newest = items.findLast(({ local }) => !local)
  useLayoutEffect(() => {
    if (opened.current || !newest) return
    opened.current = true
    const lastRead = client.state.reads.get(channelId)?.lastReadId
    if (!lastRead || lastRead === newest.id) return
    const selfId = client.state.self?.id
    setFirstUnread(items.find(({ id, author }) => BigInt(id) > BigInt(lastRead) && author.id !== selfId)?.id ?? null)
  }, [client, channelId, newest, items])
  useEffect(() => {
    if (!newest || !endIsShown || document.hidden) return
    if (client.state.reads.get(channelId)?.lastReadId === newest.id && !client.state.reads.get(channelId)?.mentions)
      return
    client.do('channel read', { channelId, messageId: newest.id })
    client.api.post(`/channels/${channelId}/messages/${newest.id}/ack`, {}).catch(() => {
      // The mark is the app's own until the next read: nothing depends on it.
    })
  }, [client, channelId, newest, endIsShown])
  return firstUnread
}

function Beginning({ label, channel }: { label: string; channel: ChannelObject }) {
  return (
    <div className={styles.beginning}>
      <h3>{channel.guild_id ? `This is the beginning of ${label}` : `Your conversation with ${label}`}</h3>
      {channel.topic && <p>{channel.topic}</p>}
    </div>
  )
}

function Skeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      {[60, 35, 80, 50].map((width) => (
        <div key={width} className={styles.skeletonRow}>
          <span className={styles.skeletonAvatar} />
          <span className={styles.skeletonLine} />
        </div>
      ))}
    </div>
  )
}
