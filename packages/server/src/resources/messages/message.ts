import {
  type AttachmentObject,
  type Instant,
  type MessageComponentObject,
  MessageType,
  type Snowflake,
  type ThreadObject,
} from '@guildhall/protocol'
import type { Member, User } from '../../kernel/model.ts'

/** What a message carries beside its columns; wire-shaped where nothing inside decides upon it. */
export interface MessageData {
  tts: boolean
  mention_everyone: boolean
  /** Users and roles that the message really mentions (allowed_mentions applied). */
  mentions: Snowflake[]
  mention_roles: Snowflake[]
  attachments: AttachmentObject[]
  embeds: Record<string, unknown>[]
  components: MessageComponentObject[]
  sticker_items: Record<string, unknown>[]
  /** Wire `poll`; who voted is kept apart, so its counts are empty. */
  poll: Poll | null
  /** Wire `shared_client_theme`. */
  shared_client_theme: { colors: string[]; gradient_angle: number; base_mix: number; base_theme: number } | null
  reference: { type: number; message_id: Snowflake | null; channel_id: Snowflake; guild_id: Snowflake | null } | null
  /** Wire `message_snapshots` of a forward. */
  snapshots: Record<string, unknown>[]
  /** Wire `interaction_metadata` and the older `interaction`. */
  interaction_metadata: Record<string, unknown> | null
  interaction: Record<string, unknown> | null
  application_id: Snowflake | null
  /** The name and avatar that a webhook wrote under. */
  webhook: { name: string; avatar: string | null } | null
  nonce: string | number | null
  /** Ephemeral messages are shown to this user alone. */
  only_for: Snowflake | null
  /** The thread started from this message. */
  thread_id: Snowflake | null
}

export interface Message extends MessageData {
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

export interface PollMedia {
  text?: string | null
  emoji?: { id?: string | null; name?: string | null; animated?: boolean } | null
}

export interface AnswerCount {
  id: number
  count: number
  me_voted: boolean
}

export interface Poll {
  question: PollMedia
  answers: { answer_id: number; poll_media: PollMedia }[]
  expiry: string
  allow_multiselect: boolean
  layout_type: number
  results: { is_finalized: boolean; answer_counts: AnswerCount[] }
}

/** A message with all that showing it takes. */
export interface ShownMessage {
  readonly message: Message
  /** Undefined when the user is gone; a webhook's messages need none. */
  readonly author: User | undefined
  readonly mentioned: readonly User[]
  /** Members among author and mentioned, for events of a guild. */
  readonly members: ReadonlyMap<Snowflake, Member>
  /** The message replied to: null when it is gone, undefined when this is no reply. */
  readonly referenced?: ShownMessage | null
  readonly reactions?: readonly ReactionCount[]
  /** Of a poll. */
  readonly votes?: readonly AnswerCount[]
  /** Channel object of `thread_id`. */
  readonly thread?: ThreadObject
}

export interface ReactionCount {
  emoji: { id: string | null; name: string | null; animated?: boolean }
  count: number
  me: boolean
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
}

/** Does the message count among those of its thread? What a thread begins with does not. */
export function countsInThread({ id, channel_id, type }: Message): boolean {
  return id !== channel_id && type !== MessageType.THREAD_STARTER_MESSAGE
}
