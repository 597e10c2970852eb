import { MessageType } from '@guildhall/protocol'
import type { ShownMessage } from '../../gateway/state.ts'
import { dayName, isSameDay } from '../../lib/time.ts'
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

/** Returns whether a message is the first of its day. */
export function startsDay(before: ShownMessage | undefined, message: ShownMessage): boolean {
  return !before || !isSameDay(before.timestamp, message.timestamp)
}

/** A line with the date of the messages below. */
export function DateDivider({ timestamp }: { timestamp: string }) {
  return (
    <div className={styles.divider}>
      <span>{dayName(timestamp)}</span>
    </div>
  )
}

/** A line above the first unread message. */
export function NewDivider() {
  return (
    <div className={`${styles.divider} ${styles.new}`}>
      <span>New</span>
    </div>
  )
}
