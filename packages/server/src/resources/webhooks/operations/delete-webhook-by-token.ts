import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { deleteWebhook, TokenParams, webhookByToken } from '../webhook.ts'

/** Delete Webhook with Token. */
export const deleteWebhookByToken = operation({
  id: 'delete_webhook_by_token',
  method: 'DELETE',
  path: '/webhooks/:webhook_id/:webhook_token',
  callers: ['anyone'],
  params: TokenParams,
  admit: ({ work, params }) => webhookByToken(work, params),
  responses: { 204: NoContent },

  async run({ params, work }) {
    await deleteWebhook(work, await webhookByToken(work, params))
  },
})
