import { ATTACHMENTS_MAX, MessageObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { MessageEditRequest, presentForAuthor } from '../../messages/index.ts'
import { admitByToken, edit, ThreadQuery } from '../execute.ts'
import { TokenParams } from '../webhook.ts'

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
    const shown = await edit({ work, platform, params, files, threadId: query.thread_id }, '@original', body)
    return presentForAuthor(work, shown, platform.attachmentUrls)
  },
})
