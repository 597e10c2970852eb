import { has, Permission, WebhookObject } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../access/channel.ts'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'

import * as store from '../store.ts'
import { presentWebhooks } from '../webhook.ts'

const MANAGES = Permission.VIEW_CHANNEL | Permission.MANAGE_WEBHOOKS

/** Get Guild Webhooks: those of channels in which the caller manages them, since each comes with its token. */
export const getGuildWebhooks = operation({
  id: 'get_guild_webhooks',
  method: 'GET',
  path: '/guilds/:guild_id/webhooks',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Array(WebhookObject) },

  async run({ caller, params, work, platform }) {
    const { view, member } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_WEBHOOKS)
    const webhooks = (await store.listOfGuild(work, params.guild_id)).filter(({ channel_id }) => {
      const channel = channel_id === null ? undefined : view.channels.get(channel_id)
      return channel && has(memberChannelPermissions(view, channel, member, work.now), MANAGES)
    })
    return presentWebhooks(work, caller, webhooks, platform)
  },
})
