import { EmojiObject } from '@guildhall/protocol'
import { listCreators } from '../../../access/expressions.ts'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { presentEmoji } from '../present.ts'

/** List Guild Emojis, with their creators for members who can create or manage expressions. */
export const listGuildEmojis = operation({
  id: 'list_guild_emojis',
  method: 'GET',
  path: '/guilds/:guild_id/emojis',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Array(EmojiObject) },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const emojis = [...view.emojis.values()]
    const creators = await listCreators(work, permissions, emojis)
    return emojis.map((emoji) => presentEmoji(emoji, creators.get(emoji.user_id)))
  },
})
