import { Webhook } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { managedWebhook, presentWebhook, WebhookParams } from '../webhook.ts'

/** Get Webhook. */
export const getWebhook = operation({
  id: 'get_webhook',
  method: 'GET',
  path: '/webhooks/:webhook_id',
  callers: ['bot', 'person'],
  params: WebhookParams,
  answers: { 200: Webhook },

  async run({ caller, params, work, platform }) {
    const { webhook, user } = await managedWebhook(work, caller, params.webhook_id)
    return presentWebhook(webhook, { token: true, user }, platform)
  },
})
