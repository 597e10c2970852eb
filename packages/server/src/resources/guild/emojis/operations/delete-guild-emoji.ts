import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { removeExpression } from '../../expressions/index.ts'
import { guildEmojis } from '../actions/save.ts'
import { GuildEmojiParams } from '../requests.ts'

/** Delete Guild Emoji. [PRM-1] */
export const deleteGuildEmoji = operation({
  id: 'delete_guild_emoji',
  method: 'DELETE',
  path: '/guilds/:guild_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: GuildEmojiParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    await removeExpression(work, caller, guildEmojis, { guildId: params.guild_id, id: params.emoji_id })
  },
})
