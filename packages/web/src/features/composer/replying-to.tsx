import { displayName } from '@guildhall/client/questions'
import { X } from 'lucide-react'
import { endReply, mentionInReply, replies } from '../../domain/messages/replies.ts'
import { useClient, useOwn } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './composer.module.css'

/** The message that the next one replies to. */
export function ReplyingTo({ channelId }: { channelId: string }) {
  const client = useClient()
  const reply = useOwn(replies, (all) => all[channelId])
  if (!reply) return null
  return (
    <div className={styles.reply}>
      <span>{t('Replying to {name}', { name: displayName(reply.message.author) })}</span>
      <label className={styles.mention}>
        <input
          type="checkbox"
          checked={reply.mention}
          onChange={({ target }) => mentionInReply(client, channelId, target.checked)}
        />
        {t('Mention')}
      </label>
      <IconButton label={t('Stop replying')} onClick={() => endReply(client, channelId)}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
