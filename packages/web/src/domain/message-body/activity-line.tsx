import type { MessageObject } from '@guildhall/protocol'
import { type Message, msg, t } from '../../lib/language/text.ts'
import styles from './message.module.css'

const WORDS: Readonly<Record<number, Message>> = {
  1: msg('Invite to join {game}'),
  2: msg('Invite to spectate {game}'),
  5: msg('Request to join {game}'),
}

/** Line that names the activity of a message. Games carry it out. */
export function ActivityLine({ message: { activity, application } }: { message: MessageObject }) {
  const words = activity && WORDS[activity.type]
  if (!words) return null
  const { name = t('a game') } = (application ?? {}) as { name?: string }
  return <p className={styles.text}>{t(words, { game: name })}</p>
}
