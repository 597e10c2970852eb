import { type EventType, userTopic } from '../../../../kernel/event.ts'
import type { Work } from '../../../../kernel/work.ts'
import {
  type HydratedMessage,
  hydrateMessage,
  type MessageDraft,
  messageCreate,
  messageDelete,
  messageOfDraft,
  messageUpdate,
  type StoredMessage,
} from '../../../messaging/messages/index.ts'
import type { StoredInteraction } from '../model.ts'
import * as store from '../store.ts'
import type { InteractionResponder } from './responder.ts'

const EPHEMERAL_TTL_MS = 15 * 60_000

type Responder = Pick<InteractionResponder, 'work' | 'place' | 'bot' | 'interaction'>

/** Stores a new ephemeral message with its interaction, and emits it. Only its user and the bot receive it. */
export function createEphemeral(responder: Responder, draft: MessageDraft): Promise<HydratedMessage> {
  const { work, place, interaction } = responder
  return save(responder, { ...messageOfDraft(work, place, draft), only_for: interaction.user_id }, messageCreate)
}

/** Stores a changed ephemeral message and emits it. */
export function saveEphemeral(responder: Responder, message: StoredMessage): Promise<HydratedMessage> {
  return save(responder, message, messageUpdate)
}

async function save(
  { work, place, bot, interaction }: Responder,
  message: StoredMessage,
  type: typeof messageCreate | typeof messageUpdate,
): Promise<HydratedMessage> {
  await store.upsertEphemeralMessage(work, interaction, message, work.now + EPHEMERAL_TTL_MS)
  const hydrated = await hydrateMessage(work, place, message, bot)
  emitEphemeral(work, interaction, type, { hydrated })
  return hydrated
}

/** Deletes an ephemeral message and emits it. */
export async function deleteEphemeral(
  { work, interaction }: Pick<Responder, 'work' | 'interaction'>,
  message: StoredMessage,
): Promise<void> {
  await store.deleteEphemeralMessage(work, message.id)
  emitEphemeral(work, interaction, messageDelete, {
    ids: [message.id],
    channelId: message.channel_id,
    guildId: message.guild_id,
    onlyFor: [interaction.user_id, interaction.bot_id],
  })
}

/** Emits an event to the user of the interaction and to the application's bot. */
function emitEphemeral<P>(work: Work, interaction: StoredInteraction, type: EventType<P>, payload: P): void {
  work.emit(type, userTopic(interaction.user_id), payload)
  work.emit(type, userTopic(interaction.bot_id), payload, interaction.guild_id)
}
