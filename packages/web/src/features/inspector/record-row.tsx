import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { memo } from 'react'
import { t } from '../../lib/language/text.ts'
import type { TapeRecord } from './control-types.ts'
import { durationText, sizeText } from './durations.ts'
import { type Names, nameOf } from './names.ts'
import styles from './record-list.module.css'
import { isFailure, kindText, preciseTime, titleText, visible } from './record-words.ts'

interface RowProps {
  id: string
  record: TapeRecord
  names: Names
  /** Distance from the beginning of the list, in pixels. */
  top: number
  position: number
  count: number
  isActive: boolean
  isOpen: boolean
  onOpen: (id: number) => void
}

/** One record of the list, on one line; on a phone on two. */
export const RecordRow = memo(function RecordRow(props: RowProps) {
  const { id, record, names, top, position, count, isActive, isOpen, onOpen } = props
  const { kind, status, duration_ms, bytes } = record
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list, which keeps the focus, handles keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isOpen}
      aria-posinset={position}
      aria-setsize={count}
      data-active={isActive || undefined}
      data-failed={isFailure(record) || undefined}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      // The list keeps the focus, so that its keys work.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[role="listbox"]')?.focus({ preventScroll: true })
        onOpen(record.id)
      }}
    >
      <time className={styles.time} dateTime={record.at}>
        {preciseTime(record.at)}
      </time>{' '}
      <span className={styles.kind} data-kind={kind}>
        {kindText(kind, 'one')}
      </span>{' '}
      <Direction direction={record.direction} /> {/* The summary of an event is a sentence of the page. */}
      <span className={styles.title} dir={kind === 'event' ? undefined : 'ltr'}>
        {titleText(record)}
      </span>{' '}
      <span className={styles.subject}>{subjectOf(record, names)}</span>{' '}
      <span className={styles.status}>{status ?? ''}</span>{' '}
      <span className={styles.duration}>{duration_ms === null ? '' : durationText(duration_ms)}</span>{' '}
      {/* An event has no bytes: its frames have. */}
      <span className={styles.size}>{kind === 'event' ? '' : sizeText(bytes)}</span>
    </div>
  )
})

function Direction({ direction }: { direction: TapeRecord['direction'] }) {
  if (direction === null) return <span className={styles.direction} />
  const Icon = direction === 'in' ? ArrowDownLeft : ArrowUpRight
  return (
    <span
      className={styles.direction}
      data-direction={direction}
      title={direction === 'in' ? t('record|received') : t('record|sent')}
    >
      <Icon size={16} aria-hidden />
      <span className="visually-hidden">{direction === 'in' ? t('record|received') : t('record|sent')}</span>
    </span>
  )
}

/** Returns the name of the application or person of a record, else its guild. */
function subjectOf({ application_id, user_id, guild_id }: TapeRecord, names: Names): string {
  if (application_id !== null) return visible(nameOf(names.applications, application_id))
  if (user_id !== null) return visible(nameOf(names.users, user_id))
  return guild_id === null ? '' : visible(nameOf(names.guilds, guild_id))
}
