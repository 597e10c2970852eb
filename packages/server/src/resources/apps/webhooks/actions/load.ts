import { timingSafeEqual } from 'node:crypto'
import { ApiError, Permission, type Snowflake } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { findChannel } from '../../../guild/channels/index.ts'
import type { ChannelLocation } from '../../../messaging/messages/index.ts'
import type { StoredWebhook } from '../model.ts'
import { findWebhook } from '../store.ts'

/**
 * Returns a webhook and its creator, for a caller with MANAGE_WEBHOOKS in its channel, or for the application that
 * owns it.
 *
 * @throws UNKNOWN_WEBHOOK (10015); the errors of `channelForCaller`
 */
export async function webhookForCaller(
  work: Work,
  caller: Caller,
  id: Snowflake,
): Promise<{ webhook: StoredWebhook; user: User | undefined }> {
  const webhook = await findWebhook(work, id)
  if (!webhook?.channel_id) throw new ApiError('UNKNOWN_WEBHOOK')
  const own = webhook.application_id !== null && webhook.application_id === caller.application?.id
  if (!own) await channelForCaller(work, caller, webhook.channel_id, Permission.MANAGE_WEBHOOKS)
  return { webhook, user: webhook.user_id ? await findUser(work, webhook.user_id) : undefined }
}

/**
 * Returns the webhook with an id and token.
 *
 * @throws UNKNOWN_WEBHOOK (10015) for an unknown id; INVALID_WEBHOOK_TOKEN (50027) for a wrong token
 */
export async function webhookForToken(
  work: Work,
  params: { webhook_id: Snowflake; webhook_token: string },
): Promise<StoredWebhook> {
  const webhook = await findWebhook(work, params.webhook_id)
  // The id of an application is that of the webhook of its interactions, whose tokens expire.
  if (!webhook && (await findApplication(work, params.webhook_id))) throw new ApiError('INVALID_WEBHOOK_TOKEN')
  if (!webhook) throw new ApiError('UNKNOWN_WEBHOOK')
  const given = Buffer.from(params.webhook_token)
  const own = Buffer.from(webhook.token ?? '')
  if (own.length === 0 || given.length !== own.length || !timingSafeEqual(given, own))
    throw new ApiError('INVALID_WEBHOOK_TOKEN')
  return webhook
}

/** Returns the channel that a webhook posts to, or one of its threads. Throws UNKNOWN_CHANNEL (10003) for any other. */
export async function locationOf(
  work: Work,
  webhook: StoredWebhook,
  threadId: Snowflake | undefined,
): Promise<ChannelLocation> {
  const view = webhook.guild_id === null ? null : await work.view(webhook.guild_id)
  const id = threadId ?? webhook.channel_id ?? 0n
  const channel = view?.channels.get(id) ?? (await findChannel(work, id))
  if (!view || !channel || (threadId !== undefined && channel.parent_id !== webhook.channel_id))
    throw new ApiError('UNKNOWN_CHANNEL')
  return { view, channel }
}
