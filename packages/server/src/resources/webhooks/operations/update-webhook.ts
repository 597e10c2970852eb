import { ApiError, Permission, WebhookObject } from '@guildhall/protocol'
import { channelForCaller } from '../../../access/channel.ts'
import { operation } from '../../../kernel/operation.ts'

import { changeWebhook, managedWebhook, presentWebhook, showsToken, WebhookChanges, WebhookParams } from '../webhook.ts'

/** Modify Webhook: it may move to another channel of the guild. */
export const updateWebhook = operation({
  id: 'update_webhook',
  method: 'PATCH',
  path: '/webhooks/:webhook_id',
  callers: ['bot', 'person'],
  params: WebhookParams,
  body: WebhookChanges,
  responses: { 200: WebhookObject },

  async run({ caller, params, body, work, platform }) {
    const { webhook, user } = await managedWebhook(work, caller, params.webhook_id)
    if (body.channel_id) {
      const { channel } = await channelForCaller(work, caller, body.channel_id, Permission.MANAGE_WEBHOOKS)
      if (channel.guild_id !== webhook.guild_id) throw new ApiError('UNKNOWN_CHANNEL')
    }
    const changed = await changeWebhook(work, platform, webhook, { ...body, channelId: body.channel_id ?? undefined })
    return presentWebhook(changed, { token: showsToken(changed, caller), user }, platform)
  },
})
