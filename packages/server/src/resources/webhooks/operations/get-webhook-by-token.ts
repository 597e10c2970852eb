import { WebhookObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { presentWebhook, TokenParams, webhookByToken } from '../webhook.ts'

/** Get Webhook with Token: without its creator. */
export const getWebhookByToken = operation({
  id: 'get_webhook_by_token',
  method: 'GET',
  path: '/webhooks/:webhook_id/:webhook_token',
  callers: ['anyone'],
  params: TokenParams,
  admit: ({ work, params }) => webhookByToken(work, params),
  responses: { 200: WebhookObject },

  async run({ params, work, platform }) {
    return presentWebhook(await webhookByToken(work, params), { token: true }, platform)
  },
})
