import { ApiError, WebhookObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { webhookForCaller } from '../actions/load.ts'
import { presentWebhooksForCaller } from '../actions/present-for-caller.ts'
import { WebhookParams } from '../requests.ts'

/** Get Webhook. The source of a follower is left out when its creator has lost access to it. */
export const getWebhook = operation({
  id: 'get_webhook',
  method: 'GET',
  path: '/webhooks/:webhook_id',
  callers: ['bot', 'person'],
  params: WebhookParams,
  responses: { 200: WebhookObject },

  async run({ caller, params, work, platform }) {
    const { webhook } = await webhookForCaller(work, caller, params.webhook_id)
    const [object] = await presentWebhooksForCaller(work, caller, [webhook], platform)
    if (!object) throw new ApiError('UNKNOWN_WEBHOOK')
    return object
  },
})
