/** Every write of lobby messages, together with its event and webhook event. */
import type { LobbyMessageObject, Snowflake, WebhookEventType } from '@guildhall/protocol'
import { lobbyTopic } from '../../../../kernel/event.ts'
import type { StoredLobby } from '../../../../kernel/lobby-model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { queueWebhookEvent } from '../../../accounts/webhook-events/index.ts'
import { lobbyMessageCreate, lobbyMessageDelete, lobbyMessageUpdate } from '../events.ts'
import type { HydratedGameMessage, StoredGameMessage } from '../model.ts'
import { presentLobbyMessage } from '../present.ts'
import * as store from '../store.ts'
import { scheduleExpiry } from './expire.ts'
import { hydrateGameMessage } from './hydrate.ts'

/** Stores a new message and emits LOBBY_MESSAGE_CREATE. */
export async function saveNewLobbyMessage(work: Work, message: StoredGameMessage): Promise<HydratedGameMessage> {
  await scheduleExpiry(work, message.channel_id)
  await store.insertGameMessage(work, message)
  const hydrated = await hydrateGameMessage(work, message)
  work.emit(lobbyMessageCreate, lobbyTopic(message.channel_id), hydrated)
  await queueEvent(work, 'LOBBY_MESSAGE_CREATE', message, presentLobbyMessage(hydrated, work.attachmentUrls))
  return hydrated
}

/**
 * Stores a message with changed text or parts, and emits LOBBY_MESSAGE_UPDATE. Another text loses what the game's
 * server wrote about the former one, and has a webhook event. [LOB-6]
 */
export async function saveLobbyMessageEdit(
  work: Work,
  before: StoredGameMessage,
  changes: Partial<Pick<StoredGameMessage, 'content' | 'parts' | 'edited_at'>>,
): Promise<HydratedGameMessage> {
  const message = { ...before, ...changes }
  const rewritten = message.content !== before.content
  const hydrated = await saveChangedLobbyMessage(work, rewritten ? { ...message, moderation_metadata: null } : message)
  if (rewritten)
    await queueEvent(work, 'LOBBY_MESSAGE_UPDATE', message, presentLobbyMessage(hydrated, work.attachmentUrls))
  return hydrated
}

/** Stores a changed message and emits LOBBY_MESSAGE_UPDATE, but no webhook event. [END-64] */
export async function saveChangedLobbyMessage(work: Work, message: StoredGameMessage): Promise<HydratedGameMessage> {
  await store.updateGameMessage(work, message)
  const hydrated = await hydrateGameMessage(work, message)
  work.emit(lobbyMessageUpdate, lobbyTopic(message.channel_id), hydrated)
  return hydrated
}

/** Deletes a message and emits LOBBY_MESSAGE_DELETE. */
export async function removeLobbyMessage(work: Work, message: StoredGameMessage): Promise<void> {
  const { id, channel_id: lobbyId } = message
  await store.deleteGameMessage(work, id)
  work.emit(lobbyMessageDelete, lobbyTopic(lobbyId), { id, lobbyId })
  await queueEvent(work, 'LOBBY_MESSAGE_DELETE', message, { id: id.toString(), lobby_id: lobbyId.toString() })
}

async function queueEvent(
  work: Work,
  type: Extract<WebhookEventType, `LOBBY_MESSAGE_${string}`>,
  { application_id: id, author_id: userId }: { application_id: Snowflake; author_id: Snowflake },
  data: LobbyMessageObject | { id: string; lobby_id: string },
): Promise<void> {
  await queueWebhookEvent(work, { application: { id }, type, userId, data })
}

/** Deletes the messages of a deleted lobby. */
export async function deleteMessagesOfLobby(work: Work, lobby: StoredLobby): Promise<void> {
  await store.deleteGameMessagesOf(work, lobby.id)
}
