import {
  DEVELOPMENT_REQUESTS_MAX,
  DEVELOPMENT_REQUESTS_PER_MS,
  invalidForm,
  MESSAGE_CONTENT_MAX,
  MESSAGE_METADATA_KEYS_MAX,
  MESSAGE_METADATA_TEXT_MAX,
  MODERATION_METADATA_KEY_MAX,
  MODERATION_METADATA_KEYS_MAX,
  MODERATION_METADATA_VALUE_MAX,
  NONCE_MAX,
} from '@guildhall/protocol'
import {
  Int,
  Json,
  OptionalNullable,
  SnowflakeId,
  type Static,
  Text,
  TrimmedText,
  Type,
  UncastText,
} from '../../../validation/schema.ts'
import { ActivityRequest, AllowedMentions } from '../../messaging/messages/index.ts'

const Metadata = Type.Record(Type.String(), UncastText(0, MESSAGE_METADATA_TEXT_MAX), {
  maxProperties: MESSAGE_METADATA_KEYS_MAX,
})

/** Body of both operations that set moderation metadata. [LOB-5] */
export const ModerationMetadata = Type.Record(Type.String(), UncastText(0, MODERATION_METADATA_VALUE_MAX), {
  maxProperties: MODERATION_METADATA_KEYS_MAX,
})

/** Limit of one kind of request, for a game whose communication features are not approved. [LIM-18] */
export const DEVELOPMENT_LIMIT = { limit: DEVELOPMENT_REQUESTS_MAX, windowMs: DEVELOPMENT_REQUESTS_PER_MS }

/** Checks the length of keys, which schemas do not. @throws INVALID_FORM_BODY (50035) */
function checkKeys(pairs: Readonly<Record<string, string>>, max: number, path: readonly string[]): void {
  for (const key of Object.keys(pairs)) {
    if ([...key].length > max)
      throw invalidForm([...path, key.slice(0, 32)], 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`)
  }
}

/** Rejects moderation metadata with a key of more than 1,024 characters. */
export function checkModerationMetadata(pairs: Readonly<Record<string, string>>): void {
  checkKeys(pairs, MODERATION_METADATA_KEY_MAX, [])
}

/** Rejects metadata with a key of more than 1,024 characters. Returns null for none. */
export function metadataOf(pairs: Readonly<Record<string, string>> | null | undefined) {
  if (pairs == null || Object.keys(pairs).length === 0) return null
  checkKeys(pairs, MESSAGE_METADATA_TEXT_MAX, ['metadata'])
  return pairs
}

export const UserParams = Type.Object({ user_id: SnowflakeId })
export const LobbyParams = Type.Object({ lobby_id: SnowflakeId })
export const LobbyMessageParams = Type.Object({ lobby_id: SnowflakeId, message_id: SnowflakeId })
export const UserMessageParams = Type.Object({ user_id: SnowflakeId, message_id: SnowflakeId })

/** Fields of a message that a game sends for a player. */
const MESSAGE_FIELDS = {
  content: OptionalNullable(TrimmedText(0, MESSAGE_CONTENT_MAX)),
  metadata: OptionalNullable(Metadata),
  flags: OptionalNullable(Int(0, 2 ** 31 - 1)),
  nonce: OptionalNullable(Type.Union([Text(0, NONCE_MAX), Type.Integer()])),
  enforce_nonce: OptionalNullable(Type.Boolean()),
}

/** Body of a direct message. */
export const DirectMessageRequest = Type.Object({
  ...MESSAGE_FIELDS,
  allowed_mentions: OptionalNullable(AllowedMentions),
  activity: OptionalNullable(ActivityRequest),
  application_id: OptionalNullable(SnowflakeId),
})
export type DirectMessageRequest = Static<typeof DirectMessageRequest>

/** Parts of messages that lobbies do not have. They are accepted and ignored. */
const IGNORED_FIELDS = {
  embeds: OptionalNullable(Json),
  allowed_mentions: OptionalNullable(Json),
  sticker_ids: OptionalNullable(Json),
  components: OptionalNullable(Json),
  attachments: OptionalNullable(Json),
  poll: OptionalNullable(Json),
  shared_client_theme: OptionalNullable(Json),
  message_reference: OptionalNullable(Json),
  tts: OptionalNullable(Json),
}

/** Body of Send Lobby Message. */
export const LobbyMessageRequest = Type.Object({ ...MESSAGE_FIELDS, ...IGNORED_FIELDS })
export type LobbyMessageRequest = Static<typeof LobbyMessageRequest>

/** Body of an edit. */
export const MessageTextRequest = Type.Object({ content: OptionalNullable(TrimmedText(0, MESSAGE_CONTENT_MAX)) })
