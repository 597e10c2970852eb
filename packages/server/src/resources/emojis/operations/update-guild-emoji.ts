import { AuditLogAction, demand, EmojiObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { audit } from '../../audit-log/index.ts'

import { findUser } from '../../users/index.ts'
import { announceEmojis, EmojiChanges, getEmoji, rolesOf } from '../actions/save.ts'
import { presentEmoji } from '../present.ts'
import { mayChangeExpression } from '../rules.ts'
import * as store from '../store.ts'

/** Modify Guild Emoji. */
export const updateGuildEmoji = operation({
  id: 'update_guild_emoji',
  method: 'PATCH',
  path: '/guilds/:guild_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, emoji_id: SnowflakeId }),
  body: EmojiChanges,
  responses: { 200: EmojiObject },

  async run({ caller, params, body, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const emoji = getEmoji(view, params.emoji_id)
    demand(mayChangeExpression(permissions, emoji.user_id === caller.userId))
    const changed = {
      ...emoji,
      name: body.name ?? emoji.name,
      roles: body.roles === undefined ? emoji.roles : rolesOf(view, body.roles),
    }
    await store.updateEmoji(work, changed)
    announceEmojis(
      work,
      view,
      [...view.emojis.values()].map((entry) => (entry.id === emoji.id ? changed : entry)),
    )
    if (changed.name !== emoji.name) {
      const changes = [{ key: 'name', old_value: emoji.name, new_value: changed.name }]
      await audit(work, { guildId: view.id, action: AuditLogAction.EMOJI_UPDATE, targetId: emoji.id, changes })
    }
    return presentEmoji(changed, emoji.user_id === null ? undefined : await findUser(work, emoji.user_id))
  },
})
