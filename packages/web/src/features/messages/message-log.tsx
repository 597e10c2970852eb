import { type ShownMessage, timeOfId } from '@guildhall/client/records'
import type { ChannelObject } from '@guildhall/protocol'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { requestJump } from '../../domain/messages/jump.ts'
import { markRead } from '../../domain/messages/read-marks.ts'
import { LOG_ID } from '../../domain/places/landmarks.ts'
import { useShortcut } from '../../domain/shortcuts/shortcuts.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { messageTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { useRoving } from '../../ui/use-roving.ts'
import { DateDivider, NewDivider, startsDay, startsGroup } from './dividers.tsx'
import { Message } from './message.tsx'
import styles from './message-log.module.css'
import { useFirstUnread } from './use-first-unread.ts'
import { useJumps } from './use-jumps.ts'
import { useLoading } from './use-loading.ts'
import { type Place, useScroll } from './use-scroll.ts'
import { weightOf } from './weight.ts'
import { AT_END, around, boundsOf, movedDown, movedUp, type Rows, type Window } from './window.ts'

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
  const { error, isLoaded, retry, loadMore, toNewest } = useLoading(channel.id)
  const rows = useMemo(() => ({ items, weightOf }), [items])
  const { start, end } = boundsOf(rows, window)
  const atEnd = end === items.length && !(isLoaded && range?.hasNewer)
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
  const { activeId, listProps } = useMessageKeys(log, rows, setWindow)
  const jump = useCallback(async () => {
    if (client.state.messages.get(channel.id)?.hasNewer) await toNewest()
    setWindow(AT_END)
    jumpToEnd()
  }, [client, channel.id, toNewest, jumpToEnd])
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
        <UnreadBar since={unread.since} onJump={() => requestJump(channel.id, firstUnread)} />
      )}
      <div
        ref={log}
        id={LOG_ID}
        role="log"
        aria-label={t('Messages in {place}', { place: label })}
        className={styles.log}
        tabIndex={-1}
        {...listProps}
      >
        {!isLoaded && items.length === 0 && !error && <Skeleton />}
        {range && !range.hasOlder && start === 0 && <Beginning label={label} channel={channel} />}
        {error && <LoadFailure error={error} onRetry={retry} />}
        <MessageRows
          shown={shown}
          before={items[start - 1]}
          channel={channel}
          permissions={permissions}
          activeId={activeId}
          firstUnread={firstUnread}
          onUnreadVisible={unread.setVisible}
        />
      </div>
      {!(stuck && atEnd) && items.length > 0 && <JumpToPresent onClick={() => void jump()} />}
    </div>
  )
}

/** Lets arrow keys move between messages, and returns the one that they have led to. */
function useMessageKeys(
  log: RefObject<HTMLDivElement | null>,
  rows: Rows<ShownMessage>,
  setWindow: (window: Window) => void,
) {
  const ids = useMemo(() => rows.items.map(({ id }) => id), [rows])
  return useRoving(log, {
    ids,
    attribute: 'data-message',
    start: 'last',
    reveal(id, index) {
      const window = around(rows, id)
      setWindow(index === ids.length - 1 || !window ? AT_END : window)
    },
  })
}

function MessageRows(props: {
  shown: readonly ShownMessage[]
  /** Message before the first one. */
  before: ShownMessage | undefined
  channel: ChannelObject
  permissions: bigint
  activeId: string | null | undefined
  firstUnread: string | null
  onUnreadVisible: (visible: boolean) => void
}) {
  const { shown, channel, permissions, activeId, firstUnread, onUnreadVisible } = props
  // A message that is rendered is a stop of the Tab key.
  const stop = shown.some(({ id }) => id === activeId) ? activeId : shown.at(-1)?.id
  return shown.map((message, index) => {
    const before = shown[index - 1] ?? props.before
    return (
      <div key={message.id} data-message={message.id}>
        {startsDay(before, message) && <DateDivider timestamp={message.timestamp} />}
        {message.id === firstUnread && <NewDivider onVisible={onUnreadVisible} />}
        <Message
          message={message}
          channel={channel}
          permissions={permissions}
          grouped={!startsGroup(before, message) && message.id !== firstUnread}
          active={message.id === stop}
        />
      </div>
    )
  })
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

function JumpToPresent({ onClick }: { onClick: () => void }) {
  return (
    <Button className={styles.jump ?? ''} size="small" onClick={onClick}>
      <ArrowDown size={16} aria-hidden />
      {t('Jump to present')}
    </Button>
  )
}

/** The bar above messages of which the first unread one is out of sight. */
function UnreadBar({ since, onJump }: { since: string; onJump: () => void }) {
  return (
    <div className={styles.unread}>
      <span>{t('New messages since {time}', { time: messageTime(new Date(timeOfId(since)).toISOString()) })}</span>
      <Button size="small" look="quiet" onClick={onJump}>
        <ArrowUp size={16} aria-hidden />
        {t('Jump to first unread')}
      </Button>
    </div>
  )
}

function LoadFailure({ error, onRetry }: { error: string; onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <ErrorText>{error}</ErrorText>
      <Button size="small" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}

function Beginning({ label, channel }: { label: string; channel: ChannelObject }) {
  return (
    <div className={styles.beginning}>
      <h3>
        {channel.guild_id
          ? t('This is the beginning of {place}', { place: label })
          : t('Your conversation with {name}', { name: label })}
      </h3>
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
