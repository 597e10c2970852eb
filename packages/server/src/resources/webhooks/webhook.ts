import { randomBytes, timingSafeEqual } from 'node:crypto'
import {
  ApiError,
  AuditLogAction,
  GUILD_WEBHOOKS_MAX,
  Intent,
  Permission,
  type Snowflake,
  WEBHOOK_NAME_MAX,
  WEBHOOKS_MAX,
  type WebhookObject,
  WebhookType,
} from '@guildhall/protocol'
import { channelForCaller } from '../../access/channel.ts'
import { memberInGuild } from '../../access/member.ts'
import type { Caller } from '../../kernel/caller.ts'
import { eventType, guildTopic } from '../../kernel/event.ts'
import { unpack } from '../../kernel/json.ts'
import type { User } from '../../kernel/model.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import { ImageData, OptionalNullable, SnowflakeId, Text, Type } from '../../validation/schema.ts'
import { findApplication } from '../applications/index.ts'
import { audit, changesBetween } from '../audit-log/index.ts'
import { findChannel } from '../channels/index.ts'
import { removeImage, storeImage } from '../files/index.ts'

import type { ChannelLocation } from '../messages/index.ts'
import { findUser, listUsers, presentUser } from '../users/index.ts'
import * as store from './store.ts'

/** Source of a follower webhook, as wire objects; empty for other webhooks. */
export type FollowerData = Pick<WebhookObject, 'source_guild' | 'source_channel'>

export const WebhookParams = Type.Object({ webhook_id: SnowflakeId })
export const TokenParams = Type.Object({ webhook_id: SnowflakeId, webhook_token: Text(1, 1000) })
/** Not the platform's own name, and none that could be taken for a mention. */
export const WebhookName = Type.String({
  minLength: 1,
  maxLength: WEBHOOK_NAME_MAX,
  pattern: '^(?!.*([Cc][Ll][Yy][Dd][Ee]|[Dd][Ii][Ss][Cc][Oo][Rr][Dd])).*$',
})
export const WebhookChanges = Type.Object({
  name: OptionalNullable(WebhookName),
  avatar: OptionalNullable(ImageData),
  channel_id: OptionalNullable(SnowflakeId),
})
export const WebhookTokenChanges = Type.Object({
  name: OptionalNullable(WebhookName),
  avatar: OptionalNullable(ImageData),
})

const webhooksUpdate = eventType<{ guildId: Snowflake; channelId: Snowflake }>({
  name: 'WEBHOOKS_UPDATE',
  intents: () => Intent.GUILD_WEBHOOKS,
  visibleTo: (viewer, { channelId }) => viewer.sees(channelId),
  visibleInChannel: ({ channelId }) => channelId,
  present: ({ guildId, channelId }) => ({ guild_id: guildId.toString(), channel_id: channelId.toString() }),
})

/** Whether a caller gets the webhook's token: that of an application's webhook only the application itself. */
export function showsToken({ application_id }: store.Webhook, { application }: Caller): boolean {
  return application_id === null || application_id === application?.id
}

/** Returns the webhook object. Callers set `token` for viewers who manage the webhook, and `user` unless only the token authorizes them. */
export function presentWebhook(
  webhook: store.Webhook,
  options: { token: boolean; user?: User },
  platform: Platform,
): WebhookObject {
  const token = options.token ? webhook.token : null
  return {
    id: webhook.id.toString(),
    type: webhook.type,
    guild_id: webhook.guild_id?.toString() ?? null,
    channel_id: webhook.channel_id?.toString() ?? null,
    application_id: webhook.application_id?.toString() ?? null,
    name: webhook.name,
    avatar: webhook.avatar,
    ...unpack<FollowerData>(webhook.data),
    ...(options.user ? { user: presentUser(options.user) } : {}),
    ...(token === null ? {} : { token, url: `${platform.addresses.api}/webhooks/${webhook.id}/${token}` }),
  }
}

/**
 * Returns webhook objects. The source of a follower is left out when its creator has lost access to that guild.
 */
export async function presentWebhooks(
  work: Work,
  caller: Caller,
  webhooks: readonly store.Webhook[],
  platform: Platform,
): Promise<WebhookObject[]> {
  const makers = webhooks.flatMap((webhook) => webhook.user_id ?? [])
  const users = await listUsers(work, makers)
  return Promise.all(
    webhooks.map(async (webhook) => {
      const user = users.get(webhook.user_id ?? 0n)
      const options = { token: showsToken(webhook, caller), ...(user ? { user } : {}) }
      return withoutLostSource(work, webhook, presentWebhook(webhook, options, platform))
    }),
  )
}

export async function withoutLostSource(
  work: Work,
  webhook: store.Webhook,
  wire: WebhookObject,
): Promise<WebhookObject> {
  const source = unpack<FollowerData>(webhook.data).source_guild
  if (!source || webhook.user_id === null) return wire
  const view = await work.view(BigInt(source.id))
  if (view && (await memberInGuild(work, view, webhook.user_id))) return wire
  const { source_guild: _, source_channel: __, ...rest } = wire
  return rest
}

/** The webhook, for who may manage it in its channel, and for the application that owns it. */
export async function managedWebhook(
  work: Work,
  caller: Caller,
  id: Snowflake,
): Promise<{ webhook: store.Webhook; user: User | undefined }> {
  const webhook = await store.find(work, id)
  if (!webhook?.channel_id) throw new ApiError('UNKNOWN_WEBHOOK')
  const own = webhook.application_id !== null && webhook.application_id === caller.application?.id
  if (!own) await channelForCaller(work, caller, webhook.channel_id, Permission.MANAGE_WEBHOOKS)
  return { webhook, user: webhook.user_id ? await findUser(work, webhook.user_id) : undefined }
}

