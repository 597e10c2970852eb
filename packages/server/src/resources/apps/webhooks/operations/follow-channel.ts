import {
  ApiError,
  ChannelType,
  FollowedChannelObject,
  MessageReferenceType,
  MessageType,
  Permission,
  WebhookType,
} from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { pack } from '../../../../kernel/json.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'

import { postMessage } from '../../../messaging/messages/index.ts'
import { saveNewWebhook } from '../actions/save.ts'
import type { FollowerSource } from '../model.ts'

/** Follow Announcement Channel: messages published there are copied to the target channel. */
export const followChannel = operation({
  id: 'follow_channel',
  method: 'POST',
  path: '/channels/:channel_id/followers',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: Type.Object({ webhook_channel_id: SnowflakeId }),
  responses: { 200: FollowedChannelObject },

  async run({ caller, params, body, work }) {
    const { channel: source, view } = await channelForCaller(work, caller, params.channel_id)
    if (!view || source.type !== ChannelType.GUILD_ANNOUNCEMENT) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
    const target = await channelForCaller(work, caller, body.webhook_channel_id, Permission.MANAGE_WEBHOOKS)
    const guildId = target.channel.guild_id
    const fits =
      target.channel.type === ChannelType.GUILD_TEXT || target.channel.type === ChannelType.GUILD_ANNOUNCEMENT
    if (guildId === null || !fits || target.channel.id === source.id)
      throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
    const { id, name, icon } = view.guild
    const data: FollowerSource = {
      source_guild: { id: id.toString(), name, icon },
      source_channel: { id: source.id.toString(), name: source.name ?? '' },
    }
    const webhook = {
      id: work.nextId(),
      type: WebhookType.CHANNEL_FOLLOWER,
      guild_id: guildId,
      channel_id: target.channel.id,
      application_id: null,
      user_id: caller.userId,
      name: `${name} #${source.name}`,
      avatar: null,
      token: null,
      source_channel_id: source.id,
      data: pack(data),
    }
    await saveNewWebhook(work, webhook, guildId)
    await postMessage(work, target, {
      author: caller.user,
      type: MessageType.CHANNEL_FOLLOW_ADD,
      content: webhook.name,
      reference: {
        type: MessageReferenceType.DEFAULT,
        message_id: null,
        channel_id: source.id,
        guild_id: source.guild_id,
      },
    })
    return { channel_id: source.id.toString(), webhook_id: webhook.id.toString() }
  },
})
