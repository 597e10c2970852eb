import { Emoji } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../kernel/schema.ts'
import { visibleGuild } from '../../channels/index.ts'
import { findUser } from '../../users/index.ts'
import { getEmoji } from '../manage.ts'
import { presentEmoji } from '../present.ts'

/** Get Guild Emoji. */
export const getGuildEmoji = operation({
  id: 'get_guild_emoji',
  method: 'GET',
  path: '/guilds/:guild_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, emoji_id: SnowflakeId }),
  answers: { 200: Emoji },

  async run({ caller, params, work }) {
    const { view } = await visibleGuild(work, caller, params.guild_id)
    const emoji = getEmoji(view, params.emoji_id)
    return presentEmoji(emoji, emoji.user_id === null ? undefined : await findUser(work, emoji.user_id))
  },
})
