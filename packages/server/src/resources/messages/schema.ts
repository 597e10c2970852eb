import { MESSAGE_CONTENT_MAX, MESSAGE_STICKERS_MAX, NONCE_MAX } from '@guildhall/protocol'
import {
  Int,
  Json,
  List,
  OptionalNullable,
  SnowflakeId,
  type Static,
  Text,
  TrimmedText,
  Type,
} from '../../validation/schema.ts'
import { AttachmentRequests } from './attachments.ts'
import { EmbedRequests } from './embeds.ts'
import { AllowedMentions } from './mentions.ts'

/** The fields that every way of writing a message takes. */
const CONTENT = {
  content: OptionalNullable(TrimmedText(0, MESSAGE_CONTENT_MAX)),
  embeds: OptionalNullable(EmbedRequests),
  allowed_mentions: OptionalNullable(AllowedMentions),
  components: OptionalNullable(Json),
  attachments: OptionalNullable(AttachmentRequests),
  flags: OptionalNullable(Int(0, 2 ** 31 - 1)),
  poll: OptionalNullable(Json),
  sticker_ids: OptionalNullable(Type.Array(SnowflakeId, { maxItems: MESSAGE_STICKERS_MAX })),
}

const HEX_COLOR = Type.String({ minLength: 6, maxLength: 6, pattern: '^[0-9a-fA-F]{6}$' })

/** The colours of a client, to be tried by who reads the message. */
const SharedClientTheme = Type.Object({
  colors: List(HEX_COLOR, 1, 5),
  gradient_angle: Int(0, 360),
  base_mix: Int(0, 100),
  base_theme: OptionalNullable(Int(0, 4)),
})

export const MessageBody = Type.Object({
  ...CONTENT,
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
export type MessageRequest = Static<typeof MessageBody>

/** Rewrites the single `embed` of API version 9, which version 10 removed; a list of embeds wins over it. */
export function withEmbedList(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('embed' in input)) return input
  const { embed, ...rest } = input as { embed: unknown; embeds?: unknown }
  return rest.embeds == null ? { ...rest, embeds: embed === null ? [] : [embed] } : rest
}

/** For edits: the same fields, each left alone when absent. */
export const MessageEditBody = Type.Object(CONTENT)
export type MessageEditRequest = Static<typeof MessageEditBody>
