import { displayName } from '@guildhall/client/questions'
import { mentionsPerson, type ShownMessage } from '@guildhall/client/records'
import { type ChannelObject, MessageFlag } from '@guildhall/protocol'
import { memo, useId, useState } from 'react'
import styles from '../../domain/message-body/message.module.css'
import { MessageBody } from '../../domain/message-body/message-body.tsx'
import { editing, endEditing } from '../../domain/messages/editing.ts'
import { showProfile } from '../../domain/people/open-profile.ts'
import { openUserMenu } from '../../domain/people/user-menu.ts'
import { useClient, useClientState, useOwn } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { coloursOf } from '../../lib/role-colours.ts'
import { fullTime, messageTime, timeOfDay } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { RoleName } from '../../ui/role-name.tsx'
import { EditBox } from './edit-box.tsx'
import { MessageBar } from './message-bar.tsx'
import { ReplyLine } from './reply-line.tsx'
import { systemText } from './system-text.ts'
import { UsedCommand, WaitingNote } from './used-command.tsx'

export interface MessageProps {
  message: ShownMessage
  channel: ChannelObject
  permissions: bigint
  /** Whether author and time are shown by the message before. */
  grouped: boolean
  /** Whether arrow keys have led to the message, which is a stop of the Tab key then, beside its controls. */
  active: boolean
}

/** A message with its author, content, reactions and actions. */
export const Message = memo(function Message({ message, channel, permissions, grouped, active }: MessageProps) {
  const client = useClient()
  const isEdited = useOwn(editing, ({ messageId }) => messageId === message.id)
  const id = useId()
  const [near, setNear] = useState(false)
  const approach = () => setNear(true)
  const mentioned = useClientState((state) => mentionsPerson(state, message))
  const system = systemText(message)
  const classes = [
    styles.message,
    grouped ? styles.grouped : '',
    mentioned ? styles.mentioned : '',
    message.local ? styles[message.local.state] : '',
  ]
  return (
    <article
      className={classes.join(' ')}
      tabIndex={active ? 0 : -1}
      aria-labelledby={`${id}author`}
      aria-describedby={`${id}body`}
      aria-busy={message.local?.state === 'sending' || undefined}
      onPointerEnter={approach}
      onFocus={approach}
    >
      <ReplyLine message={message} guildId={channel.guild_id} />
      <UsedCommand message={message} />
      <div className={styles.row}>
        <Gutter message={message} grouped={grouped} />
        <div className={styles.content}>
          <Author id={`${id}author`} message={message} channel={channel} hidden={grouped} />
          <div id={`${id}body`}>
            {system ? (
              <p className={styles.system}>{system}</p>
            ) : isEdited ? (
              <EditBox message={message} onDone={() => endEditing(client)} />
            ) : (
              <MessageBody message={message} channel={channel} permissions={permissions} />
            )}
          </div>
          {(message.flags & MessageFlag.LOADING) !== 0 && (
            <p className={styles.note}>{t('{name} is thinking…', { name: displayName(message.author) })}</p>
          )}
          <WaitingNote message={message} />
          <EphemeralNote message={message} />
          <FailureNote message={message} />
        </div>
      </div>
      {!message.local && !isEdited && (
        <MessageBar message={message} channel={channel} permissions={permissions} drawn={near} />
      )}
    </article>
  )
})

function Gutter({ message, grouped }: Pick<MessageProps, 'message' | 'grouped'>) {
  if (!grouped) return <Avatar user={message.author} size={40} />
  return (
    <time className={styles.hoverTime} dateTime={message.timestamp} title={fullTime(message.timestamp)}>
      {timeOfDay(message.timestamp)}
    </time>
  )
}

function Author(props: { id: string; message: ShownMessage; channel: ChannelObject; hidden: boolean }) {
  const { id, message, channel, hidden } = props
  const { author } = message
  const member = useClientState(({ guilds }) => guilds.get(channel.guild_id ?? '')?.members.get(author.id))
  const colours = useClientState(({ guilds }) =>
    message.webhook_id ? null : coloursOf(guilds.get(channel.guild_id ?? '')?.roles, member),
  )
  const name = message.webhook_id ? author.username : displayName(author, member)
  return (
    <h4 id={id} className={hidden ? 'visually-hidden' : styles.author}>
      {hidden ? (
        // No control, as the focus would not be seen. The first message of the group has one.
        name
      ) : (
        <button
          type="button"
          onClick={() => showProfile(author.id, channel.guild_id)}
          onContextMenu={(event) => openUserMenu(event, author.id, channel.guild_id)}
          className={styles.name}
        >
          <RoleName colours={colours}>{name}</RoleName>
        </button>
      )}
      {name !== author.username && <span className="visually-hidden"> ({author.username})</span>}{' '}
      {(author.bot || message.webhook_id) && <span className={styles.badge}>APP</span>}{' '}
      {!hidden && (
        <time className={styles.time} dateTime={message.timestamp} title={fullTime(message.timestamp)}>
          {messageTime(message.timestamp)}
        </time>
      )}
    </h4>
  )
}

function EphemeralNote({ message }: { message: ShownMessage }) {
  const dismiss = useDismiss(message)
  if ((message.flags & MessageFlag.EPHEMERAL) === 0 || message.local?.state === 'sending') return null
  return (
    <p className={styles.note}>
      {t('Only you can see this')}{' '}
      <Button look="quiet" size="small" onClick={dismiss}>
        {t('Dismiss message')}
      </Button>
    </p>
  )
}

function FailureNote({ message }: { message: ShownMessage }) {
  const dismiss = useDismiss(message)
  if (message.local?.state !== 'failed') return null
  const { retry: again } = message.local
  // A message that represents a failed command gives way to the next attempt.
  const isNote = (message.flags & MessageFlag.EPHEMERAL) !== 0
  const retry = () => {
    if (isNote) dismiss()
    again?.()
  }
  return (
    <p className={styles.failure} role="alert">
      {message.local.error ?? t('This message was not sent.')}
      {again && (
        <Button size="small" onClick={retry}>
          {t('Retry')}
        </Button>
      )}
      {!isNote && (
        <Button size="small" onClick={dismiss}>
          {t('Delete')}
        </Button>
      )}
    </p>
  )
}

function useDismiss(message: ShownMessage) {
  const client = useClient()
  return () => client.do('message dismissed', { channelId: message.channel_id, messageId: message.id })
}
