import { MessageObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { presentForAuthor } from '../../messages/index.ts'
import { admitByToken, getWrittenMessage, MessageOfWebhookParams, ThreadQuery } from '../execute.ts'

/** Get Webhook Message, or a follow-up. */
export const getWebhookMessage = operation({
  id: 'get_webhook_message',
  method: 'GET',
  path: '/webhooks/:webhook_id/:webhook_token/messages/:message_id',
  callers: ['anyone'],
  params: MessageOfWebhookParams,
  admit: admitByToken,
  query: ThreadQuery,
  responses: { 200: MessageObject },
  outsideGlobalLimit: true,

  async run({ params, query, work, platform }) {
    return presentForAuthor(
      work,
      await getWrittenMessage({ work, platform, params, files: [], threadId: query.thread_id }, params.message_id),
      platform.attachmentUrls,
    )
  },
})
