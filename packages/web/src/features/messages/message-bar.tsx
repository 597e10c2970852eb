import type { ShownMessage } from '@guildhall/client/records'
import { type ChannelObject, Permission } from '@guildhall/protocol'
import { Pencil, Reply, SmilePlus } from 'lucide-react'
import { EmojiPicker } from '../../domain/emoji/emoji-picker.tsx'
import { isEditable, startEditing } from '../../domain/messages/editing.ts'
import { setReaction } from '../../domain/messages/react.ts'
import { startReply } from '../../domain/messages/replies.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './message-bar.module.css'
import { MoreMenu } from './more-menu.tsx'

const ICON = { size: 16, 'aria-hidden': true } as const

/** Actions of a message, shown while it is pointed at or holds the focus. */
export function MessageBar(props: {
  message: ShownMessage
  channel: ChannelObject
  permissions: bigint
  /** Whether the icons are drawn: before a person comes near, the buttons are there without them. */
  drawn: boolean
}) {
  const { message, channel, permissions, drawn } = props
  const client = useClient()
  const may = (permission: bigint) => (permissions & permission) !== 0n
  return (
    <div className={styles.bar}>
      {may(Permission.SEND_MESSAGES) && (
        <IconButton label={t('Reply')} onClick={() => startReply(client, channel.id, message)}>
          {drawn && <Reply {...ICON} />}
        </IconButton>
      )}
      {may(Permission.ADD_REACTIONS) && (
        <EmojiPicker guildId={channel.guild_id} onPick={(emoji) => setReaction(client, message, emoji, true)}>
          <IconButton label={t('Add reaction')}>{drawn && <SmilePlus {...ICON} />}</IconButton>
        </EmojiPicker>
      )}
      {message.author.id === client.account.userId && isEditable(message) && (
        <IconButton label={t('Edit')} onClick={() => startEditing(client, message.id)}>
          {drawn && <Pencil {...ICON} />}
        </IconButton>
      )}
      <MoreMenu message={message} channel={channel} permissions={permissions} drawn={drawn} />
    </div>
  )
}
