import { demand } from '@guildhall/protocol'
import { mayChangeExpression } from '../../../access/expressions.ts'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import * as actions from '../actions/save.ts'
import { getEmoji } from '../model.ts'
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
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const emoji = getEmoji(view, params.emoji_id)
    demand(mayChangeExpression(permissions, emoji.user_id === caller.userId))
    await actions.deleteGuildEmoji(work, view, emoji)
  },
})
