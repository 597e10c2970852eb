import {
  ALL_PERMISSIONS,
  APPLIED_TAGS_MAX,
  ApiError,
  ButtonStyle,
  ChannelType,
  ComponentType,
  invalidForm,
  MessageType,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import type { UploadedFile } from '../../kernel/files.ts'
import type { User } from '../../kernel/model.ts'
import type { Admission } from '../../kernel/operation.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import { Optional, OptionalNullable, SnowflakeId, type Static, Text, Type } from '../../validation/schema.ts'
import { isForum } from '../channels/index.ts'
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
} from '../interactions/index.ts'
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
  MessageRequest,
  postMessage,
  type StoredMessage,
} from '../messages/index.ts'
import { checkTags, startThread } from '../threads/index.ts'
import type { Webhook } from './store.ts'
import { placeOf, WebhookName, webhookByToken } from './webhook.ts'

/** A webhook's message: a message, and under which name and picture it is written. */
export const ExecuteBody = Type.Object({
  ...MessageRequest.properties,
  username: OptionalNullable(WebhookName),
  avatar_url: OptionalNullable(Text(0, 2048)),
  thread_name: OptionalNullable(Text(1, 100)),
  applied_tags: OptionalNullable(Type.Array(SnowflakeId, { maxItems: APPLIED_TAGS_MAX })),
})
export const ThreadQuery = Type.Object({ thread_id: Optional(SnowflakeId), with_components: Optional(Type.Boolean()) })
export const MessageOfWebhookParams = Type.Object({
  webhook_id: SnowflakeId,
  webhook_token: Text(1, 1000),
  message_id: SnowflakeId,
})

const WEBHOOK_PERMISSIONS = ALL_PERMISSIONS & ~Permission.ADMINISTRATOR

interface Door {
  readonly work: Work
  readonly platform: Platform
  readonly params: { webhook_id: Snowflake; webhook_token: string }
  readonly files: readonly UploadedFile[]
  readonly threadId?: Snowflake | undefined
  /** `with_components`: webhooks of no application ask for them. */
  readonly withComponents?: boolean | undefined
}

/**
 * The same routes serve webhooks and the follow-ups of interactions, told apart by the token: an interaction's belongs to
 * the application whose id stands in the webhook's place.
 */
async function responderOf({ work, platform, params, files }: Door): Promise<InteractionResponder | null> {
  const interaction = await findInteractionByToken(work, params.webhook_token)
  if (!interaction || interaction.application_id !== params.webhook_id) return null
  const responder = await loadResponder(work, platform, interaction, files, 'INVALID_WEBHOOK_TOKEN')
  if (!hasWebhook(responder.interaction)) throw new ApiError('UNKNOWN_WEBHOOK')
  return responder
}

/** Checks that the webhook, or the interaction whose follow-ups go this way, is there and its token good: 10015 or 50027. */
export async function admitByToken({
  work,
  params,
}: Admission<{ webhook_id: Snowflake; webhook_token: string }>): Promise<void> {
  const interaction = await findInteractionByToken(work, params.webhook_token)
  if (interaction?.application_id !== params.webhook_id) await webhookByToken(work, params)
  else if (!isTokenValid(interaction, work.now)) throw new ApiError('INVALID_WEBHOOK_TOKEN')
}

export async function execute(door: Door, body: Static<typeof ExecuteBody>): Promise<HydratedMessage> {
  const responder = await responderOf(door)
  if (responder) return followUp(responder, body)
  const { work, platform, params, files } = door
  const webhook = await webhookByToken(work, params)
  const place = await targetOf(door, webhook, body)
  const author = { id: webhook.id, bot: true, username: webhook.name ?? '' } as User
  const permissions = WEBHOOK_PERMISSIONS
  const allowed = { ...body, components: componentsOf(webhook, body.components, door.withComponents ?? false) }
  const rules = { permissions, allowedByDefault: DEFAULT_ALLOWED_MENTIONS, emojisOf: webhook.application_id }
  const draft = await composeMessage({ work, platform, location: place, author, body: allowed, files, ...rules })
  const name = body.username ?? webhook.name ?? 'Webhook'
  return postMessage(work, place, {
    ...draft,
    type: MessageType.DEFAULT,
    webhook_id: webhook.id,
    webhook: { name, avatar: webhook.avatar },
    application_id: webhook.application_id,
    // A post's first message has its thread's id.
    ...(place.started ? { id: place.channel.id } : {}),
  })
}

