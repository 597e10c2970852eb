import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { admitByToken, deleteOwnMessage } from '../actions/execute.ts'
import { MessageOfWebhookParams, ThreadQuery } from '../requests.ts'

/** Delete Webhook Message, or Delete Followup Message. */
export const deleteWebhookMessage = operation({
  id: 'delete_webhook_message',
  method: 'DELETE',
  path: '/webhooks/:webhook_id/:webhook_token/messages/:message_id',
  callers: ['anyone'],
  params: MessageOfWebhookParams,
  admit: admitByToken,
  query: ThreadQuery,
  responses: { 204: NoContent },
  outsideGlobalLimit: true,

  run: ({ params, query, work, platform }) =>
    deleteOwnMessage({ work, platform, params, files: [], threadId: query.thread_id }, params.message_id),
})
