import { Permission, Webhook } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../kernel/schema.ts'
import { guildWith } from '../../channels/index.ts'
import { listUsers } from '../../users/index.ts'
import * as store from '../store.ts'
import { presentWebhook } from '../webhook.ts'

/** Get Guild Webhooks. */
export const getGuildWebhooks = operation({
  id: 'get_guild_webhooks',
  method: 'GET',
  path: '/guilds/:guild_id/webhooks',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  answers: { 200: Type.Array(Webhook) },

  async run({ caller, params, work, platform }) {
    await guildWith(work, caller, params.guild_id, Permission.MANAGE_WEBHOOKS)
    const webhooks = await store.listOfGuild(work, params.guild_id)
    const users = await listUsers(
      work,
      webhooks.flatMap((webhook) => webhook.user_id ?? []),
    )
    return webhooks.map((webhook) =>
      presentWebhook(webhook, { token: true, user: users.get(webhook.user_id ?? 0n) }, platform),
    )
  },
})
