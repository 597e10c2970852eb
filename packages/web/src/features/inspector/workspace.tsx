import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { t } from '../../lib/language/text.ts'
import { ErrorText } from '../../ui/field.tsx'
import { NoticeBar } from '../../ui/notice-bar.tsx'
import { CONTROL, useControl, useControlQuery } from './control-context.ts'
import { FilterBar } from './filter-bar.tsx'
import { type Filters, filtersOf } from './filters.ts'
import { PanelHost } from './panels/panel-host.tsx'
import { RecordDetails } from './record-details.tsx'
import { RecordList } from './record-list.tsx'
import { TapeFeed } from './tape-feed.ts'
import { TapeState } from './tape-state.tsx'
import { Toolbar } from './toolbar.tsx'
import { useOtherTape } from './use-other-tape.ts'
import { useSearchState } from './use-search-state.ts'
import styles from './workspace.module.css'

/** Pause between two readings of the platform's state while records come. */
const FOLLOW_MS = 300

/** The list of records with its filters, the details of one, and the panel that is open. */
export function Workspace({ onForget }: { onForget: () => void }) {
  const [search, change] = useSearchState()
  const feed = useFeed(filtersOf(search))
  const place = useRef<HTMLDivElement>(null)
  const openId = search.record === undefined ? null : Number(search.record)
  useKeys(() => {
    if (openId !== null) close()
    else if (search.panel) change({ panel: undefined })
    else return false
    return true
  })

  function open(id: number) {
    // On a phone the details are a page, which Back leaves.
    change({ record: `${id}` }, { replace: openId !== null })
  }

  function close() {
    change({ record: undefined })
    place.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus()
  }

  return (
    <div className={styles.page} ref={place}>
      <Toolbar feed={feed} search={search} change={change} onForget={onForget} />
      <main className={styles.main} data-details={openId !== null || undefined}>
        <div className={styles.tape}>
          <FilterBar search={search} change={change} />
          {feed && (
            <TapeList
              feed={feed}
              openId={openId}
              onOpen={open}
              onOtherTape={() => change({ record: undefined })}
              onUnfilter={() => change(NO_FILTERS)}
              search={search}
            />
          )}
        </div>
        {openId !== null && <RecordDetails id={openId} onClose={close} change={change} />}
      </main>
      <NoticeBar />
      {search.panel && <PanelHost panel={search.panel} onClose={() => change({ panel: undefined })} />}
    </div>
  )
}

const NO_FILTERS = {
  kind: undefined,
  application_id: undefined,
  guild_id: undefined,
  user_id: undefined,
  session_id: undefined,
  text: undefined,
}

function TapeList(props: {
  feed: TapeFeed
  search: Filters
  openId: number | null
  onOpen: (id: number) => void
  onOtherTape: () => void
  onUnfilter: () => void
}) {
  const { feed, openId, onOpen, onOtherTape, onUnfilter, search } = props
  useOtherTape(feed, onOtherTape)
  const isEmpty = useStore(feed.store, ({ window }) => window.records.length === 0)
  const failure = useStore(feed.store, ({ status, error }) => (status === 'absent' ? error : null))
  const isFiltered = Object.keys(filtersOf(search)).length > 0
  return (
    <>
      {failure && <ErrorText>{t('The tape can’t be read: {failure}', { failure })}</ErrorText>}
      <div className={styles.body}>
        <RecordList feed={feed} openId={openId} onOpen={onOpen} />
        {isEmpty && !failure && <TapeState feed={feed} isFiltered={isFiltered} onUnfilter={onUnfilter} />}
      </div>
    </>
  )
}

/** Returns the feed of the filters. Another feed takes its place when they change, standing still as the former did. */
function useFeed(filters: Filters): TapeFeed | null {
  const control = useControl()
  const [feed, setFeed] = useState<TapeFeed | null>(null)
  const isPaused = useRef(false)
  const key = JSON.stringify(filters)
  useEffect(() => {
    const started = new TapeFeed(control, JSON.parse(key) as Filters, isPaused.current)
    setFeed(started)
    void started.run()
    return () => {
      isPaused.current = started.store.getState().paused
      started.close()
    }
  }, [control, key])
  usePanelsThatFollow(feed)
  // Tests and `guildhall tail` turn the recording on and off too.
  const { data } = useControlQuery('tape', (control) => control.tape({ limit: 1 }))
  useEffect(() => {
    if (data) feed?.noteRecording(data.recording)
  }, [data, feed])
  return feed
}

/** Reads the state of the platform again when something was recorded: that uses faults up and ends sessions. */
function usePanelsThatFollow(feed: TapeFeed | null): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!feed) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const endFeed = feed.store.subscribe((now, before) => {
      if (now.window === before.window && now.waiting === before.waiting) return
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: [CONTROL], refetchType: 'active' })
      }, FOLLOW_MS)
    })
    return () => {
      endFeed()
      clearTimeout(timer)
    }
  }, [feed, queries])
}

/** `/` moves the focus to the filter, Escape closes what is open. */
function useKeys(onEscape: () => boolean): void {
  const newest = useRef(onEscape)
  newest.current = onEscape
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open], [role="menu"]')) return
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (event.key === '/' && !isTyping) {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('[data-tape-filter]')?.select()
        document.querySelector<HTMLInputElement>('[data-tape-filter]')?.focus()
      } else if (event.key === 'Escape' && newest.current()) event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
