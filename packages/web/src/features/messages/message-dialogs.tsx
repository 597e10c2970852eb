import type { ShownMessage } from '@guildhall/client/records'
import type { ChannelObject } from '@guildhall/protocol'
import { NewThread } from '../../domain/threads/new-thread.tsx'
import { useClient } from '../../gateway/react.tsx'
import { msg, t } from '../../lib/language/text.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useSave } from '../../ui/use-save.ts'
import { ForwardDialog } from './forward-dialog.tsx'
import type { MessageAction } from './message-actions.ts'
import { ReactionsDialog } from './reactions-dialog.tsx'

/** Actions that a dialog asks about. */
export type MessageDialogKind = Exclude<
  MessageAction,
  'edit' | 'unpin' | 'unread' | 'clear-reactions' | 'remove-embeds' | 'copy-text' | 'report'
>

interface DialogProps {
  message: ShownMessage
  channel: ChannelObject
  onClose: () => void
}

/** The dialog of an action on a message. */
export default function MessageDialogs(props: DialogProps & { kind: MessageDialogKind }) {
  const { kind, ...rest } = props
  const { message, channel, onClose } = rest
  switch (kind) {
    case 'thread':
      return <NewThread channel={channel} messageId={message.id} onClose={onClose} />
    case 'forward':
      return <ForwardDialog message={message} onClose={onClose} />
    case 'reactions':
      return <ReactionsDialog message={message} onClose={onClose} />
    default:
      return <Question {...rest} kind={kind} />
  }
}

const QUESTIONS = {
  delete: {
    title: msg('Delete this message?'),
    description: msg('It disappears for everyone in this channel.'),
    action: msg('Delete'),
  },
  pin: {
    title: msg('Pin this message?'),
    description: msg('Everyone in this channel finds it under Pinned messages.'),
    action: msg('Pin'),
  },
  publish: {
    title: msg('Publish this message?'),
    description: msg('It is posted in all channels that follow this one.'),
    action: msg('Publish'),
  },
  'end-poll': {
    title: msg('End this poll?'),
    description: msg('Nobody can vote any more, and the result is posted.'),
    action: msg('End poll'),
  },
} as const

function Question({ kind, message, channel, onClose }: DialogProps & { kind: keyof typeof QUESTIONS }) {
  const client = useClient()
  const saving = useSave()
  const { title, description, action } = QUESTIONS[kind]
  const requests = {
    delete: () => client.api.call('delete_message', { params: { channel_id: channel.id, message_id: message.id } }),
    pin: () => client.api.call('create_pin', { params: { channel_id: channel.id, message_id: message.id } }),
    publish: () => client.api.call('crosspost_message', { params: { channel_id: channel.id, message_id: message.id } }),
    'end-poll': () => client.api.call('poll_expire', { params: { channel_id: channel.id, message_id: message.id } }),
  }
  return (
    <ConfirmDialog
      title={t(title)}
      description={saving.error ?? t(description)}
      action={t(action)}
      danger={kind === 'delete'}
      busy={saving.busy}
      onConfirm={() => void saving.run(requests[kind]).then((done) => done && onClose())}
      onClose={onClose}
    />
  )
}
