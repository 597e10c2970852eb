import { MessageObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { presentForAuthor } from '../../../messaging/messages/index.ts'
import { admitByToken, getOwnMessage } from '../actions/execute.ts'
import { ThreadQuery, TokenParams } from '../requests.ts'

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
    return presentForAuthor(
      work,
      await getOwnMessage({ work, platform, params, files: [], threadId: query.thread_id }, '@original'),
      platform.attachmentUrls,
    )
  },
})
