import { has, Permission, WebhookObject } from '@guildhall/protocol'
import { usableChannelPermissions } from '../../../../access/channel.ts'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentWebhooksForCaller } from '../actions/present-for-caller.ts'
import { listWebhooksOfGuild } from '../store.ts'

const REQUIRED = Permission.VIEW_CHANNEL | Permission.MANAGE_WEBHOOKS

/** Get Guild Webhooks: those of channels where the caller has MANAGE_WEBHOOKS, because each comes with its token. */
export const getGuildWebhooks = operation({
  id: 'get_guild_webhooks',
  method: 'GET',
  path: '/guilds/:guild_id/webhooks',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Array(WebhookObject) },

  async run({ caller, params, work, platform }) {
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_WEBHOOKS)
    const webhooks = (await listWebhooksOfGuild(work, params.guild_id)).filter(({ channel_id }) => {
      const channel = channel_id === null ? undefined : guild.view.channels.get(channel_id)
      return channel && has(usableChannelPermissions(work, guild, channel), REQUIRED)
    })
    return presentWebhooksForCaller(work, caller, webhooks, platform)
  },
})
