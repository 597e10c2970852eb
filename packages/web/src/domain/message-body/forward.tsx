import type { ShownMessage } from '@guildhall/client/records'
import type { ChannelObject } from '@guildhall/protocol'
import { Forward } from 'lucide-react'
import { t } from '../../lib/language/text.ts'
import { messageTime } from '../../lib/time.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { Attachments } from './attachments.tsx'
import { Embeds } from './embeds.tsx'
import styles from './forward.module.css'

/** A forwarded message as it was when it was forwarded. */
export function ForwardedMessage({ message, channel }: { message: ShownMessage; channel: ChannelObject }) {
  const snapshot = message.message_snapshots?.[0]?.message
  if (!snapshot) return null
  return (
    <div className={styles.forward}>
      <p className={styles.label}>
        <Forward size={12} aria-hidden />
        {t('Forwarded')}
      </p>
      {snapshot.content && <Markdown text={snapshot.content} guildId={channel.guild_id} />}
      <Attachments attachments={snapshot.attachments} />
      <Embeds embeds={snapshot.embeds} content={snapshot.content} guildId={channel.guild_id} />
      <time className={styles.time} dateTime={snapshot.timestamp}>
        {messageTime(snapshot.timestamp)}
      </time>
    </div>
  )
}
