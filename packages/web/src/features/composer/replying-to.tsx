import { X } from 'lucide-react'
import { useStore } from 'zustand'
import { endReply, mentionInReply, replies } from '../../domain/messages/replies.ts'
import { displayName } from '../../gateway/selectors.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './composer.module.css'

/** The message that the next one replies to. */
export function ReplyingTo({ channelId }: { channelId: string }) {
  const reply = useStore(replies, (all) => all[channelId])
  if (!reply) return null
  return (
    <div className={styles.reply}>
      <span>Replying to {displayName(reply.message.author)}</span>
      <label className={styles.mention}>
        <input
          type="checkbox"
          checked={reply.mention}
          onChange={({ target }) => mentionInReply(channelId, target.checked)}
        />
        Mention
      </label>
      <IconButton label="Stop replying" onClick={() => endReply(channelId)}>
        <X size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}
