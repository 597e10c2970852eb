import { MessageObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { presentOwn } from '../../messages/index.ts'
import { admitByToken, getMessage, ThreadQuery } from '../execute.ts'
import { TokenParams } from '../webhook.ts'

/** Get Original Interaction Response. */
export const getOriginalWebhookMessage = operation({
  id: 'get_original_webhook_message',
  method: 'GET',
  path: '/webhooks/:webhook_id/:webhook_token/messages/@original',
  callers: ['anyone'],
  params: TokenParams,
  admit: admitByToken,
  query: ThreadQuery,
  responses: { 200: MessageObject },
  outsideGlobalLimit: true,

  async run({ params, query, work, platform }) {
    return presentOwn(
      work,
      await getMessage({ work, platform, params, files: [], threadId: query.thread_id }, '@original'),
      platform.attachmentUrls,
    )
  },
})
