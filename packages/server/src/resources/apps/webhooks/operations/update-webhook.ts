import { ApiError, Permission, WebhookObject } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { webhookForCaller } from '../actions/load.ts'
import { saveWebhook } from '../actions/save.ts'
import { presentWebhook } from '../present.ts'
import { WebhookChanges, WebhookParams } from '../requests.ts'
import { mayHoldWebhooks, maySeeToken } from '../rules.ts'

/** Modify Webhook. It may move to another channel of its guild. */
export const updateWebhook = operation({
  id: 'update_webhook',
  method: 'PATCH',
  path: '/webhooks/:webhook_id',
  callers: ['bot', 'person'],
  params: WebhookParams,
  body: WebhookChanges,
  responses: { 200: WebhookObject },

  async run({ caller, params, body, work, platform }) {
    const { webhook, user } = await webhookForCaller(work, caller, params.webhook_id)
    if (body.channel_id) {
      const { channel } = await channelForCaller(work, caller, body.channel_id, Permission.MANAGE_WEBHOOKS)
      if (channel.guild_id !== webhook.guild_id) throw new ApiError('UNKNOWN_CHANNEL')
      if (!mayHoldWebhooks(channel)) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
    }
    const changed = await saveWebhook(work, platform, webhook, {
      ...body,
      ...(body.channel_id != null && { channelId: body.channel_id }),
    })
    return presentWebhook(changed, { token: maySeeToken(changed, caller), user }, platform)
  },
})
