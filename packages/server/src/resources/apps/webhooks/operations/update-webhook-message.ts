import { ATTACHMENTS_MAX, MessageObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { MessageEditRequest, presentForAuthor } from '../../../messaging/messages/index.ts'
import { admitByToken, editOwnMessage } from '../actions/execute.ts'
import { MessageOfWebhookParams, ThreadQuery } from '../requests.ts'

/** Edit Webhook Message, or Edit Followup Message. */
export const updateWebhookMessage = operation({
  id: 'update_webhook_message',
  method: 'PATCH',
  path: '/webhooks/:webhook_id/:webhook_token/messages/:message_id',
  callers: ['anyone'],
  params: MessageOfWebhookParams,
  admit: admitByToken,
  query: ThreadQuery,
  body: MessageEditRequest,
  filesMax: ATTACHMENTS_MAX,
  responses: { 200: MessageObject },
  outsideGlobalLimit: true,

  async run({ params, query, body, files, work, platform }) {
    const { thread_id: threadId, with_components: withComponents } = query
    const request = { work, platform, params, files, threadId, withComponents }
    return presentForAuthor(work, await editOwnMessage(request, params.message_id, body), platform.attachmentUrls)
  },
})
