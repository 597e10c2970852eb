import { ApiError, Faults, InteractionType, MessageFlag, type MessageObject, type Snowflake } from '@guildhall/protocol'
import type { Static } from '../../../../validation/schema.ts'
import {
  composeEdit,
  composeMessage,
  DEFAULT_ALLOWED_MENTIONS,
  deleteMessages,
  findMessage,
  getMessage,
  type HydratedMessage,
  hydrateMessages,
  type MessageDraft,
  MessageEditRequest,
  MessageRequest,
  postMessage,
  type StoredMessage,
  saveMessage,
} from '../../../messaging/messages/index.ts'
import type { StoredInteraction } from '../model.ts'
import { readData } from '../requests.ts'
import { responseMessageType } from '../rules.ts'
import * as store from '../store.ts'
import type { InteractionResponder } from './responder.ts'
import { createEphemeral, deleteEphemeral, saveEphemeral } from './save-ephemeral-message.ts'

/**
 * Creates the message of an initial response (types 4 and 5). Faults are below `data`, like the fields of the message.
 * @param options.deferred whether the message only shows that the application is thinking
 */
export async function respondWithMessage(
  responder: InteractionResponder,
  data: unknown,
  { deferred = false }: { deferred?: boolean } = {},
): Promise<HydratedMessage> {
  const { interaction } = responder
  const body = readData(MessageRequest, data ?? {})
  const draft = await withFaultsBelow('data', () => composeResponse(responder, body, deferred))
  const flags = (draft.flags ?? 0) | (deferred ? MessageFlag.LOADING : 0)
  return createMessage(responder, { ...draft, flags }, { referencedId: sourceOrTargetId(interaction) })
}

/** Creates a follow-up message. It refers to the message of the initial response. */
export async function createFollowup(
  responder: InteractionResponder,
  body: Static<typeof MessageRequest>,
): Promise<HydratedMessage> {
  const draft = await composeResponse(responder, body, false)
  const { response_message_id: originalId } = responder.interaction
  return createMessage(responder, draft, { referencedId: originalId, isFollowup: true })
}

function composeResponse(
  responder: InteractionResponder,
  body: Static<typeof MessageRequest>,
  mayBeEmpty: boolean,
): Promise<MessageDraft> {
  const { work, platform, place, bot, permissions, files, interaction } = responder
  return composeMessage({
    work,
    platform,
    location: place,
    author: bot,
    permissions,
    files,
    body: responder.ephemeral ? { ...body, flags: (body.flags ?? 0) | MessageFlag.EPHEMERAL } : body,
    flagsAllowed: MessageFlag.EPHEMERAL,
    allowedByDefault: DEFAULT_ALLOWED_MENTIONS,
    fileBytesMax: interaction.attachment_size_limit,
    mayBeEmpty,
  })
}

async function createMessage(
  responder: InteractionResponder,
  draft: MessageDraft,
  { referencedId, isFollowup = false }: { referencedId: Snowflake | null; isFollowup?: boolean },
): Promise<HydratedMessage> {
  const { work, place, interaction } = responder
  const { response_message_id: originalId } = interaction
  const referenced = referencedId === null ? null : await findResponderMessage(responder, referencedId)
  const message: MessageDraft = {
    ...draft,
    type: responseMessageType(interaction, { isReply: referenced !== null, isFollowup }),
    application_id: interaction.application_id,
    webhook_id: interaction.application_id,
    interaction_metadata: {
      ...interaction.metadata,
      ...(isFollowup && originalId !== null ? { original_response_message_id: originalId.toString() } : {}),
    },
    interaction: olderInteractionField(interaction),
    reference: referenced
      ? { type: 0, message_id: referenced.id, channel_id: referenced.channel_id, guild_id: referenced.guild_id }
      : null,
  }
  if ((message.flags ?? 0) & MessageFlag.EPHEMERAL) return createEphemeral(responder, message)
  const isPublic = referenced?.only_for === null
  const [shownReference] = isPublic ? await hydrateMessages(work, [referenced], 0n) : []
  return postMessage(work, place, message, shownReference)
}

/** Returns the id of the message whose component was used, or of the target of a message command. */
function sourceOrTargetId({ source_message_id, metadata }: StoredInteraction): Snowflake | null {
  const { target_message_id: targetId } = metadata
  return source_message_id ?? (targetId === undefined ? null : BigInt(targetId))
}

