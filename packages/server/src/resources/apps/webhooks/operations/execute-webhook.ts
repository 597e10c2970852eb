import { ATTACHMENTS_MAX, MessageObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentForAuthor } from '../../../messaging/messages/index.ts'
import { admitByToken, executeByToken } from '../actions/execute.ts'
import { ExecuteRequest, TokenParams } from '../requests.ts'

/**
 * Execute Webhook, and Create Followup Message. A follow-up always returns its message, a webhook only with `wait`.
 */
export const executeWebhook = operation({
  id: 'execute_webhook',
  method: 'POST',
  path: '/webhooks/:webhook_id/:webhook_token',
  callers: ['anyone'],
  params: TokenParams,
  admit: admitByToken,
  query: Type.Object({
    wait: Optional(Type.Boolean()),
    thread_id: Optional(SnowflakeId),
    with_components: Optional(Type.Boolean()),
  }),
  body: ExecuteRequest,
  filesMax: ATTACHMENTS_MAX,
  concurrent: true,
  responses: { 200: MessageObject, 204: NoContent },
  limit: { limit: 5, windowMs: 2_000 },
  outsideGlobalLimit: true,

  async run({ params, query, body, files, work, platform }) {
    const { hydrated, followup } = await executeByToken(
      { work, platform, params, files, threadId: query.thread_id, withComponents: query.with_components },
      body,
    )
    return query.wait || followup ? presentForAuthor(work, hydrated, platform.attachmentUrls) : undefined
  },
})
