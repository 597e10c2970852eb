import { AuditLogAction, demand } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../validation/schema.ts'
import { audit } from '../../audit-log/index.ts'

import { removeFiles } from '../../files/index.ts'
import { announceEmojis, getEmoji, imageKey } from '../actions/save.ts'
import { mayChangeExpression } from '../rules.ts'
import * as store from '../store.ts'

/** Delete Guild Emoji. */
export const deleteGuildEmoji = operation({
  id: 'delete_guild_emoji',
  method: 'DELETE',
  path: '/guilds/:guild_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, emoji_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const emoji = getEmoji(view, params.emoji_id)
    demand(mayChangeExpression(permissions, emoji.user_id === caller.userId))
    await store.deleteEmoji(work, emoji.id)
    await removeFiles(work, [imageKey(emoji.id)])
    announceEmojis(
      work,
      view,
      [...view.emojis.values()].filter((entry) => entry.id !== emoji.id),
    )
    const changes = [{ key: 'name', old_value: emoji.name }]
    await audit(work, { guildId: view.id, action: AuditLogAction.EMOJI_DELETE, targetId: emoji.id, changes })
  },
})
