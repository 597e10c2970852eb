import {
  type AttachmentObject,
  type EmbedObject,
  type Instant,
  type MessageComponentObject,
  type MessageInteractionMetadataObject,
  type MessageObject,
  type MessageSnapshotObject,
  MessageType,
  type PartialEmojiObject,
  type PollObject,
  type Snowflake,
  type StickerItemObject,
  type ThreadObject,
} from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Application, Channel, Member, User } from '../../../kernel/model.ts'
import { type ComponentNode, childrenOf } from '../components/model.ts'

/** Fields of a message in the `data` column. Fields that no rule depends on keep their wire shape. */
export interface MessageData {
  tts: boolean
  mention_everyone: boolean
  /** Users and roles that the message mentions, after `allowed_mentions`. */
  mentions: Snowflake[]
  mention_roles: Snowflake[]
  attachments: AttachmentObject[]
  embeds: EmbedObject[]
  components: MessageComponentObject[]
  sticker_items: StickerItemObject[]
  /** The `poll` field without counts. Votes have a table. */
  poll: StoredPoll | null
  /** Call that the message shows; `ended_at` is null while it lasts. */
  call: StoredMessageCall | null
  shared_client_theme: NonNullable<MessageObject['shared_client_theme']> | null
  reference: StoredReference | null
  /** The `message_snapshots` of a forward. */
  snapshots: StoredSnapshot[]
  interaction_metadata: MessageInteractionMetadataObject | null
  /** The deprecated predecessor of `interaction_metadata`. */
  interaction: NonNullable<MessageObject['interaction']> | null
  application_id: Snowflake | null
  /** Name and avatar under which a webhook posted the message. */
  webhook: { name: string; avatar: string | null } | null
  nonce: string | number | null
  /** The only user who sees an ephemeral message, besides its application. */
  only_for: Snowflake | null
  /** The thread started from this message. */
  thread_id: Snowflake | null
  /** Activity of the game `application_id` that the message invites to or asks to join. */
  activity: StoredMessageActivity | null
  /** Second display name that the author had in the lobby from which the message came. [LOB-1] */
  additional_name: string | null
  /** Pairs that the sending game attached, for games alone. */
  metadata: Pairs
  /** Pairs that the server of the game `application_id` wrote about the content; only that game reads them. */
  moderation_metadata: Pairs
}

/** Keys and values of a game. As an object in the `data` column, some of them would read as a bigint. */
export type Pairs = readonly (readonly [key: string, value: string])[]

/** A call in a DM or group DM. */
export interface StoredMessageCall {
  readonly participants: readonly Snowflake[]
  readonly ended_at: Instant | null
}

/** An invite to join, spectate, or a request to join, by MessageActivityType. */
export interface StoredMessageActivity {
  readonly type: number
  readonly party_id: string | null
  /** Gateway session whose activity it is. In a DM the clients of both users receive it. */
  readonly session_id: string | null
}

/** A message as it is stored. */
export interface StoredMessage extends MessageData {
  id: Snowflake
  channel_id: Snowflake
  guild_id: Snowflake | null
  author_id: Snowflake
  webhook_id: Snowflake | null
  type: number
  flags: number
  content: string
  edited_at: Instant | null
  pinned_at: Instant | null
}

/** The message or channel that a message refers to: a reply, a forward, a system message. */
export interface StoredReference {
  type: number
  message_id: Snowflake | null
  channel_id: Snowflake
  guild_id: Snowflake | null
}

/** A forwarded message. Its author and application are stored, but not sent. */
export interface StoredSnapshot {
  readonly message: MessageSnapshotObject['message']
  readonly author_id?: Snowflake
  readonly application_id?: Snowflake | null
}

/** Text and emoji of a poll's question or answer. The id of a Unicode emoji is absent. */
export interface StoredPollMedia {
  text?: string | null
  emoji?: { id?: string | null; name?: string | null; animated?: boolean } | null
}

