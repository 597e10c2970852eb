import { EmojiObject } from '@guildhall/protocol'
import { mayChangeExpression } from '../../../../access/expressions.ts'
import { operation } from '../../../../kernel/operation.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { expressionForCaller } from '../../expressions/index.ts'
import { guildEmojis } from '../actions/save.ts'
import { presentEmoji } from '../present.ts'
import { GuildEmojiParams } from '../requests.ts'

/** Get Guild Emoji, with its creator for members who can change it. */
export const getGuildEmoji = operation({
  id: 'get_guild_emoji',
  method: 'GET',
  path: '/guilds/:guild_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: GuildEmojiParams,
  responses: { 200: EmojiObject },

  async run({ caller, params, work }) {
    const place = { guildId: params.guild_id, id: params.emoji_id }
    const { permissions, expression: emoji } = await expressionForCaller(work, caller, guildEmojis, place)
    if (emoji.user_id === null || !mayChangeExpression(permissions, emoji.user_id === caller.userId).ok)
      return presentEmoji(emoji)
    return presentEmoji(emoji, await findUser(work, emoji.user_id))
  },
})
