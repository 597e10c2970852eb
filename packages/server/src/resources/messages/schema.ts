import { MESSAGE_CONTENT_MAX, MESSAGE_STICKERS_MAX, NONCE_MAX } from '@guildhall/protocol'
import {
  Int,
  Json,
  List,
  Nullable,
  Optional,
  SnowflakeId,
  type Static,
  Text,
  TrimmedText,
  Type,
} from '../../validation/schema.ts'
import { AttachmentRequests } from './attachments.ts'
import { EmbedRequests } from './embeds.ts'
import { AllowedMentions } from './mentions.ts'

const maybe = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Optional(Nullable(schema))

/** The fields that every way of writing a message takes. */
const CONTENT = {
  content: maybe(TrimmedText(0, MESSAGE_CONTENT_MAX)),
  embeds: maybe(EmbedRequests),
  allowed_mentions: maybe(AllowedMentions),
  components: maybe(Json),
  attachments: maybe(AttachmentRequests),
  flags: maybe(Int(0, 2 ** 31 - 1)),
  poll: maybe(Json),
  sticker_ids: maybe(Type.Array(SnowflakeId, { maxItems: MESSAGE_STICKERS_MAX })),
}

const HEX_COLOR = Type.String({ minLength: 6, maxLength: 6, pattern: '^[0-9a-fA-F]{6}$' })

/** The colours of a client, to be tried by who reads the message. */
const SharedClientTheme = Type.Object({
  colors: List(HEX_COLOR, 1, 5),
  gradient_angle: Int(0, 360),
  base_mix: Int(0, 100),
  base_theme: maybe(Int(0, 4)),
})

export const MessageBody = Type.Object({
  ...CONTENT,
  shared_client_theme: maybe(SharedClientTheme),
  tts: maybe(Type.Boolean()),
  nonce: maybe(Type.Union([Text(0, NONCE_MAX), Type.Integer()])),
  enforce_nonce: maybe(Type.Boolean()),
  message_reference: maybe(
    Type.Object({
      type: maybe(Int(0, 1)),
      message_id: maybe(SnowflakeId),
      channel_id: maybe(SnowflakeId),
      guild_id: maybe(SnowflakeId),
      fail_if_not_exists: maybe(Type.Boolean()),
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
