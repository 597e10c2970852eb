import { WebhookObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { changeWebhook, presentWebhook, TokenParams, WebhookTokenChanges, webhookByToken } from '../webhook.ts'

/** Modify Webhook with Token. */
export const updateWebhookByToken = operation({
  id: 'update_webhook_by_token',
  method: 'PATCH',
  path: '/webhooks/:webhook_id/:webhook_token',
  callers: ['anyone'],
  params: TokenParams,
  admit: ({ work, params }) => webhookByToken(work, params),
  body: WebhookTokenChanges,
  responses: { 200: WebhookObject },

  async run({ params, body, work, platform }) {
    const changed = await changeWebhook(work, platform, await webhookByToken(work, params), body)
    return presentWebhook(changed, { token: true }, platform)
  },
})
