import { displayName } from '@guildhall/client/questions'
import type { ShownMessage } from '@guildhall/client/records'
import { CommandType, MessageType } from '@guildhall/protocol'
import { rich } from '../../lib/language/rich.ts'
import { t } from '../../lib/language/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './used-command.module.css'

const RESPONSES: ReadonlySet<number> = new Set([MessageType.CHAT_INPUT_COMMAND, MessageType.CONTEXT_MENU_COMMAND])

/** The line above a response that says which command was used by whom. */
export function UsedCommand({ message }: { message: ShownMessage }) {
  const { interaction_metadata: metadata, interaction } = message
  const name = interaction?.name ?? metadata?.name
  if (!metadata || name === undefined || !RESPONSES.has(message.type)) return null
  const typed = metadata.command_type === undefined || metadata.command_type === CommandType.CHAT_INPUT
  return (
    <p className={styles.line}>
      <Avatar user={metadata.user} size={16} />
      {rich('<user>{person}</user> <verb>used</verb> <command>{name}</command>', {
        user: <span className={styles.user} />,
        verb: <span />,
        command: <span className={styles.command} />,
        person: displayName(metadata.user),
        name: typed ? `/${name}` : name,
      })}
    </p>
  )
}

/** The text of a message that represents a command while its application has not responded. */
export function WaitingNote({ message }: { message: ShownMessage }) {
  if (message.local?.state !== 'sending' || !message.author.bot) return null
  return <p className={styles.waiting}>{t('Waiting for {name}…', { name: displayName(message.author) })}</p>
}
