import { type ChannelObject, Permission } from '@guildhall/protocol'
import { Ellipsis, Pencil, Reply, SmilePlus } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { isThread } from '../../gateway/selectors.ts'
import type { ShownMessage } from '../../gateway/state.ts'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import menu from '../../ui/menu.module.css'
import { AppsMenu } from '../commands/menu-commands.tsx'
import { startReply } from '../composer/replies.ts'
import { EmojiPicker } from '../emoji/emoji-picker.tsx'
import { NewThread } from '../threads/new-thread.tsx'
import styles from './message-bar.module.css'
import { setReaction } from './react.ts'

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

interface BarProps {
  message: ShownMessage
  channel: ChannelObject
  permissions: bigint
  onEdit: () => void
}

/** Actions of a message, shown while it is pointed at or holds the focus. */
export function MessageBar({ message, permissions, onEdit, channel }: BarProps) {
  const client = useClient()
  const own = message.author.id === client.account.userId
  const may = (permission: bigint) => (permissions & permission) !== 0n
  return (
    <div className={styles.bar}>
      {may(Permission.SEND_MESSAGES) && (
        <IconButton label="Reply" onClick={() => startReply(channel.id, message)}>
          <Reply {...ICON} />
        </IconButton>
      )}
      {may(Permission.ADD_REACTIONS) && (
        <EmojiPicker guildId={channel.guild_id} onPick={(emoji) => setReaction(client, message, emoji, true)}>
          <IconButton label="Add reaction">
            <SmilePlus {...ICON} />
          </IconButton>
        </EmojiPicker>
      )}
      {own && (
        <IconButton label="Edit" onClick={onEdit}>
          <Pencil {...ICON} />
        </IconButton>
      )}
      <MoreMenu message={message} own={own} permissions={permissions} onEdit={onEdit} channel={channel} />
    </div>
  )
}

type Question = 'delete' | 'pin' | 'thread' | null

function MoreMenu({ message, own, permissions, onEdit, channel }: BarProps & { own: boolean }) {
  const client = useClient()
  const [question, setQuestion] = useState<Question>(null)
  const [error, setError] = useState<string | null>(null)
  const may = (permission: bigint) => (permissions & permission) !== 0n
  const path = `/channels/${channel.id}/messages`

  async function run(request: () => Promise<unknown>) {
    try {
      await request()
      setQuestion(null)
    } catch (failure) {
      setError(messageOf(failure))
    }
  }

  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton label="More">
            <Ellipsis {...ICON} />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className={menu.menu} align="end">
            {own && (
              <DropdownMenu.Item className={menu.item} onSelect={onEdit}>
                Edit
              </DropdownMenu.Item>
            )}
            {may(Permission.PIN_MESSAGES) && !message.pinned && (
              <DropdownMenu.Item className={menu.item} onSelect={() => setQuestion('pin')}>
                Pin message
              </DropdownMenu.Item>
            )}
            {may(Permission.PIN_MESSAGES) && message.pinned && (
              <DropdownMenu.Item
                className={menu.item}
                onSelect={() => void run(() => client.api.delete(`${path}/pins/${message.id}`))}
              >
                Unpin message
              </DropdownMenu.Item>
            )}
            {may(Permission.CREATE_PUBLIC_THREADS) && channel.guild_id && !isThread(channel) && !message.thread && (
              <DropdownMenu.Item className={menu.item} onSelect={() => setQuestion('thread')}>
                Create thread
              </DropdownMenu.Item>
            )}
            <AppsMenu target={{ kind: 'message', id: message.id, channel }} />
            <DropdownMenu.Item className={menu.item} onSelect={() => void navigator.clipboard?.writeText(message.id)}>
              Copy message ID
            </DropdownMenu.Item>
            {(own || may(Permission.MANAGE_MESSAGES)) && (
              <DropdownMenu.Item className={`${menu.item} ${menu.danger}`} onSelect={() => setQuestion('delete')}>
                Delete
              </DropdownMenu.Item>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {question === 'thread' && (
        <NewThread channel={channel} messageId={message.id} onClose={() => setQuestion(null)} />
      )}
      {question === 'delete' && (
        <ConfirmDialog
          title="Delete this message?"
          description={error ?? 'It disappears for everyone in this channel.'}
          action="Delete"
          danger
          onConfirm={() => void run(() => client.api.delete(`${path}/${message.id}`))}
          onClose={() => setQuestion(null)}
        />
      )}
      {question === 'pin' && (
        <ConfirmDialog
          title="Pin this message?"
          description={error ?? 'Everyone in this channel finds it under Pinned messages.'}
          action="Pin"
          onConfirm={() => void run(() => client.api.put(`${path}/pins/${message.id}`))}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  )
}
