import type { WebhookObject } from '@guildhall/protocol'
import { memberInGuild } from '../../../../access/member.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import { unpack } from '../../../../kernel/json.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import type { FollowerSource, StoredWebhook } from '../model.ts'
import { presentWebhook } from '../present.ts'
import { maySeeToken } from '../rules.ts'

/** Returns webhook objects for a caller who manages the webhooks, with their creators. */
export async function presentWebhooksForCaller(
  work: Work,
  caller: Caller,
  webhooks: readonly StoredWebhook[],
  platform: Platform,
): Promise<WebhookObject[]> {
  const creatorIds = webhooks.flatMap((webhook) => webhook.user_id ?? [])
  const users = await listUsers(work, creatorIds)
  return Promise.all(
    webhooks.map(async (webhook) => {
      const user = users.get(webhook.user_id ?? 0n)
      const options = { token: maySeeToken(webhook, caller), ...(user ? { user } : {}) }
      return withoutLostSource(work, webhook, presentWebhook(webhook, options, platform))
    }),
  )
}

/** Removes the source of a follower webhook whose creator has lost access to the source guild. */
async function withoutLostSource(work: Work, webhook: StoredWebhook, object: WebhookObject): Promise<WebhookObject> {
  const source = unpack<FollowerSource>(webhook.data).source_guild
  if (!source || webhook.user_id === null) return object
  const view = await work.view(BigInt(source.id))
  if (view && (await memberInGuild(work, view, webhook.user_id))) return object
  const { source_guild: _, source_channel: __, ...rest } = object
  return rest
}
