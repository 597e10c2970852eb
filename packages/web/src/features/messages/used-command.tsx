import { CommandType, MessageType } from '@guildhall/protocol'
import { displayName } from '../../gateway/selectors.ts'
import type { ShownMessage } from '../../gateway/state.ts'
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
      <span className={styles.user}>{displayName(metadata.user)}</span>
      <span>used</span>
      <span className={styles.command}>{typed ? `/${name}` : name}</span>
    </p>
  )
}

/** The text of a message that stands for a command while its application has not responded. */
export function WaitingNote({ message }: { message: ShownMessage }) {
  if (message.local?.state !== 'sending' || !message.author.bot) return null
  return <p className={styles.waiting}>Waiting for {displayName(message.author)}…</p>
}
