import { ATTACHMENTS_MAX, MessageObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { MessageEditRequest, presentForAuthor } from '../../../messaging/messages/index.ts'
import { admitByToken, editOwnMessage } from '../actions/execute.ts'
import { ThreadQuery, TokenParams } from '../requests.ts'

/** Edit Original Interaction Response. */
export const updateOriginalWebhookMessage = operation({
  id: 'update_original_webhook_message',
  method: 'PATCH',
  path: '/webhooks/:webhook_id/:webhook_token/messages/@original',
  callers: ['anyone'],
  params: TokenParams,
  admit: admitByToken,
  query: ThreadQuery,
  body: MessageEditRequest,
  filesMax: ATTACHMENTS_MAX,
  responses: { 200: MessageObject },
  outsideGlobalLimit: true,

  async run({ params, query, body, files, work, platform }) {
    const hydrated = await editOwnMessage(
      { work, platform, params, files, threadId: query.thread_id },
      '@original',
      body,
    )
    return presentForAuthor(work, hydrated, platform.attachmentUrls)
  },
})
