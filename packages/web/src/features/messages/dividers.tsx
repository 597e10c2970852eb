import type { ShownMessage } from '@guildhall/client/records'
import { MessageType } from '@guildhall/protocol'
import { useEffect, useRef } from 'react'
import { t } from '../../lib/language/text.ts'
import { dayName } from '../../lib/time.ts'
import styles from './dividers.module.css'

/** Time within which messages of one author are grouped. */
const GROUP_MS = 7 * 60_000
const GROUPED: ReadonlySet<number> = new Set([MessageType.DEFAULT, MessageType.CHAT_INPUT_COMMAND])

/** Returns whether a message shows its author: it is not grouped with the one before. */
export function startsGroup(before: ShownMessage | undefined, message: ShownMessage): boolean {
  if (!before || before.author.id !== message.author.id || before.webhook_id !== message.webhook_id) return true
  if (before.author.username !== message.author.username) return true
  if (!GROUPED.has(message.type) || !GROUPED.has(before.type) || message.interaction_metadata) return true
  return Date.parse(message.timestamp) - Date.parse(before.timestamp) > GROUP_MS || startsDay(before, message)
}

const days = new WeakMap<ShownMessage, string>()

/** Returns the day of a message. Each change of the log asks for every message that is rendered. */
function dayOf(message: ShownMessage): string {
  const known = days.get(message)
  if (known !== undefined) return known
  const day = new Date(message.timestamp).toDateString()
  days.set(message, day)
  return day
}

/** Returns whether a message is the first of its day. */
export function startsDay(before: ShownMessage | undefined, message: ShownMessage): boolean {
  return !before || dayOf(before) !== dayOf(message)
}

/** A line with the date of the messages below. */
export function DateDivider({ timestamp }: { timestamp: string }) {
  return (
    <div className={styles.divider}>
      <span>{dayName(timestamp)}</span>
    </div>
  )
}

/** A line above the first unread message. `onVisible` receives whether it is in view, whenever that changes. */
export function NewDivider({ onVisible }: { onVisible: (visible: boolean) => void }) {
  const line = useRef<HTMLDivElement>(null)
  const newest = useRef(onVisible)
  newest.current = onVisible
  useEffect(() => {
    if (!line.current) return
    const observer = new IntersectionObserver(([entry]) => newest.current(entry?.isIntersecting ?? false))
    observer.observe(line.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={line} className={`${styles.divider} ${styles.new}`}>
      <span>{t('New')}</span>
    </div>
  )
}
