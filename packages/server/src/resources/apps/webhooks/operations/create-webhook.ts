import { ApiError, Permission, WebhookObject } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { ImageData, OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { storeImage } from '../../../accounts/files/index.ts'
import { incomingWebhook, saveNewWebhook } from '../actions/save.ts'
import { presentWebhook } from '../present.ts'
import { WebhookName } from '../requests.ts'
import { mayHoldWebhooks } from '../rules.ts'

/** Create Webhook: at most 15 per channel. */
export const createWebhook = operation({
  id: 'create_webhook',
  method: 'POST',
  path: '/channels/:channel_id/webhooks',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: Type.Object({ name: WebhookName, avatar: OptionalNullable(ImageData) }),
  responses: { 200: WebhookObject },

  async run({ caller, params, body, work, platform }) {
    const { channel } = await channelForCaller(work, caller, params.channel_id, Permission.MANAGE_WEBHOOKS)
    if (channel.guild_id === null) throw new ApiError('CANNOT_EXECUTE_ON_DM')
    if (!mayHoldWebhooks(channel)) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
    const id = work.nextId()
    const webhook = incomingWebhook({
      id,
      guild_id: channel.guild_id,
      channel_id: channel.id,
      application_id: caller.application?.id ?? null,
      user_id: caller.userId,
      name: body.name,
      avatar: await storeImage(work, platform, { folder: `avatars/${id}` }, body.avatar ?? null),
    })
    await saveNewWebhook(work, webhook, channel.guild_id)
    return presentWebhook(webhook, { token: true, user: caller.user }, platform)
  },
})
