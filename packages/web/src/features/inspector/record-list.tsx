import { ArrowDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { movedRow } from '../../ui/moved-row.ts'
import type { TapeRecord } from './control-types.ts'
import { useNames } from './names.ts'
import styles from './record-list.module.css'
import { RecordRow } from './record-row.tsx'
import { shownRows } from './rows.ts'
import type { TapeFeed } from './tape-feed.ts'
import { useMedia } from './use-media.ts'
import { useOtherTape } from './use-other-tape.ts'

/** Heights of a row: on one line, and on two lines of a phone. record-list.module.css has the same. */
const ROW_PX = 32
const TALL_ROW_PX = 56
/** Distance from the beginning at which older records are loaded. */
const EDGE_PX = 600

/** The records, of which only those in view are rendered. Arrow keys move in them, Enter opens one. */
export function RecordList(props: { feed: TapeFeed; openId: number | null; onOpen: (id: number) => void }) {
  const { feed, openId, onOpen } = props
  const { records, dropped } = useStore(feed.store, ({ window }) => window)
  const [activeId, setActive] = useState(openId)
  const names = useNames()
  const rowPx = useMedia('(max-width: 799px)') ? TALL_ROW_PX : ROW_PX
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const count = records.length
  // The list stands still while a record is read.
  const view = useView(list, { count, dropped, rowPx, follows: activeId === null })
  const { start, end } = shownRows({ ...view, rowPx, count })
  const activeIndex = activeId === null ? -1 : records.findIndex(({ id }) => id === activeId)
  const isShown = activeIndex >= start && activeIndex < end
  const keys = { records, activeId, activeIndex, openId, page: Math.floor(view.height / rowPx) }
  useEffect(() => {
    if (openId !== null) setActive(openId)
  }, [openId])
  useOtherTape(feed, () => setActive(null))
  // A record that the address names is brought into view once, when it is there.
  const toReveal = useRef(openId)
  useEffect(() => {
    if (toReveal.current === null || activeIndex < 0) return
    toReveal.current = null
    view.reveal(activeIndex)
  })
  useEffect(() => {
    if (view.top < EDGE_PX && count > 0) void feed.loadOlder()
  }, [view.top, feed, count])

  return (
    <div className={styles.place}>
      <div
        ref={list}
        role="listbox"
        aria-label={t('Records')}
        tabIndex={0}
        className={styles.list}
        aria-activedescendant={isShown ? `${listId}-${activeId}` : undefined}
        onScroll={view.onScroll}
        onKeyDown={(event) => onListKey(event, keys, { setActive, reveal: view.reveal, onOpen })}
      >
        <div role="presentation" className={styles.rows} style={{ height: count * rowPx }}>
          {records.slice(start, end).map((record, offset) => (
            <RecordRow
              key={record.id}
              id={`${listId}-${record.id}`}
              record={record}
              names={names}
              top={(start + offset) * rowPx}
              position={start + offset + 1}
              count={count}
              isActive={record.id === activeId}
              isOpen={record.id === openId}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
      {(!view.atEnd || activeId !== null) && count > 0 && openId === null && (
        <FollowButton
          onClick={() => {
            setActive(null)
            view.toEnd()
          }}
        />
      )}
    </div>
  )
}

function FollowButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="small" className={styles.jump ?? ''} onClick={onClick}>
      <ArrowDown size={16} aria-hidden />
      {t('Follow the newest')}
    </Button>
  )
}

interface KeyState {
  records: readonly TapeRecord[]
  activeId: number | null
  activeIndex: number
  openId: number | null
  /** Rows that are in view. */
  page: number
}

interface KeyActions {
  setActive: (id: number | null) => void
  reveal: (index: number) => void
  onOpen: (id: number) => void
}

/** Handles a key of the list. With details open, they follow the active row. */
function onListKey(event: KeyboardEvent, state: KeyState, { setActive, reveal, onOpen }: KeyActions): void {
  const { records, activeId, activeIndex, openId, page } = state
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault()
    if (activeId !== null) onOpen(activeId)
  } else if (event.key === 'Escape' && openId === null && activeId !== null) {
    event.preventDefault()
    setActive(null)
  } else {
    const index = movedRow(event.key, { active: activeIndex, count: records.length, page })
    const record = index === undefined ? undefined : records[index]
    if (index === undefined || !record) return
    event.preventDefault()
    setActive(record.id)
    reveal(index)
    if (openId !== null) onOpen(record.id)
  }
}

/** The part of the list that is in view. It follows the newest record, or stays where the person has scrolled. */
function useView(
  list: React.RefObject<HTMLDivElement | null>,
  { count, dropped, rowPx, follows }: { count: number; dropped: number; rowPx: number; follows: boolean },
) {
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(0)
  const [atEnd, setAtEnd] = useState(true)
  const isAtEnd = useRef(true)
  const formerDropped = useRef(dropped)
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    const observer = new ResizeObserver(() => setHeight(box.clientHeight))
    observer.observe(box)
    setHeight(box.clientHeight)
    return () => observer.disconnect()
  }, [list])
  useLayoutEffect(() => {
    const box = list.current
    const gone = dropped - formerDropped.current
    formerDropped.current = dropped
    if (!box) return
    if (isAtEnd.current && follows) box.scrollTop = box.scrollHeight
    else if (gone !== 0) box.scrollTop -= gone * rowPx
    setTop(box.scrollTop)
  }, [list, count, dropped, rowPx, height, follows])

  return {
    top,
    height,
    atEnd,
    onScroll() {
      const box = list.current
      if (!box) return
      isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < rowPx
      setAtEnd(isAtEnd.current)
      setTop(box.scrollTop)
    },
    toEnd() {
      isAtEnd.current = true
      setAtEnd(true)
      list.current?.scrollTo({ top: list.current.scrollHeight })
    },
    /** Scrolls as little as possible, so that a row is in view. */
    reveal(index: number) {
      const box = list.current
      if (!box) return
      const [first, last] = [index * rowPx, (index + 1) * rowPx]
      if (first < box.scrollTop) box.scrollTop = first
      else if (last > box.scrollTop + box.clientHeight) box.scrollTop = last - box.clientHeight
    },
  }
}
