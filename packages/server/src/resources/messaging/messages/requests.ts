import {
  ALLOWED_MENTIONS_MAX,
  ATTACHMENT_DESCRIPTION_MAX,
  ATTACHMENTS_MAX,
  EMBED_AUTHOR_MAX,
  EMBED_DESCRIPTION_MAX,
  EMBED_FIELD_NAME_MAX,
  EMBED_FIELD_VALUE_MAX,
  EMBED_FIELDS_MAX,
  EMBED_FOOTER_MAX,
  EMBED_TITLE_MAX,
  EMBEDS_MAX,
  MESSAGE_CONTENT_MAX,
  MESSAGE_STICKERS_MAX,
  MessageActivityType,
  NONCE_MAX,
  PARTY_ID_MAX,
  POLL_ANSWER_MAX,
  POLL_ANSWERS_MAX,
  POLL_DURATION_MAX_HOURS,
  POLL_QUESTION_MAX,
} from '@guildhall/protocol'
import {
  Distinct,
  Int,
  Json,
  List,
  OneOf,
  OptionalNullable,
  RequiredText,
  SnowflakeId,
  type Static,
  Text,
  Timestamp,
  TrimmedText,
  Type,
} from '../../../validation/schema.ts'
import { PartialEmoji } from '../components/index.ts'

const SESSION_ID_MAX = 128

export const ChannelParams = Type.Object({ channel_id: SnowflakeId })
export const MessageParams = Type.Object({ channel_id: SnowflakeId, message_id: SnowflakeId })
export const ReactionParams = Type.Object({
  channel_id: SnowflakeId,
  message_id: SnowflakeId,
  emoji_name: Text(1, 200),
})

/**
 * Description of an uploaded file, named by its index n, or of an existing attachment, named by its id. [ATT-1]
 * [ATT-2]
 */
const AttachmentRequest = Type.Object({
  id: SnowflakeId,
  filename: OptionalNullable(Text(1, 1024)),
  title: OptionalNullable(Text(0, 1024)),
  description: OptionalNullable(Text(0, ATTACHMENT_DESCRIPTION_MAX)),
  duration_secs: OptionalNullable(Type.Number({ minimum: 0 })),
  waveform: OptionalNullable(Text(0, 400)),
  is_spoiler: OptionalNullable(Type.Boolean()),
})
export type AttachmentRequest = Static<typeof AttachmentRequest>

const Url = Text(0, 2048)
const EmbedMediaRequest = Type.Object({
  url: OptionalNullable(Url),
  description: OptionalNullable(Text(0, EMBED_DESCRIPTION_MAX)),
})

/** An embed as a caller sends it. Fields that only the platform fills (provider, video) are dropped. */
const EmbedRequest = Type.Object({
  title: OptionalNullable(TrimmedText(0, EMBED_TITLE_MAX)),
  description: OptionalNullable(TrimmedText(0, EMBED_DESCRIPTION_MAX)),
  url: OptionalNullable(Url),
  /** discord.js 13 sends 0 for an embed without a timestamp. */
  timestamp: OptionalNullable(Type.Union([Timestamp, OneOf(0, '')])),
  color: OptionalNullable(Int(0, 0xffffff)),
  footer: OptionalNullable(
    Type.Object({ text: OptionalNullable(TrimmedText(0, EMBED_FOOTER_MAX)), icon_url: OptionalNullable(Url) }),
  ),
  image: OptionalNullable(EmbedMediaRequest),
  thumbnail: OptionalNullable(EmbedMediaRequest),
  author: OptionalNullable(
    Type.Object({
      name: OptionalNullable(TrimmedText(0, EMBED_AUTHOR_MAX)),
      url: OptionalNullable(Url),
      icon_url: OptionalNullable(Url),
    }),
  ),
  fields: OptionalNullable(
    Type.Array(
      Type.Object({
        name: RequiredText(EMBED_FIELD_NAME_MAX),
        value: RequiredText(EMBED_FIELD_VALUE_MAX),
        inline: OptionalNullable(Type.Boolean()),
      }),
      { maxItems: EMBED_FIELDS_MAX },
    ),
  ),
})
export type EmbedRequest = Static<typeof EmbedRequest>
export const EmbedRequests = Type.Array(EmbedRequest, { maxItems: EMBEDS_MAX })

