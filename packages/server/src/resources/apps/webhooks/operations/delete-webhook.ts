import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { webhookForCaller } from '../actions/load.ts'
import { removeWebhook } from '../actions/save.ts'
import { WebhookParams } from '../requests.ts'

/** Delete Webhook. */
export const deleteWebhook = operation({
  id: 'delete_webhook',
  method: 'DELETE',
  path: '/webhooks/:webhook_id',
  callers: ['bot', 'person'],
  params: WebhookParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    await removeWebhook(work, (await webhookForCaller(work, caller, params.webhook_id)).webhook)
  },
})
