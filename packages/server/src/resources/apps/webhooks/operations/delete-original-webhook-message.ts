import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { admitByToken, deleteOwnMessage } from '../actions/execute.ts'
import { ThreadQuery, TokenParams } from '../requests.ts'

/** Delete Original Interaction Response. */
export const deleteOriginalWebhookMessage = operation({
  id: 'delete_original_webhook_message',
  method: 'DELETE',
  path: '/webhooks/:webhook_id/:webhook_token/messages/@original',
  callers: ['anyone'],
  params: TokenParams,
  admit: admitByToken,
  query: ThreadQuery,
  responses: { 204: NoContent },
  outsideGlobalLimit: true,

  run: ({ params, query, work, platform }) =>
    deleteOwnMessage({ work, platform, params, files: [], threadId: query.thread_id }, '@original'),
})
