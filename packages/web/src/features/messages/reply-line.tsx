import { displayName } from '@guildhall/client/questions'
import type { ShownMessage } from '@guildhall/client/records'
import { MessageType } from '@guildhall/protocol'
import { CornerUpRight } from 'lucide-react'
import { parsedMarkdown } from '../../domain/markdown/parsed.ts'
import { plainText } from '../../domain/markdown/plain-text.ts'
import styles from '../../domain/message-body/message.module.css'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'

/** The message that a message replies to, in one line above it. */
export function ReplyLine(props: { message: ShownMessage; guildId: string | undefined }) {
  const { message, guildId } = props
  if (message.type !== MessageType.REPLY) return null
  const target = message.referenced_message
  return (
    <p className={styles.reply}>
      <CornerUpRight size={12} aria-hidden />
      {target ? (
        <>
          <span className={styles.replyAuthor}>{displayName(target.author)}</span>
          <span className={styles.replyText}>
            {target.content ? <PlainContent text={target.content} guildId={guildId} /> : t('Attachment')}
          </span>
        </>
      ) : (
        <span className={styles.replyText}>{t('The original message was deleted')}</span>
      )}
    </p>
  )
}

/** Text of a message in one line, with names in place of mentions. */
function PlainContent({ text, guildId }: { text: string; guildId: string | undefined }) {
  return useClientState(({ users, guilds, channels }) => {
    const guild = guilds.get(guildId ?? '')
    return plainText(parsedMarkdown(text), {
      user: (id) => {
        const user = users.get(id)
        return user && displayName(user, guild?.members.get(id))
      },
      role: (id) => guild?.roles.get(id)?.name,
      channel: (id) => channels.get(id)?.name ?? undefined,
    })
  })
}
