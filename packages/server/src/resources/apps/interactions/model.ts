import {
  INTERACTION_TOKEN_MS,
  type Instant,
  InteractionType,
  type MessageInteractionMetadataObject,
  type Snowflake,
} from '@guildhall/protocol'
import type { Modal } from '../../messaging/components/model.ts'

/** Fields of an interaction without a column. */
export interface InteractionData {
  bot_id: Snowflake
  /** From the user's client, which matches events with its requests by it. */
  nonce: string | null
  /** Gateway session of the user. */
  session_id: string | null
  context: number
  /** Wire `authorizing_integration_owners`. */
  owners: Record<string, string>
  /** Wire `interaction_metadata` of the response messages. */
  metadata: MessageInteractionMetadataObject
  /** Name and type of the command, for the older `interaction` field of response messages. */
  command: { name: string; type: number } | null
  /** Autocomplete: the type of the option that the user is typing. */
  focused_type: number | null
  /** Language of the user. */
  locale: string
  /** Message whose component was used, also when the component opened the modal of this submission. */
  source_message_id: Snowflake | null
  /** Modal that the application opened in response. */
  modal: Modal | null
  /** Time of the initial response. */
  answered_at: Instant | null
  /** Time of INTERACTION_FAILURE. */
  failed_at: Instant | null
  callback_type: number | null
  /** `@original`: the message of the initial response, or the updated source message. */
  response_message_id: Snowflake | null
  followups: number
  /** Maximum size in bytes of each file in a response. */
  attachment_size_limit: number
}

export interface StoredInteraction extends InteractionData {
  id: Snowflake
  application_id: Snowflake
  token: string
  type: number
  user_id: Snowflake
  channel_id: Snowflake
  guild_id: Snowflake | null
  created_at: Instant
}

/** Returns whether the interaction's token is still valid: for 15 minutes. */
export function isTokenValid({ created_at }: Pick<StoredInteraction, 'created_at'>, at: Instant): boolean {
  return at <= created_at + INTERACTION_TOKEN_MS
}

/** Returns whether the token gives access to messages: after the initial response, except for autocomplete. */
export function hasWebhook(interaction: StoredInteraction): boolean {
  return interaction.answered_at !== null && interaction.type !== InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
}
