import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { admitByToken, remove, ThreadQuery } from '../execute.ts'
import { TokenParams } from '../webhook.ts'

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
    remove({ work, platform, params, files: [], threadId: query.thread_id }, '@original'),
})