/** The webhook by id and token: 10015 or 50027. */
export async function webhookByToken(
  work: Work,
  params: { webhook_id: Snowflake; webhook_token: string },
): Promise<store.Webhook> {
  const webhook = await store.find(work, params.webhook_id)
  // An application's interactions are webhooks too, with tokens that have died or never lived.
  if (!webhook && (await findApplication(work, params.webhook_id))) throw new ApiError('INVALID_WEBHOOK_TOKEN')
  if (!webhook) throw new ApiError('UNKNOWN_WEBHOOK')
  const given = Buffer.from(params.webhook_token)
  const own = Buffer.from(webhook.token ?? '')
  if (own.length === 0 || given.length !== own.length || !timingSafeEqual(given, own))
    throw new ApiError('INVALID_WEBHOOK_TOKEN')
  return webhook
}

/** Where a webhook writes: its channel, or a thread of it. */
export async function placeOf(
  work: Work,
  webhook: store.Webhook,
  threadId: Snowflake | undefined,
): Promise<ChannelLocation> {
  const view = webhook.guild_id === null ? null : await work.view(webhook.guild_id)
  const id = threadId ?? webhook.channel_id ?? 0n
  const channel = view?.channels.get(id) ?? (await findChannel(work, id))
  if (!view || !channel || (threadId !== undefined && channel.parent_id !== webhook.channel_id))
    throw new ApiError('UNKNOWN_CHANNEL')
  return { view, channel }
}

/** A webhook that is written to by its token. */
export function incomingWebhook(
  webhook: Pick<store.Webhook, 'id' | 'guild_id' | 'channel_id' | 'application_id' | 'user_id' | 'name' | 'avatar'>,
): store.Webhook {
  const token = randomBytes(51).toString('base64url')
  return { ...webhook, type: WebhookType.INCOMING, token, source_channel_id: null, data: '{}' }
}

/** Stores a new webhook and announces it: at most 15 a channel and 1000 a guild. */
export async function addWebhook(work: Work, webhook: store.Webhook, guildId: Snowflake): Promise<void> {
  const inChannel = await store.listOfChannel(work, webhook.channel_id ?? 0n)
  if (inChannel.length >= WEBHOOKS_MAX) throw new ApiError('TOO_MANY_WEBHOOKS')
  if ((await store.countOfGuild(work, guildId)) >= GUILD_WEBHOOKS_MAX) throw new ApiError('TOO_MANY_GUILD_WEBHOOKS')
  await store.insert(work, webhook)
  const changes = [
    { key: 'name', new_value: webhook.name },
    { key: 'type', new_value: webhook.type },
    { key: 'channel_id', new_value: webhook.channel_id?.toString() },
  ]
  await audit(work, { guildId, action: AuditLogAction.WEBHOOK_CREATE, targetId: webhook.id, changes })
  announceWebhooks(work, webhook)
}

export async function changeWebhook(
  work: Work,
  platform: Platform,
  webhook: store.Webhook,
  changes: { name?: string | null; avatar?: string | null; channelId?: Snowflake },
): Promise<store.Webhook> {
  const changed = { ...webhook }
  if (changes.name) changed.name = changes.name
  const place = { folder: `avatars/${webhook.id}`, before: webhook.avatar }
  if (changes.avatar !== undefined) changed.avatar = await storeImage(work, platform, place, changes.avatar)
  if (changes.channelId !== undefined) changed.channel_id = changes.channelId
  await store.update(work, changed)
  const guildId = webhook.guild_id ?? 0n
  const audited = (entry: store.Webhook) => ({
    name: entry.name,
    avatar_hash: entry.avatar,
    channel_id: entry.channel_id?.toString(),
  })
  const differences = changesBetween(audited(webhook), audited(changed), ['name', 'avatar_hash', 'channel_id'])
  await audit(work, { guildId, action: AuditLogAction.WEBHOOK_UPDATE, targetId: webhook.id, changes: differences })
  announceWebhooks(work, changed)
  return changed
}

export async function deleteWebhook(work: Work, webhook: store.Webhook): Promise<void> {
  await store.remove(work, webhook.id)
  await removeImage(work, `avatars/${webhook.id}`, webhook.avatar)
  const guildId = webhook.guild_id ?? 0n
  await audit(work, {
    guildId,
    action: AuditLogAction.WEBHOOK_DELETE,
    targetId: webhook.id,
    changes: [
      { key: 'name', old_value: webhook.name },
      { key: 'type', old_value: webhook.type },
    ],
  })
  announceWebhooks(work, webhook)
}

/** The webhooks that an application made in a guild go with it. */
export async function removeWebhooksOfApplication(
  work: Work,
  guildId: Snowflake,
  applicationId: Snowflake,
): Promise<void> {
  for (const webhook of await store.listOfGuild(work, guildId)) {
    if (webhook.application_id === applicationId) await deleteWebhook(work, webhook)
  }
}

function announceWebhooks(work: Work, { guild_id, channel_id }: store.Webhook): void {
  if (guild_id !== null && channel_id !== null)
    work.emit(webhooksUpdate, guildTopic(guild_id), { guildId: guild_id, channelId: channel_id })
}
