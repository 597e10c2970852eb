import {
  ALL_PERMISSIONS,
  ApiError,
  ChannelType,
  demand,
  MessageType,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import type { UploadedFile } from '../../../../kernel/files.ts'
import type { Admission } from '../../../../kernel/operation.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { isForum } from '../../../guild/channels/index.ts'
import {
  type ChannelLocation,
  composeMessage,
  DEFAULT_ALLOWED_MENTIONS,
  deleteMessages,
  editMessage,
  getMessage,
  type HydratedMessage,
  hydrateMessages,
  type MessageEditRequest,
  postMessage,
  type StoredMessage,
  type WebhookAuthor,
} from '../../../messaging/messages/index.ts'
import { checkTags, startThread } from '../../../messaging/threads/index.ts'
import {
  deleteResponse,
  editResponse,
  findInteractionByToken,
  followUp,
  getResponse,
  hasWebhook,
  type InteractionResponder,
  isTokenValid,
  loadResponder,
} from '../../interactions/index.ts'
import type { StoredWebhook } from '../model.ts'
import type { ExecuteRequest, OwnMessageId } from '../requests.ts'
import { mayPostThere, sendableComponents } from '../rules.ts'
import { locationOf, webhookForToken } from './load.ts'

const WEBHOOK_PERMISSIONS = ALL_PERMISSIONS & ~Permission.ADMINISTRATOR

type TokenParams = { webhook_id: Snowflake; webhook_token: string }

/** A request that a webhook token authorizes. */
interface TokenRequest {
  readonly work: Work
  readonly platform: Platform
  readonly params: TokenParams
  readonly files: readonly UploadedFile[]
  readonly threadId?: Snowflake | undefined
  /** The query parameter `with_components`, by which webhooks without an application send components. */
  readonly withComponents?: boolean | undefined
}

/**
 * Returns the interaction whose response the token authorizes, or null for the token of a webhook. Both use the same
 * routes: for an interaction, the id in the path is that of its application.
 */
async function findResponder({ work, platform, params, files }: TokenRequest): Promise<InteractionResponder | null> {
  const interaction = await findInteractionByToken(work, params.webhook_token)
  if (!interaction || interaction.application_id !== params.webhook_id) return null
  const responder = await loadResponder(work, platform, interaction, files, 'INVALID_WEBHOOK_TOKEN')
  if (!hasWebhook(responder.interaction)) throw new ApiError('UNKNOWN_WEBHOOK')
  return responder
}

/**
 * Checks before the body is read that the webhook or interaction exists and that the token is valid.
 *
 * @throws UNKNOWN_WEBHOOK (10015) or INVALID_WEBHOOK_TOKEN (50027)
 */
export async function admitByToken({ work, params }: Admission<TokenParams>): Promise<void> {
  const interaction = await findInteractionByToken(work, params.webhook_token)
  if (interaction?.application_id !== params.webhook_id) await webhookForToken(work, params)
  else if (!isTokenValid(interaction, work.now)) throw new ApiError('INVALID_WEBHOOK_TOKEN')
}

/** Posts a message as a webhook, or a follow-up to an interaction. `followup` tells which. */
export async function executeByToken(
  request: TokenRequest,
  body: ExecuteRequest,
): Promise<{ hydrated: HydratedMessage; followup: boolean }> {
  const responder = await findResponder(request)
  if (responder) return { hydrated: await followUp(responder, body), followup: true }
  const webhook = await webhookForToken(request.work, request.params)
  return { hydrated: await executeWebhook(request, webhook, body), followup: false }
}

/** Posts a message as a webhook. */
export async function executeWebhook(
  request: Omit<TokenRequest, 'params'>,
  webhook: StoredWebhook,
  body: ExecuteRequest,
): Promise<HydratedMessage> {
  const { work, platform, files, withComponents = false } = request
  const location = await targetOf(request, webhook, body)
  const draft = await composeMessage({
    work,
    platform,
    location,
    author: authorOf(webhook),
    body: { ...body, components: sendableComponents(webhook, body.components, withComponents) },
    files,
    permissions: WEBHOOK_PERMISSIONS,
    allowedByDefault: DEFAULT_ALLOWED_MENTIONS,
    emojisOf: webhook.application_id,
  })
  return postMessage(work, location, {
    ...draft,
    type: MessageType.DEFAULT,
    webhook_id: webhook.id,
    webhook: { name: body.username ?? webhook.name ?? 'Webhook', avatar: webhook.avatar },
    application_id: webhook.application_id,
    // The first message of a forum post has the id of its thread.
    ...(location.started ? { id: location.channel.id } : {}),
  })
}

/** Returns the webhook as the author of its messages. */
export function authorOf({ id }: StoredWebhook): WebhookAuthor {
  return { kind: 'webhook', id }
}

/** Returns where the message goes: the webhook's channel, a thread of it, or in a forum a new thread. */
async function targetOf(
  { work, threadId }: Omit<TokenRequest, 'params'>,
  webhook: StoredWebhook,
  { thread_name, applied_tags }: ExecuteRequest,
): Promise<ChannelLocation & { started: boolean }> {
  const parent = await locationOf(work, webhook, undefined)
  demand(mayPostThere(isForum(parent.channel.type), threadId, thread_name))
  if (!thread_name || !parent.view) return { ...(await locationOf(work, webhook, threadId)), started: false }
  const tags = applied_tags ?? []
  checkTags(parent.channel, tags, WEBHOOK_PERMISSIONS)
  const { thread } = await startThread(work, parent.view, parent.channel, {
    id: work.nextId(),
    type: ChannelType.PUBLIC_THREAD,
    name: thread_name,
    ownerId: webhook.id,
    ownerJoins: false,
    appliedTags: tags,
  })
  return { view: parent.view, channel: thread, started: true }
}

/** Returns a message that the webhook, or the application of the interaction, has posted. */
export async function getOwnMessage(request: TokenRequest, id: OwnMessageId): Promise<HydratedMessage> {
  const responder = await findResponder(request)
  const message = responder ? await getResponse(responder, id) : (await getWebhookMessage(request, id)).message
  const [hydrated] = await hydrateMessages(request.work, [message], 0n)
  if (!hydrated) throw new ApiError('UNKNOWN_MESSAGE')
  return hydrated
}

/** Edits a message that the webhook, or the application of the interaction, has posted. */
export async function editOwnMessage(
  request: TokenRequest,
  id: OwnMessageId,
  body: MessageEditRequest,
): Promise<HydratedMessage> {
  const responder = await findResponder(request)
  if (responder) return editResponse(responder, await getResponse(responder, id), body)
  const { webhook, message, location } = await getWebhookMessage(request, id)
  const { work, platform, files, withComponents = false } = request
  const edit = { ...body, components: sendableComponents(webhook, body.components, withComponents) }
  return editMessage({ work, platform, location, permissions: ALL_PERMISSIONS, message, body: edit, files })
}

/** Deletes a message that the webhook, or the application of the interaction, has posted. */
export async function deleteOwnMessage(request: TokenRequest, id: OwnMessageId): Promise<void> {
  const responder = await findResponder(request)
  if (responder) return deleteResponse(responder, await getResponse(responder, id))
  const { message, location } = await getWebhookMessage(request, id)
  await deleteMessages(request.work, location, [message.id])
}

async function getWebhookMessage(
  { work, params, threadId }: TokenRequest,
  id: OwnMessageId,
): Promise<{ webhook: StoredWebhook; message: StoredMessage; location: ChannelLocation }> {
  const webhook = await webhookForToken(work, params)
  if (id === '@original') throw new ApiError('UNKNOWN_MESSAGE')
  const location = await locationOf(work, webhook, threadId)
  const message = await getMessage(work, location.channel.id, id)
  if (message.webhook_id !== webhook.id) throw new ApiError('UNKNOWN_MESSAGE')
  return { webhook, message, location }
}