/** Votes for one answer of a poll, for one viewer. */
export type VoteCount = PollObject['results']['answer_counts'][number]

/** A poll as its message stores it; `answer_counts` stays empty. */
export interface StoredPoll {
  question: StoredPollMedia
  answers: { answer_id: number; poll_media: StoredPollMedia }[]
  expiry: string
  allow_multiselect: boolean
  layout_type: number
  results: { is_finalized: boolean; answer_counts: VoteCount[] }
}

/** Reactions with one emoji, for one viewer. */
export interface ReactionCount {
  emoji: PartialEmojiObject
  count: number
  me: boolean
}

/** Emoji of a reaction. `key` is the id of a custom emoji, or the characters of a Unicode one. */
export interface ReactionEmoji {
  readonly key: string
  readonly id: Snowflake | null
  readonly name: string | null
  readonly animated: boolean
}

/** A stored message with everything that presenting it needs. */
export interface HydratedMessage {
  readonly message: StoredMessage
  /** Undefined for a webhook, and when the account was deleted. */
  readonly author: User | undefined
  readonly mentioned: readonly User[]
  /** Members among the author and the mentioned users, for events of a guild. */
  readonly members: ReadonlyMap<Snowflake, Member>
  /** The referenced message: null when it was deleted, undefined when this type of message shows none. */
  readonly referenced?: HydratedMessage | null
  readonly reactions?: readonly ReactionCount[]
  readonly votes?: readonly VoteCount[]
  /** The thread of `thread_id`. */
  readonly thread?: ThreadObject
  /** The application of `activity`. */
  readonly application?: Application | undefined
}

/** The channel of a message, with its cached guild. `view` is null in a DM. */
export interface ChannelLocation {
  readonly channel: Channel
  readonly view: GuildView | null
}

/** A webhook as the author of a message. Its name and avatar are in the message. */
export interface WebhookAuthor {
  readonly kind: 'webhook'
  readonly id: Snowflake
}

export type MessageAuthor = User | WebhookAuthor

/** Returns the account of an author, or undefined for a webhook. */
export function accountOf(author: MessageAuthor): User | undefined {
  return 'kind' in author ? undefined : author
}

/** A message that passed all rules and is not stored yet. Absent fields have their defaults. */
export type MessageDraft = Partial<MessageData> & {
  id?: Snowflake
  author: MessageAuthor
  type?: number
  flags?: number
  content: string
  webhook_id?: Snowflake | null
}

export const MESSAGE_DEFAULTS: MessageData = {
  tts: false,
  mention_everyone: false,
  mentions: [],
  mention_roles: [],
  attachments: [],
  embeds: [],
  components: [],
  sticker_items: [],
  poll: null,
  call: null,
  shared_client_theme: null,
  reference: null,
  snapshots: [],
  interaction_metadata: null,
  interaction: null,
  application_id: null,
  webhook: null,
  nonce: null,
  only_for: null,
  thread_id: null,
  activity: null,
  additional_name: null,
  metadata: [],
  moderation_metadata: [],
}

/** Returns whether a thread counts the message. The message that a thread starts from, or with, does not count. */
export function countsInThread({ id, channel_id, type }: StoredMessage): boolean {
  return id !== channel_id && type !== MessageType.THREAD_STARTER_MESSAGE
}

/** Returns the message reference that replies, forwards and system messages carry. */
export function referenceTo(
  { id, channel_id, guild_id }: Pick<StoredMessage, 'id' | 'channel_id' | 'guild_id'>,
  type = 0,
): StoredReference {
  return { type, message_id: id, channel_id, guild_id }
}

/** Returns the text that components display, at all depths, one line for each. */
export function textOfComponents(components: readonly ComponentNode[]): string {
  return components
    .map((component) => {
      const own = 'content' in component ? component.content : ''
      return `${own}\n${textOfComponents(childrenOf(component))}`
    })
    .join('\n')
}
