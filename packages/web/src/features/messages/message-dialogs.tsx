import type { ChannelObject } from '@guildhall/protocol'
import { NewThread } from '../../domain/threads/new-thread.tsx'
import { useClient } from '../../gateway/react.tsx'
import type { ShownMessage } from '../../gateway/state.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useSave } from '../../ui/use-save.ts'
import { ForwardDialog } from './forward-dialog.tsx'
import type { MessageAction } from './message-actions.ts'
import { ReactionsDialog } from './reactions-dialog.tsx'

/** Actions that a dialog asks about. */
export type MessageDialogKind = Exclude<
  MessageAction,
  'edit' | 'unpin' | 'unread' | 'clear-reactions' | 'remove-embeds' | 'copy-text'
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
    title: 'Delete this message?',
    description: 'It disappears for everyone in this channel.',
    action: 'Delete',
  },
  pin: {
    title: 'Pin this message?',
    description: 'Everyone in this channel finds it under Pinned messages.',
    action: 'Pin',
  },
  publish: {
    title: 'Publish this message?',
    description: 'It is posted in all channels that follow this one.',
    action: 'Publish',
  },
  'end-poll': {
    title: 'End this poll?',
    description: 'Nobody can vote any more, and the result is posted.',
    action: 'End poll',
  },
} as const

function Question({ kind, message, channel, onClose }: DialogProps & { kind: keyof typeof QUESTIONS }) {
  const client = useClient()
  const saving = useSave()
  const { title, description, action } = QUESTIONS[kind]
  const path = `/channels/${channel.id}/messages`
  const requests = {
    delete: () => client.api.delete(`${path}/${message.id}`),
    pin: () => client.api.put(`${path}/pins/${message.id}`),
    publish: () => client.api.post(`${path}/${message.id}/crosspost`),
    'end-poll': () => client.api.post(`/channels/${channel.id}/polls/${message.id}/expire`),
  }
  return (
    <ConfirmDialog
      title={title}
      description={saving.error ?? description}
      action={action}
      danger={kind === 'delete'}
      busy={saving.busy}
      onConfirm={() => void saving.run(requests[kind]).then((done) => done && onClose())}
      onClose={onClose}
    />
  )
}
