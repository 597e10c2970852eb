import { WebhookObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { managedWebhook, presentWebhook, showsToken, WebhookParams, withoutLostSource } from '../webhook.ts'

/** Get Webhook. Its source is left out when who follows it has lost access. */
export const getWebhook = operation({
  id: 'get_webhook',
  method: 'GET',
  path: '/webhooks/:webhook_id',
  callers: ['bot', 'person'],
  params: WebhookParams,
  responses: { 200: WebhookObject },

  async run({ caller, params, work, platform }) {
    const { webhook, user } = await managedWebhook(work, caller, params.webhook_id)
    const shown = presentWebhook(webhook, { token: showsToken(webhook, caller), user }, platform)
    return withoutLostSource(work, webhook, shown)
  },
})
