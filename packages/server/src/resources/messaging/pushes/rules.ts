import { MessageFlag, MessageType, type Snowflake } from '@guildhall/protocol'
import type { StoredMessage } from '../messages/model.ts'
import type { PushWords } from './words.ts'

/** Messages that people, bots and webhooks write, and calls. Other types are notes of the platform. */
const NOTIFYING: readonly number[] = [
  MessageType.DEFAULT,
  MessageType.REPLY,
  MessageType.CHAT_INPUT_COMMAND,
  MessageType.CONTEXT_MENU_COMMAND,
  MessageType.CALL,
]
/** Characters of a notification's text. */
const TEXT_MAX = 200
const EVERYONE = /@everyone/

/** Fields of a message that decide whom it notifies. */
type Notifying = Pick<
  StoredMessage,
  | 'type'
  | 'flags'
  | 'guild_id'
  | 'author_id'
  | 'content'
  | 'mentions'
  | 'mention_roles'
  | 'mention_everyone'
  | 'only_for'
>

/** Users whom a message notifies, apart from its author. */
export interface PushTargets {
  readonly userIds: readonly Snowflake[]
  readonly roleIds: readonly Snowflake[]
  /** Whether it notifies all members of the guild. */
  readonly everyone: boolean
}

/**
 * Returns whom a message notifies; null for nobody. `@here` reaches members who are online, so that it notifies none of
 * those who receive push notifications.
 */
export function pushTargets(message: Notifying, recipientIds: readonly Snowflake[]): PushTargets | null {
  const isSilent = (message.flags & MessageFlag.SUPPRESS_NOTIFICATIONS) !== 0
  if (isSilent || message.only_for !== null || !NOTIFYING.includes(message.type)) return null
  const isPrivate = message.guild_id === null
  const userIds = (isPrivate ? recipientIds : message.mentions).filter((id) => id !== message.author_id)
  const roleIds = isPrivate ? [] : message.mention_roles
  const everyone = !isPrivate && message.mention_everyone && EVERYONE.test(message.content)
  return userIds.length === 0 && roleIds.length === 0 && !everyone ? null : { userIds, roleIds, everyone }
}

/** Names of what a message mentions. */
export interface MentionNames {
  readonly user: (id: Snowflake) => string | undefined
  readonly role: (id: Snowflake) => string | undefined
  readonly channel: (id: Snowflake) => string | undefined
}

type Told = Pick<StoredMessage, 'type' | 'content' | 'attachments' | 'sticker_items' | 'embeds'>

/** Returns the text of a notification: the message's own, without markup that only the app can show. */
export function pushText(message: Told, names: MentionNames, words: PushWords): string {
  if (message.type === MessageType.CALL) return words.call
  const text = plainText(message.content, names)
  if (text !== '') return text
  const [embed] = message.embeds
  const ofEmbed = plainText(embed?.title ?? embed?.description ?? '', names)
  if (ofEmbed !== '') return ofEmbed
  if (message.attachments.length > 0) return words.file
  return message.sticker_items.length > 0 ? words.sticker : words.message
}

function plainText(content: string, names: MentionNames): string {
  const named = (sign: string, name: (id: Snowflake) => string | undefined) => (whole: string, id: string) => {
    const known = name(BigInt(id))
    return known === undefined ? whole : `${sign}${known}`
  }
  const text = content
    .replace(/\|\|.+?\|\|/gs, '▒▒▒')
    .replace(/<@!?(\d{1,20})>/g, named('@', names.user))
    .replace(/<@&(\d{1,20})>/g, named('@', names.role))
    .replace(/<#(\d{1,20})>/g, named('#', names.channel))
    .replace(/<a?:(\w{1,32}):\d{1,20}>/g, ':$1:')
    .trim()
  const characters = [...text]
  return characters.length > TEXT_MAX ? `${characters.slice(0, TEXT_MAX - 1).join('')}…` : text
}

/** Returns the title of a notification: the author, with the place unless it is a DM. */
export function pushTitle(
  author: string,
  place: { readonly channel: string | null; readonly guild: string | null },
): string {
  if (place.guild === null) return place.channel === null ? author : `${author} (${place.channel})`
  return `${author} (#${place.channel}, ${place.guild})`
}
