import { isThread } from '@guildhall/client/questions'
import type { ShownMessage } from '@guildhall/client/records'
import {
  type ChannelObject,
  ChannelType,
  FORWARDABLE_MESSAGE_TYPES,
  MessageFlag,
  MessageType,
  Permission,
  UNDELETABLE_MESSAGE_TYPES,
} from '@guildhall/protocol'
import { isEditable } from '../../domain/messages/editing.ts'

/** Things that the menu of a message offers. */
export type MessageAction =
  | 'edit'
  | 'forward'
  | 'pin'
  | 'unpin'
  | 'thread'
  | 'unread'
  | 'publish'
  | 'reactions'
  | 'clear-reactions'
  | 'remove-embeds'
  | 'end-poll'
  | 'copy-text'
  | 'report'
  | 'delete'

/** Returns what a person can do with a message. The server decides again. */
export function actionsOn(
  message: ShownMessage,
  channel: ChannelObject,
  { permissions, own }: { permissions: bigint; own: boolean },
): ReadonlySet<MessageAction> {
  if ((message.flags & MessageFlag.EPHEMERAL) !== 0) return new Set(message.content ? ['copy-text'] : [])
  const may = (permission: bigint) => (permissions & permission) !== 0n
  const manages = may(Permission.MANAGE_MESSAGES)
  const inGuild = channel.guild_id !== undefined
  // The author of an alert is the member who broke the rule. Moderators alone delete it.
  const deletes = manages || (own && message.type !== MessageType.AUTO_MODERATION_ACTION)
  const offers: readonly (readonly [MessageAction, boolean])[] = [
    ['edit', own && isEditable(message)],
    ['forward', FORWARDABLE_MESSAGE_TYPES.has(message.type) && !message.poll],
    ['pin', may(Permission.PIN_MESSAGES) && !message.pinned],
    ['unpin', may(Permission.PIN_MESSAGES) && message.pinned],
    ['thread', may(Permission.CREATE_PUBLIC_THREADS) && inGuild && !isThread(channel) && !message.thread],
    ['unread', true],
    ['publish', isPublishable(message, channel) && (manages || (own && may(Permission.SEND_MESSAGES)))],
    ['reactions', (message.reactions ?? []).length > 0],
    ['clear-reactions', manages && inGuild && (message.reactions ?? []).length > 0],
    ['remove-embeds', (own || manages) && message.embeds.length > 0 && !has(message, MessageFlag.SUPPRESS_EMBEDS)],
    ['end-poll', own && message.poll !== undefined && !message.poll.results.is_finalized],
    ['copy-text', message.content !== ''],
    ['report', !own],
    ['delete', deletes && !UNDELETABLE_MESSAGE_TYPES.has(message.type)],
  ]
  return new Set(offers.flatMap(([action, offered]) => (offered ? [action] : [])))
}

const has = ({ flags }: ShownMessage, flag: number) => (flags & flag) !== 0

function isPublishable(message: ShownMessage, channel: ChannelObject): boolean {
  return (
    channel.type === ChannelType.GUILD_ANNOUNCEMENT &&
    message.type === MessageType.DEFAULT &&
    !has(message, MessageFlag.CROSSPOSTED | MessageFlag.IS_CROSSPOST)
  )
}
