import { MessageType } from '@guildhall/protocol'
import { CornerUpRight } from 'lucide-react'
import { displayName } from '../../gateway/selectors.ts'
import type { ShownMessage } from '../../gateway/state.ts'
import styles from './message.module.css'

/** The message that a message replies to, in one line above it. */
export function ReplyLine({ message }: { message: ShownMessage }) {
  if (message.type !== MessageType.REPLY) return null
  const target = message.referenced_message
  return (
    <p className={styles.reply}>
      <CornerUpRight size={12} strokeWidth={1.5} aria-hidden />
      {target ? (
        <>
          <span className={styles.replyAuthor}>{displayName(target.author)}</span>
          <span className={styles.replyText}>{target.content || 'Attachment'}</span>
        </>
      ) : (
        <span className={styles.replyText}>The original message was deleted</span>
      )}
    </p>
  )
}
