import { Permission, WebhookObject } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentWebhooksForCaller } from '../actions/present-for-caller.ts'
import { listWebhooksOfChannel } from '../store.ts'

/** Get Channel Webhooks. */
export const listChannelWebhooks = operation({
  id: 'list_channel_webhooks',
  method: 'GET',
  path: '/channels/:channel_id/webhooks',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  responses: { 200: Type.Array(WebhookObject) },

  async run({ caller, params, work, platform }) {
    await channelForCaller(work, caller, params.channel_id, Permission.MANAGE_WEBHOOKS)
    const webhooks = await listWebhooksOfChannel(work, params.channel_id)
    return presentWebhooksForCaller(work, caller, webhooks, platform)
  },
})
