import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { deleteWebhook, managedWebhook, WebhookParams } from '../webhook.ts'

/** Delete Webhook. */
export const deleteWebhookOperation = operation({
  id: 'delete_webhook',
  method: 'DELETE',
  path: '/webhooks/:webhook_id',
  callers: ['bot', 'person'],
  params: WebhookParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    await deleteWebhook(work, (await managedWebhook(work, caller, params.webhook_id)).webhook)
  },
})
