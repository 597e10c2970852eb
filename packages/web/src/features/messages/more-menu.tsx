import type { ShownMessage } from '@guildhall/client/records'
import { type ChannelObject, MessageFlag } from '@guildhall/protocol'
import { Ellipsis } from 'lucide-react'
import { Suspense, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { AppsMenu } from '../../domain/commands/menu-commands.tsx'
import { startEditing } from '../../domain/messages/editing.ts'
import { markUnread } from '../../domain/messages/read-marks.ts'
import { report } from '../../domain/people/open-report.ts'
import { DIRECT } from '../../domain/places/places.ts'
import { useClient } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { DropdownMenu } from '../../ui/dropdown-menu.ts'
import { lazy } from '../../ui/lazy.tsx'
import menu from '../../ui/menu.module.css'
import { MenuButton } from '../../ui/menu-button.tsx'
import { actionsOn, type MessageAction } from './message-actions.ts'
import styles from './message-bar.module.css'
import type { MessageDialogKind } from './message-dialogs.tsx'

const MessageDialogs = lazy(() => import('./message-dialogs.tsx'))

const ICON = { size: 16, 'aria-hidden': true } as const

interface MenuProps {
  message: ShownMessage
  channel: ChannelObject
  permissions: bigint
  /** Whether the icon is drawn. */
  drawn: boolean
}

/** Entries of the menu above those of applications, and below. */
const BEFORE_APPS: readonly (readonly [MessageAction, Message])[] = [
  ['edit', msg('Edit')],
  ['forward', msg('Forward')],
  ['pin', msg('Pin message')],
  ['unpin', msg('Unpin message')],
  ['thread', msg('Create thread')],
  ['publish', msg('Publish')],
  ['end-poll', msg('End poll')],
  ['unread', msg('Mark as unread')],
]
const AFTER_APPS: readonly (readonly [MessageAction, Message])[] = [
  ['reactions', msg('View reactions')],
  ['clear-reactions', msg('Remove all reactions')],
  ['remove-embeds', msg('Remove embeds')],
  ['copy-text', msg('Copy text')],
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
  const item = ([action, label]: readonly [MessageAction, Message]) =>
    actions.has(action) && (
      <DropdownMenu.Item key={action} className={menu.item} onSelect={() => act(action)}>
        {t(label)}
      </DropdownMenu.Item>
    )
  return (
    <>
      {BEFORE_APPS.map(item)}
      <AppsMenu target={{ kind: 'message', id: message.id, channel }} />
      {AFTER_APPS.map(item)}
      <DropdownMenu.Item className={menu.item} onSelect={() => copy(link)}>
        {t('Copy message link')}
      </DropdownMenu.Item>
      <DropdownMenu.Item className={menu.item} onSelect={() => copy(message.id)}>
        {t('Copy message ID')}
      </DropdownMenu.Item>
      {actions.has('report') && (
        <DropdownMenu.Item className={`${menu.item} ${menu.danger}`} onSelect={() => act('report')}>
          {t('Report')}
        </DropdownMenu.Item>
      )}
      {actions.has('delete') && (
        <DropdownMenu.Item className={`${menu.item} ${menu.danger}`} onSelect={() => act('delete')}>
          {t('Delete')}
        </DropdownMenu.Item>
      )}
    </>
  )
}

/** The menu with everything that can be done with a message. */
export function MoreMenu({ message, channel, permissions, drawn }: MenuProps) {
  const client = useClient()
  const [dialog, setDialog] = useState<MessageDialogKind | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const own = message.author.id === client.account.userId
  // Worked out when the menu is mounted: every message has one.
  const actions = () => actionsOn(message, channel, { permissions, own })

  function run(request: Promise<unknown>) {
    setFault(null)
    request.catch((failure) => setFault(messageOf(failure)))
  }

  function act(action: MessageAction) {
    const flags = message.flags | MessageFlag.SUPPRESS_EMBEDS
    if (action === 'edit') startEditing(client, message.id)
    else if (action === 'unpin')
      run(client.api.call('delete_pin', { params: { channel_id: channel.id, message_id: message.id } }))
    else if (action === 'unread') run(markUnread(client, channel.id, message.id))
    else if (action === 'clear-reactions')
      run(
        client.api.call('delete_all_message_reactions', { params: { channel_id: channel.id, message_id: message.id } }),
      )
    else if (action === 'remove-embeds')
      run(
        client.api.call('update_message', {
          params: { channel_id: channel.id, message_id: message.id },
          body: { flags },
        }),
      )
    else if (action === 'copy-text') copy(message.content)
    else if (action === 'report') report({ channelId: channel.id, messageId: message.id })
    else setDialog(action)
  }

  return (
    <>
      <MenuButton label={t('More')} icon={drawn && <Ellipsis {...ICON} />}>
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
