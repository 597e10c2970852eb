import { EmojiObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { editExpression } from '../../expressions/index.ts'
import { guildEmojis } from '../actions/save.ts'
import { rolesInGuild } from '../model.ts'
import { EmojiChanges, GuildEmojiParams } from '../requests.ts'

/** Modify Guild Emoji. [PRM-1] */
export const updateGuildEmoji = operation({
  id: 'update_guild_emoji',
  method: 'PATCH',
  path: '/guilds/:guild_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: GuildEmojiParams,
  body: EmojiChanges,
  responses: { 200: EmojiObject },

  run: ({ caller, params, body, work }) =>
    editExpression(work, caller, guildEmojis, { guildId: params.guild_id, id: params.emoji_id }, (before, view) => ({
      ...before,
      name: body.name ?? before.name,
      roles: body.roles === undefined ? before.roles : rolesInGuild(view, body.roles),
    })),
})
