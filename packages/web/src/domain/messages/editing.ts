import type { ShownMessage } from '@guildhall/client/records'
import { MessageFlag, MessageType } from '@guildhall/protocol'
import type { Client } from '../../gateway/client.ts'
import { ownState } from '../../gateway/own-stores.ts'
import { requestJump } from './jump.ts'

/** The message that the person edits; null for none. */
export const editing = ownState<{ messageId: string | null }>({ messageId: null })

/** Opens the edit box of a message. */
export function startEditing(client: Client, messageId: string): void {
  client.own(editing).setState({ messageId })
}

/** Closes the edit box. */
export function endEditing(client: Client): void {
  client.own(editing).setState({ messageId: null })
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
  startEditing(client, last.id)
  return true
}
