import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { webhookForToken } from '../actions/load.ts'
import { removeWebhook } from '../actions/save.ts'
import { TokenParams } from '../requests.ts'

/** Delete Webhook with Token. */
export const deleteWebhookByToken = operation({
  id: 'delete_webhook_by_token',
  method: 'DELETE',
  path: '/webhooks/:webhook_id/:webhook_token',
  callers: ['anyone'],
  params: TokenParams,
  admit: ({ work, params }) => webhookForToken(work, params),
  responses: { 204: NoContent },

  async run({ params, work }) {
    await removeWebhook(work, await webhookForToken(work, params))
  },
})
