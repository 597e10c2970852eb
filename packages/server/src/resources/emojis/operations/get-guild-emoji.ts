import { EmojiObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'

import { findUser } from '../../users/index.ts'
import { getEmoji } from '../actions/save.ts'
import { presentEmoji } from '../present.ts'
import { mayChangeExpression } from '../rules.ts'

/** Get Guild Emoji: with its maker for who may change it. */
export const getGuildEmoji = operation({
  id: 'get_guild_emoji',
  method: 'GET',
  path: '/guilds/:guild_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, emoji_id: SnowflakeId }),
  responses: { 200: EmojiObject },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const emoji = getEmoji(view, params.emoji_id)
    const shows = emoji.user_id !== null && mayChangeExpression(permissions, emoji.user_id === caller.userId).ok
    return presentEmoji(emoji, shows ? await findUser(work, emoji.user_id ?? 0n) : undefined)
  },
})
