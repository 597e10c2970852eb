import type { ChannelObject } from '@guildhall/protocol'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'
import type { ShownMessage } from '../../gateway/state.ts'
import { timeOfId } from '../../lib/ids.ts'
import { messageTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { useShortcut } from '../shortcuts/shortcuts.ts'
import { DateDivider, NewDivider, startsDay, startsGroup } from './dividers.tsx'
import { requestJump } from './jump.ts'
import { loadNewest } from './load.ts'
import { Message } from './message.tsx'
import styles from './message-log.module.css'
import { markRead } from './read-marks.ts'
import { useFirstUnread } from './use-first-unread.ts'
import { useJumps } from './use-jumps.ts'
import { useLoading } from './use-loading.ts'
import { type Place, useScroll } from './use-scroll.ts'
import { weightOf } from './weight.ts'
import { AT_END, boundsOf, movedDown, movedUp, type Window } from './window.ts'

/** Distance from an edge of the log at which more messages are shown. */
const EDGE_PX = 900
const NONE: readonly ShownMessage[] = []

/** The messages of a channel. Only a window of them is rendered; it moves with the scroll position. */
export function MessageLog(props: { channel: ChannelObject; label: string; permissions: bigint }) {
  const { channel, label, permissions } = props
  const client = useClient()
  const range = useClientState(({ messages }) => messages.get(channel.id))
  const items = range?.items ?? NONE
  const [window, setWindow] = useState(AT_END)
  const { error, retry, loadMore } = useLoading(channel.id)
  const rows = useMemo(() => ({ items, weightOf }), [items])
  const { start, end } = boundsOf(rows, window)
  const atEnd = end === items.length && !range?.hasNewer
  const shown = items.slice(start, end)
  const log = useRef<HTMLDivElement>(null)
  const onEdges = useCallback(
    ({ above, below, direction }: Place) => {
      // Rows are given up only behind the person. Heavy rows may not fill the screen, and would be moved without end.
      const move = (next: Window) => {
        const bounds = boundsOf(rows, next)
        if ((bounds.end >= end || direction === 'up') && (bounds.start <= start || direction === 'down'))
          setWindow(next)
      }
      if (above < EDGE_PX) {
        if (start > 0) move(movedUp(rows, window))
        else loadMore('older')
      }
      if (below < EDGE_PX) {
        if (end < rows.items.length) move(movedDown(rows, window))
        else if (range?.hasNewer) loadMore('newer')
      }
    },
    [rows, window, start, end, range?.hasNewer, loadMore],
  )
  const { stuck, jumpToEnd } = useScroll(log, { key: `${channel.id} ${items.length} ${start} ${end}`, atEnd, onEdges })
  const jump = useCallback(async () => {
    if (client.state.messages.get(channel.id)?.hasNewer) await loadNewest(client, channel.id)
    setWindow(AT_END)
    jumpToEnd()
  }, [client, channel.id, jumpToEnd])
  useSending(items, jump)
  useJumps(channel.id, log, setWindow)
  const unread = useFirstUnread(channel.id, range, stuck && atEnd)
  const { firstUnread } = unread
  const isFar = firstUnread !== null && !shown.some(({ id }) => id === firstUnread)
  useShortcut('escape', () => {
    unread.clear()
    markRead(client, [channel.id])
    void jump()
  })

  return (
    <div className={styles.place}>
      {firstUnread && unread.seen !== true && (isFar || unread.seen === false) && (
        <div className={styles.unread}>
          <span>New messages since {messageTime(new Date(timeOfId(unread.since)).toISOString())}</span>
          <Button size="small" look="quiet" onClick={() => requestJump(channel.id, firstUnread)}>
            <ArrowUp size={16} strokeWidth={1.5} aria-hidden />
            Jump to first unread
          </Button>
        </div>
      )}
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
              {message.id === firstUnread && <NewDivider onVisible={unread.setVisible} />}
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

/** Shows the end of the log once the person sends something: they want to see it. */
function useSending(items: readonly ShownMessage[], jump: () => Promise<void>): void {
  const last = items.at(-1)
  const sentId = last?.local?.state === 'sending' ? last.id : undefined
  useEffect(() => {
    if (sentId === undefined) return
    jump().catch(() => {
      // The button Jump to present is still there.
    })
  }, [sentId, jump])
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
