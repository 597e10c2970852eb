import { randomBytes } from 'node:crypto'
import {
  ApiError,
  AuditLogAction,
  GUILD_WEBHOOKS_MAX,
  type Snowflake,
  WEBHOOKS_MAX,
  WebhookType,
} from '@guildhall/protocol'
import { guildTopic } from '../../../../kernel/event.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { removeImage, storeImage } from '../../../accounts/files/index.ts'
import { audit, changesBetween } from '../../../guild/audit-log/index.ts'
import type { ApplicationOfGuild } from '../../../guild/integrations/consequences.ts'
import { webhooksUpdate } from '../events.ts'
import type { StoredWebhook } from '../model.ts'
import * as store from '../store.ts'

/** Returns a new incoming webhook, which callers execute by its token. Does not store it. */
export function incomingWebhook(
  webhook: Pick<StoredWebhook, 'id' | 'guild_id' | 'channel_id' | 'application_id' | 'user_id' | 'name' | 'avatar'>,
): StoredWebhook {
  const token = randomBytes(51).toString('base64url')
  return { ...webhook, type: WebhookType.INCOMING, token, source_channel_id: null, data: '{}' }
}

/**
 * Stores a new webhook and emits WEBHOOKS_UPDATE.
 *
 * @throws TOO_MANY_WEBHOOKS (30007) over 15 in the channel; TOO_MANY_GUILD_WEBHOOKS over 1,000 in the guild
 */
export async function saveNewWebhook(work: Work, webhook: StoredWebhook, guildId: Snowflake): Promise<void> {
  const inChannel = await store.listWebhooksOfChannel(work, webhook.channel_id ?? 0n)
  if (inChannel.length >= WEBHOOKS_MAX) throw new ApiError('TOO_MANY_WEBHOOKS')
  if ((await store.countWebhooksOfGuild(work, guildId)) >= GUILD_WEBHOOKS_MAX)
    throw new ApiError('TOO_MANY_GUILD_WEBHOOKS')
  await store.insertWebhook(work, webhook)
  const changes = [
    { key: 'name', new_value: webhook.name },
    { key: 'type', new_value: webhook.type },
    { key: 'channel_id', new_value: webhook.channel_id?.toString() },
  ]
  await audit(work, { guildId, action: AuditLogAction.WEBHOOK_CREATE, targetId: webhook.id, changes })
  emitUpdate(work, webhook)
}

/**
 * Stores a changed webhook and emits WEBHOOKS_UPDATE, unless nothing changed. A null avatar removes the image; a null
 * name changes nothing.
 *
 * @throws UNKNOWN_WEBHOOK (10015) if another unit of work has deleted it
 */
export async function saveWebhook(
  work: Work,
  platform: Platform,
  found: StoredWebhook,
  changes: { name?: string | null; avatar?: string | null; channelId?: Snowflake },
): Promise<StoredWebhook> {
  const webhook = await held(work, found)
  const changed = { ...webhook }
  if (changes.name) changed.name = changes.name
  const location = { folder: `avatars/${webhook.id}`, before: webhook.avatar }
  if (changes.avatar !== undefined) changed.avatar = await storeImage(work, platform, location, changes.avatar)
  if (changes.channelId !== undefined) changed.channel_id = changes.channelId
  const guildId = webhook.guild_id ?? 0n
  const audited = (entry: StoredWebhook) => ({
    name: entry.name,
    avatar_hash: entry.avatar,
    channel_id: entry.channel_id?.toString(),
  })
  const differences = changesBetween(audited(webhook), audited(changed), ['name', 'avatar_hash', 'channel_id'])
  if (differences.length === 0) return webhook
  await store.updateWebhook(work, changed)
  await audit(work, { guildId, action: AuditLogAction.WEBHOOK_UPDATE, targetId: webhook.id, changes: differences })
  emitUpdate(work, changed)
  return changed
}

/**
 * Deletes a webhook and emits WEBHOOKS_UPDATE.
 *
 * @throws UNKNOWN_WEBHOOK (10015) if another unit of work has deleted it
 */
export async function removeWebhook(work: Work, found: StoredWebhook): Promise<void> {
  const webhook = await held(work, found)
  await store.deleteWebhook(work, webhook.id)
  await removeImage(work, `avatars/${webhook.id}`, webhook.avatar)
  const guildId = webhook.guild_id ?? 0n
  const changes = [
    { key: 'name', old_value: webhook.name },
    { key: 'type', old_value: webhook.type },
    { key: 'channel_id', old_value: webhook.channel_id?.toString() },
  ]
  await audit(work, { guildId, action: AuditLogAction.WEBHOOK_DELETE, targetId: webhook.id, changes })
  emitUpdate(work, webhook)
}

/** Deletes the webhooks that an application created in a guild. */
export async function removeWebhooksOfApplication(
  work: Work,
  { guildId, applicationId }: ApplicationOfGuild,
): Promise<void> {
  for (const webhook of await store.listWebhooksOfGuild(work, guildId)) {
    if (webhook.application_id === applicationId) await removeWebhook(work, webhook)
  }
}

/** Holds the guild of a webhook, and returns the webhook as it is then: who has its token looks at no guild. */
async function held(work: Work, { id, guild_id }: StoredWebhook): Promise<StoredWebhook> {
  if (guild_id !== null) await work.holdGuild(guild_id)
  const webhook = await store.findWebhook(work, id)
  if (!webhook) throw new ApiError('UNKNOWN_WEBHOOK')
  return webhook
}

function emitUpdate(work: Work, { guild_id, channel_id }: StoredWebhook): void {
  if (guild_id !== null && channel_id !== null)
    work.emit(webhooksUpdate, guildTopic(guild_id), { guildId: guild_id, channelId: channel_id })
}