export const AllowedMentions = Type.Object({
  parse: OptionalNullable(Distinct(OneOf('users', 'roles', 'everyone'), 0, 3)),
  users: OptionalNullable(Distinct(SnowflakeId, 0, ALLOWED_MENTIONS_MAX)),
  roles: OptionalNullable(Distinct(SnowflakeId, 0, ALLOWED_MENTIONS_MAX)),
  replied_user: OptionalNullable(Type.Boolean()),
})
export type AllowedMentions = Static<typeof AllowedMentions>

/**
 * A poll as a caller sends it. `MessageRequest` leaves it unchecked, so that its faults are reported with the others.
 */
export const PollRequest = Type.Object({
  question: Type.Object({ text: RequiredText(POLL_QUESTION_MAX) }),
  answers: List(
    Type.Object({
      poll_media: Type.Object({ text: RequiredText(POLL_ANSWER_MAX), emoji: OptionalNullable(PartialEmoji) }),
    }),
    1,
    POLL_ANSWERS_MAX,
  ),
  duration: OptionalNullable(Int(1, POLL_DURATION_MAX_HOURS)),
  allow_multiselect: OptionalNullable(Type.Boolean()),
  layout_type: OptionalNullable(Int(1, 1)),
})
export type PollRequest = Static<typeof PollRequest>

/** Fields that every request with a message has. */
const CONTENT_FIELDS = {
  content: OptionalNullable(TrimmedText(0, MESSAGE_CONTENT_MAX)),
  embeds: OptionalNullable(EmbedRequests),
  allowed_mentions: OptionalNullable(AllowedMentions),
  components: OptionalNullable(Json),
  attachments: OptionalNullable(Type.Array(AttachmentRequest, { maxItems: ATTACHMENTS_MAX })),
  flags: OptionalNullable(Int(0, 2 ** 31 - 1)),
  poll: OptionalNullable(Json),
  sticker_ids: OptionalNullable(Type.Array(SnowflakeId, { maxItems: MESSAGE_STICKERS_MAX })),
}

const HexColor = Type.String({ minLength: 6, maxLength: 6, pattern: '^[0-9a-fA-F]{6}$' })

/** Client colors that the author shares with the readers of the message. */
const SharedClientTheme = Type.Object({
  colors: List(HexColor, 1, 5),
  gradient_angle: Int(0, 360),
  base_mix: Int(0, 100),
  base_theme: OptionalNullable(Int(0, 4)),
})

/** Body of Create Message, and of every other request that posts a message. */
export const MessageRequest = Type.Object({
  ...CONTENT_FIELDS,
  shared_client_theme: OptionalNullable(SharedClientTheme),
  tts: OptionalNullable(Type.Boolean()),
  nonce: OptionalNullable(Type.Union([Text(0, NONCE_MAX), Type.Integer()])),
  enforce_nonce: OptionalNullable(Type.Boolean()),
  message_reference: OptionalNullable(
    Type.Object({
      type: OptionalNullable(Int(0, 1)),
      message_id: OptionalNullable(SnowflakeId),
      channel_id: OptionalNullable(SnowflakeId),
      guild_id: OptionalNullable(SnowflakeId),
      fail_if_not_exists: OptionalNullable(Type.Boolean()),
    }),
  ),
})
export type MessageRequest = Static<typeof MessageRequest>

/** Activity that a message invites to, or asks to join. */
export const ActivityRequest = Type.Object({
  type: OneOf(MessageActivityType.JOIN, MessageActivityType.SPECTATE, MessageActivityType.JOIN_REQUEST),
  party_id: OptionalNullable(Text(0, PARTY_ID_MAX)),
  session_id: OptionalNullable(Text(0, SESSION_ID_MAX)),
})

/** Body of Create Message: people's clients also send activities. Those of bots are ignored. */
export const NewMessageRequest = Type.Object({
  ...MessageRequest.properties,
  activity: OptionalNullable(ActivityRequest),
  application_id: OptionalNullable(SnowflakeId),
})
export type NewMessageRequest = Static<typeof NewMessageRequest>

/** Body of Edit Message. An absent field stays unchanged. */
export const MessageEditRequest = Type.Object(CONTENT_FIELDS)
export type MessageEditRequest = Static<typeof MessageEditRequest>

/** Rewrites the single `embed` of API version 9, which version 10 removed. A list of embeds takes precedence. */
export function withEmbedList(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('embed' in input)) return input
  const { embed, ...rest } = input as { embed: unknown; embeds?: unknown }
  return rest.embeds == null ? { ...rest, embeds: embed === null ? [] : [embed] } : rest
}
