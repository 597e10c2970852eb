import { MessageObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { presentOwn } from '../../messages/index.ts'
import { admitByToken, getMessage, MessageOfWebhookParams, ThreadQuery } from '../execute.ts'

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
    return presentOwn(
      work,
      await getMessage({ work, platform, params, files: [], threadId: query.thread_id }, params.message_id),
      platform.attachmentUrls,
    )
  },
})
