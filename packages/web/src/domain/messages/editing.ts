import { MessageFlag, MessageType } from '@guildhall/protocol'
import { createStore } from 'zustand/vanilla'
import type { Client } from '../../gateway/client.ts'
import type { ShownMessage } from '../../gateway/state.ts'
import { requestJump } from './jump.ts'

/** The message that the person edits; null for none. */
export const editing = createStore<{ messageId: string | null }>(() => ({ messageId: null }))

/** Opens the edit box of a message. */
export function startEditing(messageId: string): void {
  editing.setState({ messageId })
}

/** Closes the edit box. */
export function endEditing(): void {
  editing.setState({ messageId: null })
}

/** Returns whether a message has text that its author can change: no forward and no recording has. */
export function isEditable({ type, flags, local }: ShownMessage): boolean {
  const written = type === MessageType.DEFAULT || type === MessageType.REPLY
  return written && !local && (flags & (MessageFlag.IS_VOICE_MESSAGE | MessageFlag.HAS_SNAPSHOT)) === 0
}

/** Opens the edit box of the person's last message in a channel. Returns whether there is one. */
export function editLast(client: Client, channelId: string): boolean {
  const { messages, self } = client.state
  const last = messages
    .get(channelId)
    ?.items.findLast((message) => message.author.id === self?.id && isEditable(message))
  if (!last) return false
  requestJump(channelId, last.id)
  startEditing(last.id)
  return true
}
