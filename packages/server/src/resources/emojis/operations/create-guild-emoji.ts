import { demand, EmojiObject } from '@guildhall/protocol'
import { mayCreateExpression } from '../../../access/expressions.ts'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import * as actions from '../actions/save.ts'
import { presentEmoji } from '../present.ts'
import { EmojiFields } from '../requests.ts'

/** Create Guild Emoji. [PRM-2] [PRM-4] */
export const createGuildEmoji = operation({
  id: 'create_guild_emoji',
  method: 'POST',
  path: '/guilds/:guild_id/emojis',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: EmojiFields,
  responses: { 201: EmojiObject },

  async run({ caller, params, body, work, platform }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    demand(mayCreateExpression(permissions, work.now, work.changes))
    return presentEmoji(await actions.createGuildEmoji(work, platform, view, caller.user, body), caller.user)
  },
})