/** Where a message goes: the webhook's channel, a thread of it, or in a forum a thread that it begins. */
async function targetOf(
  { work, threadId }: Door,
  webhook: Webhook,
  body: Static<typeof ExecuteBody>,
): Promise<ChannelLocation & { started: boolean }> {
  const parent = await placeOf(work, webhook, undefined)
  checkForum(webhook, parent, threadId, body.thread_name)
  if (!body.thread_name || !parent.view) return { ...(await placeOf(work, webhook, threadId)), started: false }
  const tags = body.applied_tags ?? []
  checkTags(parent.channel, tags, WEBHOOK_PERMISSIONS)
  const { thread } = await startThread(work, parent.view, parent.channel, {
    id: work.nextId(),
    type: ChannelType.PUBLIC_THREAD,
    name: body.thread_name,
    ownerId: webhook.id,
    ownerJoins: false,
    appliedTags: tags,
  })
  return { view: parent.view, channel: thread, started: true }
}

/** In a forum a webhook writes into a thread, elsewhere it cannot start one. */
function checkForum(
  webhook: Webhook,
  { channel }: ChannelLocation,
  threadId: Snowflake | undefined,
  threadName: string | null | undefined,
): void {
  const forum = isForum(channel.type) && channel.id === webhook.channel_id
  if (!forum && threadName) throw new ApiError('WEBHOOK_THREADS_ONLY_IN_FORUMS')
  if (forum && threadName && threadId !== undefined) throw new ApiError('WEBHOOK_FORUM_THREAD_AMBIGUOUS')
  if (forum && threadId === undefined && !threadName) throw new ApiError('WEBHOOK_FORUM_NEEDS_THREAD')
}

/** Webhooks of an application may send any; others none, or by `with_components` such as nobody need answer. */
function componentsOf(webhook: Webhook, components: unknown, wanted: boolean): unknown {
  if (webhook.application_id !== null || components == null) return components
  if (!wanted) return undefined
  if (isInteractive(components))
    throw invalidForm(['components'], 'BASE_TYPE_CHOICES', 'This webhook cannot send interactive components.')
  return components
}

/** Buttons but links, and all selects; whatever else is wrong is for the checks that follow. */
function isInteractive(component: unknown): boolean {
  if (Array.isArray(component)) return component.some(isInteractive)
  if (typeof component !== 'object' || component === null) return false
  const { type, style, components, accessory } = component as Record<string, unknown>
  if (type === ComponentType.BUTTON) return style !== ButtonStyle.LINK
  if (SELECTS.includes(Number(type))) return true
  return isInteractive(components) || isInteractive(accessory)
}

const SELECTS: readonly number[] = [
  ComponentType.STRING_SELECT,
  ComponentType.USER_SELECT,
  ComponentType.ROLE_SELECT,
  ComponentType.MENTIONABLE_SELECT,
  ComponentType.CHANNEL_SELECT,
]

/** A message that this webhook, or this interaction's application, wrote. */
export async function getWrittenMessage(door: Door, id: Snowflake | '@original'): Promise<HydratedMessage> {
  const responder = await responderOf(door)
  const message = responder ? await getResponse(responder, id) : (await webhookMessage(door, id)).message
  const [shown] = await hydrateMessages(door.work, [message], 0n)
  if (!shown) throw new ApiError('UNKNOWN_MESSAGE')
  return shown
}

export async function edit(
  door: Door,
  id: Snowflake | '@original',
  body: Static<typeof MessageEditRequest>,
): Promise<HydratedMessage> {
  const responder = await responderOf(door)
  if (responder) return editResponse(responder, await getResponse(responder, id), body)
  const { message, place } = await webhookMessage(door, id)
  const { work, platform, files } = door
  return editMessage({ work, platform, location: place, permissions: ALL_PERMISSIONS, message, body, files })
}

export async function remove(door: Door, id: Snowflake | '@original'): Promise<void> {
  const responder = await responderOf(door)
  if (responder) return deleteResponse(responder, await getResponse(responder, id))
  const { message, place } = await webhookMessage(door, id)
  await deleteMessages(door.work, place, [message.id])
}

async function webhookMessage(
  door: Door,
  id: Snowflake | '@original',
): Promise<{ message: StoredMessage; webhook: Webhook; place: Awaited<ReturnType<typeof placeOf>> }> {
  const webhook = await webhookByToken(door.work, door.params)
  if (id === '@original') throw new ApiError('UNKNOWN_MESSAGE')
  const place = await placeOf(door.work, webhook, door.threadId)
  const message = await getMessage(door.work, place.channel.id, id)
  if (message.webhook_id !== webhook.id) throw new ApiError('UNKNOWN_MESSAGE')
  return { message, webhook, place }
}
