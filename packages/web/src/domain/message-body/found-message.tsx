import { displayName } from '@guildhall/client/questions'
import type { ChannelObject, MessageObject } from '@guildhall/protocol'
import type { ReactNode } from 'react'
import { t } from '../../lib/language/text.ts'
import { fullTime, messageTime } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { requestJump } from '../messages/jump.ts'
import styles from './found-message.module.css'
import { MessageBody } from './message-body.tsx'

/** A message outside of its log: a search result or a pinned message. `children` are further buttons. */
export function FoundMessage(props: {
  message: MessageObject
  channel: ChannelObject
  onJump: () => void
  children?: ReactNode
}) {
  const { message, channel, onJump, children } = props
  const { author, timestamp } = message
  return (
    <article className={styles.message}>
      <header className={styles.header}>
        <Avatar user={author} size={24} />
        <h3 className={styles.author}>{displayName(author)}</h3>{' '}
        {author.bot && <span className={styles.badge}>APP</span>}{' '}
        <time className={styles.time} dateTime={timestamp} title={fullTime(timestamp)}>
          {messageTime(timestamp)}
        </time>
      </header>
      <MessageBody message={message} channel={channel} permissions={0n} />
      <footer className={styles.actions}>
        <Button
          size="small"
          onClick={() => {
            requestJump(channel.id, message.id)
            onJump()
          }}
        >
          {t('Jump')}
        </Button>
        {children}
      </footer>
    </article>
  )
}