function olderInteractionField({
  command,
  id,
  metadata,
}: StoredInteraction): NonNullable<MessageObject['interaction']> | null {
  if (!command) return null
  return { id: id.toString(), type: InteractionType.APPLICATION_COMMAND, name: command.name, user: metadata.user }
}

/** Runs a composition and moves its faults below `key`. */
async function withFaultsBelow<T>(key: string, compose: () => Promise<T>): Promise<T> {
  try {
    return await compose()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.faults) throw error
    const faults = new Faults()
    faults.merge(error.faults, [key])
    throw new ApiError('INVALID_FORM_BODY', { faults, cause: error })
  }
}

/** Returns a stored or ephemeral message of the interaction's channel, or null if it was deleted. */
export async function findResponderMessage(
  { work, place }: Pick<InteractionResponder, 'work' | 'place'>,
  id: Snowflake,
): Promise<StoredMessage | null> {
  const ephemeral = await store.findEphemeralMessage(work, id)
  if (ephemeral) return ephemeral
  return (await findMessage(work, place.channel.id, id)) ?? null
}

/**
 * Returns the message of the initial response (`@original`), or another response message by its id.
 * @throws UNKNOWN_MESSAGE (10008) for a message that is not the application's
 */
export async function getResponse(
  responder: InteractionResponder,
  id: Snowflake | '@original',
): Promise<StoredMessage> {
  const { work, interaction, place } = responder
  const messageId = id === '@original' ? interaction.response_message_id : id
  if (messageId === null) throw new ApiError('UNKNOWN_MESSAGE')
  const ephemeral = await store.findEphemeralMessage(work, messageId)
  if (ephemeral) {
    if (ephemeral.application_id !== interaction.application_id || ephemeral.only_for !== interaction.user_id)
      throw new ApiError('UNKNOWN_MESSAGE')
    return ephemeral
  }
  const message = await getMessage(work, place.channel.id, messageId)
  if (message.author_id !== interaction.bot_id) throw new ApiError('UNKNOWN_MESSAGE')
  return message
}

/** Updates the message of the used component as an initial response (type 7). Faults are below `data`. */
export async function respondWithUpdate(responder: InteractionResponder, data: unknown): Promise<HydratedMessage> {
  const { source_message_id: sourceId } = responder.interaction
  const source = sourceId === null ? null : await findResponderMessage(responder, sourceId)
  if (!source) throw new ApiError('UNKNOWN_MESSAGE')
  const body = readData(MessageEditRequest, data ?? {})
  const changes = await withFaultsBelow('data', () => composeChanges(responder, source, body))
  return saveChanges(responder, source, changes)
}

/** Edits a response message. The first edit of a deferred response completes it. */
export async function editResponse(
  responder: InteractionResponder,
  message: StoredMessage,
  body: Static<typeof MessageEditRequest>,
): Promise<HydratedMessage> {
  return saveChanges(responder, message, await composeChanges(responder, message, body))
}

function composeChanges(
  { work, platform, place, permissions, files, interaction }: InteractionResponder,
  message: StoredMessage,
  body: Static<typeof MessageEditRequest>,
): Promise<Partial<StoredMessage>> {
  const fileBytesMax = interaction.attachment_size_limit
  return composeEdit({ work, platform, location: place, permissions, files, message, body, fileBytesMax })
}

async function saveChanges(
  responder: InteractionResponder,
  message: StoredMessage,
  composed: Partial<StoredMessage>,
): Promise<HydratedMessage> {
  const { work, place } = responder
  // The completion of a deferred response is not an edit.
  const edited = (message.flags & MessageFlag.LOADING) === 0
  const changes = { ...composed, flags: (composed.flags ?? message.flags) & ~MessageFlag.LOADING }
  if (message.only_for === null) return saveMessage(work, place, message, changes, { edited })
  const changed = { ...message, ...changes, edited_at: edited ? work.now : null }
  return saveEphemeral(responder, changed)
}

/** Deletes a response message. */
export async function deleteResponse(responder: InteractionResponder, message: StoredMessage): Promise<void> {
  const { work, place } = responder
  if (message.only_for === null) return deleteMessages(work, place, [message.id])
  await deleteEphemeral(responder, message)
}
