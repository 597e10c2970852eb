import type { WebhookObject } from '@guildhall/protocol'
import { unpack } from '../../../kernel/json.ts'
import type { User } from '../../../kernel/model.ts'
import type { Platform } from '../../../kernel/platform.ts'
import { presentUser } from '../../accounts/users/present.ts'
import type { FollowerSource, StoredWebhook } from './model.ts'

/**
 * Returns the webhook object.
 *
 * @param options `token` includes the token, for callers who manage the webhook; `user` is its creator, left out
 *   where only
 *   the token authorizes the caller
 */
export function presentWebhook(
  webhook: StoredWebhook,
  options: { token: boolean; user?: User | undefined },
  { addresses }: Pick<Platform, 'addresses'>,
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
    ...unpack<FollowerSource>(webhook.data),
    ...(options.user ? { user: presentUser(options.user) } : {}),
    ...(token === null ? {} : { token, url: `${addresses.api}/webhooks/${webhook.id}/${token}` }),
  }
}
