import { WebhookObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { webhookForToken } from '../actions/load.ts'
import { saveWebhook } from '../actions/save.ts'
import { presentWebhook } from '../present.ts'
import { TokenParams, WebhookTokenChanges } from '../requests.ts'

/** Modify Webhook with Token. */
export const updateWebhookByToken = operation({
  id: 'update_webhook_by_token',
  method: 'PATCH',
  path: '/webhooks/:webhook_id/:webhook_token',
  callers: ['anyone'],
  params: TokenParams,
  admit: ({ work, params }) => webhookForToken(work, params),
  body: WebhookTokenChanges,
  responses: { 200: WebhookObject },

  async run({ params, body, work, platform }) {
    const changed = await saveWebhook(work, platform, await webhookForToken(work, params), body)
    return presentWebhook(changed, { token: true }, platform)
  },
})
