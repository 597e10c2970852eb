import { MessageObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { presentForAuthor } from '../../../messaging/messages/index.ts'
import { admitByToken, getOwnMessage } from '../actions/execute.ts'
import { MessageOfWebhookParams, ThreadQuery } from '../requests.ts'

/** Get Webhook Message, or Get Followup Message. */
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
      await getOwnMessage({ work, platform, params, files: [], threadId: query.thread_id }, params.message_id),
      platform.attachmentUrls,
    )
  },
})
