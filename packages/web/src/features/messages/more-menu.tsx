import { type ChannelObject, MessageFlag } from '@guildhall/protocol'
import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { lazy, Suspense, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { AppsMenu } from '../../domain/commands/menu-commands.tsx'
import { startEditing } from '../../domain/messages/editing.ts'
import { markUnread } from '../../domain/messages/read-marks.ts'
import { DIRECT } from '../../domain/places/places.ts'
import { useClient } from '../../gateway/react.tsx'
import type { ShownMessage } from '../../gateway/state.ts'
import menu from '../../ui/menu.module.css'
import { MenuButton } from '../../ui/menu-button.tsx'
import { actionsOn, type MessageAction } from './message-actions.ts'
import styles from './message-bar.module.css'
import type { MessageDialogKind } from './message-dialogs.tsx'

const MessageDialogs = lazy(() => import('./message-dialogs.tsx'))

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

interface MenuProps {
  message: ShownMessage
  channel: ChannelObject
  permissions: bigint
  /** Whether the icon is drawn. */
  drawn: boolean
  tabIndex: 0 | -1
}

/** Entries of the menu above those of applications, and below. */
const BEFORE_APPS: readonly (readonly [MessageAction, string])[] = [
  ['edit', 'Edit'],
  ['forward', 'Forward'],
  ['pin', 'Pin message'],
  ['unpin', 'Unpin message'],
  ['thread', 'Create thread'],
  ['publish', 'Publish'],
  ['end-poll', 'End poll'],
  ['unread', 'Mark as unread'],
]
const AFTER_APPS: readonly (readonly [MessageAction, string])[] = [
  ['reactions', 'View reactions'],
  ['clear-reactions', 'Remove all reactions'],
  ['remove-embeds', 'Remove embeds'],
  ['copy-text', 'Copy text'],
]

/** Entries of an open menu. `actions` returns what the person can do. */
function Entries(props: {
  message: ShownMessage
  channel: ChannelObject
  actions: () => ReadonlySet<MessageAction>
  act: (action: MessageAction) => void
}) {
  const { message, channel, act } = props
  const actions = props.actions()
  const link = `${location.origin}/channels/${channel.guild_id ?? DIRECT}/${channel.id}/${message.id}`
  const item = ([action, label]: readonly [MessageAction, string]) =>
    actions.has(action) && (
      <DropdownMenu.Item key={action} className={menu.item} onSelect={() => act(action)}>
        {label}
      </DropdownMenu.Item>
    )
  return (
    <>
      {BEFORE_APPS.map(item)}
      <AppsMenu target={{ kind: 'message', id: message.id, channel }} />
      {AFTER_APPS.map(item)}
      <DropdownMenu.Item className={menu.item} onSelect={() => copy(link)}>
        Copy message link
      </DropdownMenu.Item>
      <DropdownMenu.Item className={menu.item} onSelect={() => copy(message.id)}>
        Copy message ID
      </DropdownMenu.Item>
      {actions.has('delete') && (
        <DropdownMenu.Item className={`${menu.item} ${menu.danger}`} onSelect={() => act('delete')}>
          Delete
        </DropdownMenu.Item>
      )}
    </>
  )
}

/** The menu with everything that can be done with a message. */
export function MoreMenu({ message, channel, permissions, drawn, tabIndex }: MenuProps) {
  const client = useClient()
  const [dialog, setDialog] = useState<MessageDialogKind | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const own = message.author.id === client.account.userId
  // Worked out when the menu is mounted: every message has one.
  const actions = () => actionsOn(message, channel, { permissions, own })
  const path = `/channels/${channel.id}/messages`

  function run(request: Promise<unknown>) {
    setFault(null)
    request.catch((failure) => setFault(messageOf(failure)))
  }

  function act(action: MessageAction) {
    const flags = message.flags | MessageFlag.SUPPRESS_EMBEDS
    if (action === 'edit') startEditing(message.id)
    else if (action === 'unpin') run(client.api.delete(`${path}/pins/${message.id}`))
    else if (action === 'unread') run(markUnread(client, channel.id, message.id))
    else if (action === 'clear-reactions') run(client.api.delete(`${path}/${message.id}/reactions`))
    else if (action === 'remove-embeds') run(client.api.patch(`${path}/${message.id}`, { flags }))
    else if (action === 'copy-text') copy(message.content)
    else setDialog(action)
  }

  return (
    <>
      <MenuButton label="More" tabIndex={tabIndex} icon={drawn && <Ellipsis {...ICON} />}>
        <Entries message={message} channel={channel} actions={actions} act={act} />
      </MenuButton>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {dialog && (
        <Suspense>
          <MessageDialogs kind={dialog} message={message} channel={channel} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </>
  )
}

function copy(text: string): void {
  // Undefined on pages without HTTPS.
  void navigator.clipboard?.writeText(text)
}
