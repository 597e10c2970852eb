import { AuditLogAction, demand, EmojiObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { audit } from '../../audit-log/index.ts'

import { createEmoji, EmojiBody } from '../actions/save.ts'
import { presentEmoji } from '../present.ts'
import { mayCreateExpression } from '../rules.ts'

/** Create Guild Emoji. [PRM-2] [PRM-4] */
export const createGuildEmoji = operation({
  id: 'create_guild_emoji',
  method: 'POST',
  path: '/guilds/:guild_id/emojis',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: EmojiBody,
  responses: { 201: EmojiObject },

  async run({ caller, params, body, work, platform }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    demand(mayCreateExpression(permissions, work.now, work.changes))
    const emoji = await createEmoji(work, platform, { view }, caller.user, body)
    const changes = [{ key: 'name', new_value: emoji.name }]
    await audit(work, { guildId: view.id, action: AuditLogAction.EMOJI_CREATE, targetId: emoji.id, changes })
    return presentEmoji(emoji, caller.user)
  },
})
