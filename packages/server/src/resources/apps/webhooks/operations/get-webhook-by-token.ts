import { WebhookObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { webhookForToken } from '../actions/load.ts'
import { presentWebhook } from '../present.ts'
import { TokenParams } from '../requests.ts'

/** Get Webhook with Token. The response omits the creator. */
export const getWebhookByToken = operation({
  id: 'get_webhook_by_token',
  method: 'GET',
  path: '/webhooks/:webhook_id/:webhook_token',
  callers: ['anyone'],
  params: TokenParams,
  admit: ({ work, params }) => webhookForToken(work, params),
  responses: { 200: WebhookObject },

  async run({ params, work, platform }) {
    return presentWebhook(await webhookForToken(work, params), { token: true }, platform)
  },
})
