import {
  INTERACTION_ANSWER_MS,
  INTERACTION_TOKEN_MS,
  type Instant,
  InteractionType,
  type Snowflake,
} from '@guildhall/protocol'
import type { Modal } from '../components/index.ts'

/** What an interaction carries beside its columns. */
export interface InteractionData {
  bot_id: Snowflake
  nonce: string | null
  /** Of the gateway session of the person who used it. */
  session_id: string | null
  context: number
  /** Wire `authorizing_integration_owners`. */
  owners: Record<string, string>
  /** Wire `interaction_metadata` that messages of the answer carry. */
  metadata: Record<string, unknown>
  /** Commands: what the older `interaction` field of the answer says. */
  command: { name: string; type: number } | null
  /** Autocomplete: the type of the option that is being typed. */
  focused_type: number | null
  /** The message whose component was used, also for a modal that came of it. */
  source_message_id: Snowflake | null
  /** Submits: the interaction that showed the modal. */
  modal: Modal | null
  answered_at: Instant | null
  /** When the person was told that nothing came of it. */
  failed_at: Instant | null
  callback_type: number | null
  /** `@original`: the answer's message, or for updates the source. */
  response_message_id: Snowflake | null
  followups: number
  /** Bytes of a file of an answer, as the application was told. */
  attachment_size_limit: number
}

export interface Interaction extends InteractionData {
  id: Snowflake
  application_id: Snowflake
  token: string
  type: number
  user_id: Snowflake
  channel_id: Snowflake
  guild_id: Snowflake | null
  created_at: Instant
}

/** The first answer is due in 3 s, or before the application's endpoint has failed. */
export function mayAnswer(interaction: Interaction, at: Instant): 'ok' | 'late' | 'answered' {
  if (interaction.answered_at !== null) return 'answered'
  if (interaction.failed_at !== null) return 'late'
  return at > interaction.created_at + INTERACTION_ANSWER_MS ? 'late' : 'ok'
}

/** Follow-ups and edits go on for 15 minutes. */
export function tokenLives(interaction: Interaction, at: Instant): boolean {
  return at <= interaction.created_at + INTERACTION_TOKEN_MS
}

/** Messages can be written and changed by its token once it was answered; autocomplete has none. */
export function hasWebhook(interaction: Interaction): boolean {
  return interaction.answered_at !== null && interaction.type !== InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
}
