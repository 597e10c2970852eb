/** Every write of DMs that exist only in a game, together with its events and webhook events. */
import type { Snowflake, WebhookEventType } from '@guildhall/protocol'
import { type EventType, userTopic } from '../../../../kernel/event.ts'
import type { Work } from '../../../../kernel/work.ts'
import { queueWebhookEvent } from '../../../accounts/webhook-events/index.ts'
import { gameDmCreate, gameDmMessageCreate, gameDmMessageDelete, gameDmMessageUpdate } from '../events.ts'
import {
  type GameDm,
  type HydratedGameMessage,
  type LoadedGameDm,
  type StoredGameMessage,
  usersOfDm,
} from '../model.ts'
import { presentGameDirectMessage, presentSdkDirectMessage } from '../present.ts'
import * as store from '../store.ts'
import { scheduleExpiry } from './expire.ts'
import { hydrateGameMessage, loadGameDm } from './hydrate.ts'

/** A message with its DM, as it was saved. */
export interface SavedGameDmMessage {
  readonly hydrated: HydratedGameMessage
  readonly loaded: LoadedGameDm
}

/** Stores the DM of two players in a game and emits CHANNEL_CREATE to their sessions of that game. */
export async function createGameDm(
  work: Work,
  applicationId: Snowflake,
  one: Snowflake,
  other: Snowflake,
): Promise<GameDm> {
  const dm = await store.insertGameDm(work, { id: work.nextId(), applicationId }, one, other)
  const loaded = await loadGameDm(work, dm)
  emitToBoth(work, gameDmCreate, dm, (viewerId) => ({ loaded, viewerId }))
  return dm
}

/** Stores a new message and emits MESSAGE_CREATE. */
export async function saveNewGameDmMessage(
  work: Work,
  dm: GameDm,
  message: StoredGameMessage,
): Promise<SavedGameDmMessage> {
  await scheduleExpiry(work, dm.id)
  await store.insertGameMessage(work, message)
  const saved = await loadSaved(work, dm, message)
  emitToBoth(work, gameDmMessageCreate, dm, (viewerId) => ({ ...saved, viewerId }))
  await queueEvent(work, 'GAME_DIRECT_MESSAGE_CREATE', saved)
  return saved
}

/** Stores a message with another text, without what the game's server wrote about the former one. [LOB-6] */
export async function saveGameDmMessageText(
  work: Work,
  dm: GameDm,
  before: StoredGameMessage,
  content: string,
): Promise<SavedGameDmMessage> {
  const message = { ...before, content, edited_at: work.now, moderation_metadata: null, nonce: null }
  const saved = await saveChanged(work, dm, message)
  await queueEvent(work, 'GAME_DIRECT_MESSAGE_UPDATE', saved)
  return saved
}

/** Stores a changed message and emits MESSAGE_UPDATE, but no webhook event. [END-64] */
export async function saveChanged(work: Work, dm: GameDm, message: StoredGameMessage): Promise<SavedGameDmMessage> {
  await store.updateGameMessage(work, message)
  const saved = await loadSaved(work, dm, message)
  emitToBoth(work, gameDmMessageUpdate, dm, (viewerId) => ({ ...saved, viewerId }))
  return saved
}

/** Deletes a message and emits MESSAGE_DELETE. */
export async function removeGameDmMessage(work: Work, dm: GameDm, message: StoredGameMessage): Promise<void> {
  const saved = await loadSaved(work, dm, message)
  await store.deleteGameMessage(work, message.id)
  emitToBoth(work, gameDmMessageDelete, dm, (viewerId) => ({ id: message.id, dm, viewerId }))
  await queueEvent(work, 'GAME_DIRECT_MESSAGE_DELETE', saved)
}

async function loadSaved(work: Work, dm: GameDm, message: StoredGameMessage): Promise<SavedGameDmMessage> {
  return { hydrated: await hydrateGameMessage(work, message), loaded: await loadGameDm(work, dm) }
}

function emitToBoth<P>(work: Work, type: EventType<P>, dm: GameDm, payload: (viewerId: Snowflake) => P): void {
  for (const userId of usersOfDm(dm)) work.emit(type, userTopic(userId), payload(userId))
}

/** Queues the webhook event of a message while one of the two users is in the game. [EVT-16] */
async function queueEvent(
  work: Work,
  type: Extract<WebhookEventType, `GAME_DIRECT_MESSAGE_${string}`>,
  { hydrated, loaded }: SavedGameDmMessage,
): Promise<void> {
  const { dm, users } = loaded
  const { application_id: id } = dm
  if (!(await isPlayedByOne(work, dm))) return
  const { author_id: userId } = hydrated.message
  const data = users.every(({ provisional_for }) => provisional_for !== null)
    ? presentSdkDirectMessage(hydrated, loaded)
    : presentGameDirectMessage(hydrated, loaded, userId)
  await queueWebhookEvent(work, { application: { id }, type, userId, data })
}

async function isPlayedByOne(work: Work, dm: GameDm): Promise<boolean> {
  for (const userId of usersOfDm(dm)) if (await work.players.isOnline(work, userId, dm.application_id)) return true
  return false
}
