import type { MessageObject } from '@guildhall/protocol'
import styles from './message.module.css'

const WORDS: Readonly<Record<number, string>> = { 1: 'Invite to join', 2: 'Invite to spectate', 5: 'Request to join' }

/** Line that names the activity of a message. Games carry it out. */
export function ActivityLine({ message: { activity, application } }: { message: MessageObject }) {
  const words = activity && WORDS[activity.type]
  if (!words) return null
  const { name = 'a game' } = (application ?? {}) as { name?: string }
  return <p className={styles.text}>{`${words} ${name}`}</p>
}
