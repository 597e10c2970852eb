import { Link } from '@tanstack/react-router'
import { Clock, Download, Globe, LogOut, Pause, Phone, Play, Trash2, Users, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { messageOf } from '../../api/client.ts'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.ts'
import menu from '../../ui/menu.module.css'
import { MenuButton } from '../../ui/menu-button.tsx'
import { showNotice } from '../../ui/notice.ts'
import { ClockText } from './clock-text.tsx'
import { useControl, useControlQuery } from './control-context.ts'
import { saveExport } from './export.ts'
import { filtersOf, type InspectorSearch, type PanelName } from './filters.ts'
import { RecordingSwitch } from './recording-switch.tsx'
import type { TapeFeed } from './tape-feed.ts'
import styles from './toolbar.module.css'
import type { SearchChanges } from './use-search-state.ts'

const ICON = { size: 16, 'aria-hidden': true } as const

interface ToolbarProps {
  feed: TapeFeed | null
  search: InspectorSearch
  change: (changes: SearchChanges) => void
  onForget: () => void
}

/** The bar above the inspector: what the tape does, and the panels. */
export function Toolbar({ feed, search, change, onForget }: ToolbarProps) {
  return (
    <header className={styles.bar}>
      <div className={styles.title}>
        <h1>{t('Inspector')}</h1>
        <Link to="/developers/$" params={{ _splat: '' }} className={styles.back}>
          {t('Applications')}
        </Link>
      </div>
      {feed && <FeedControls feed={feed} search={search} />}
      <PanelButtons open={search.panel} change={change} />
      <IconButton label={t('Forget the control key')} onClick={onForget} className={styles.forget}>
        <LogOut {...ICON} />
      </IconButton>
    </header>
  )
}

function FeedControls({ feed, search }: { feed: TapeFeed; search: InspectorSearch }) {
  const control = useControl()
  const paused = useStore(feed.store, ({ paused }) => paused)
  const failing = (action: Promise<unknown>) => void action.catch((error: unknown) => showNotice(messageOf(error)))
  const save = (format: 'har' | 'ndjson') => failing(saveExport(control, format, filtersOf(search)))
  return (
    <div className={styles.group}>
      <RecordingSwitch feed={feed} />
      <FeedStatus feed={feed} />
      <IconButton
        label={paused ? t('Resume') : t('Pause')}
        aria-pressed={paused}
        onClick={() => feed.setPaused(!paused)}
      >
        {paused ? <Play {...ICON} /> : <Pause {...ICON} />}
      </IconButton>
      <IconButton label={t('Clear the tape')} onClick={() => failing(feed.clear())}>
        <Trash2 {...ICON} />
      </IconButton>
      <MenuButton label={t('Export')} icon={<Download {...ICON} />}>
        <DropdownMenu.Item className={menu.item} onSelect={() => save('har')}>
          {t('Save requests as HAR')}
        </DropdownMenu.Item>
        <DropdownMenu.Item className={menu.item} onSelect={() => save('ndjson')}>
          {t('Save records as NDJSON')}
        </DropdownMenu.Item>
      </MenuButton>
    </div>
  )
}

/** Whether records arrive, and how many wait or were lost. */
function FeedStatus({ feed }: { feed: TapeFeed }) {
  const status = useStore(feed.store, ({ status }) => status)
  const paused = useStore(feed.store, ({ paused }) => paused)
  const waiting = useStore(feed.store, ({ waiting }) => waiting)
  const lost = useStore(feed.store, ({ lost }) => lost)
  const words = { connecting: t('Connecting…'), live: t('Live'), offline: t('Reconnecting…'), absent: t('No tape') }
  return (
    <span className={styles.status}>
      <span className={styles.dot} data-status={paused ? 'paused' : status} aria-hidden />
      <span role="status">{paused ? t('Paused') : words[status]}</span>
      {paused && waiting > 0 && <span className={styles.count}>{t('{count} new', { count: waiting })}</span>}
      {lost > 0 && (
        <span className={styles.lost}>{t('{count} left out: too fast for this page', { count: lost })}</span>
      )}
    </span>
  )
}

/** Buttons that open a panel each. The clock's shows the date. */
function PanelButtons({ open, change }: { open: PanelName | undefined; change: ToolbarProps['change'] }) {
  const { data: requests } = useControlQuery('request-faults', (control) => control.requestFaults())
  const { data: endpoints } = useControlQuery('endpoint-faults', (control) => control.endpointFaults())
  const faults = (requests?.length ?? 0) + (endpoints?.length ?? 0)
  const button = (panel: PanelName, label: string, icon: ReactNode, more?: ReactNode) => (
    <button
      type="button"
      className={styles.panelButton}
      aria-pressed={open === panel}
      data-panel={panel}
      onClick={() => change({ panel: open === panel ? undefined : panel })}
    >
      {icon}
      <span className={styles.label}>{label}</span>
      {more}
    </button>
  )
  return (
    <fieldset className={styles.panels} aria-label={t('Panels')}>
      {button('clock', t('Clock'), <Clock {...ICON} />, <ClockText />)}
      {button('faults', t('Faults'), <Zap {...ICON} />, faults > 0 && <span className={styles.count}>{faults}</span>)}
      {button('worlds', t('Worlds'), <Globe {...ICON} />)}
      {button('people', t('People'), <Users {...ICON} />)}
      {button('calls', t('Calls'), <Phone {...ICON} />)}
    </fieldset>
  )
}
