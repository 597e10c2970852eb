import { demand, EmojiObject } from '@guildhall/protocol'
import { mayChangeExpression } from '../../../access/expressions.ts'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { findUser } from '../../users/index.ts'
import { saveGuildEmoji } from '../actions/save.ts'
import { getEmoji, rolesInGuild } from '../model.ts'
import { presentEmoji } from '../present.ts'
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

  async run({ caller, params, body, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const before = getEmoji(view, params.emoji_id)
    demand(mayChangeExpression(permissions, before.user_id === caller.userId))
    const roles = body.roles === undefined ? before.roles : rolesInGuild(view, body.roles)
    const after = { ...before, name: body.name ?? before.name, roles }
    await saveGuildEmoji(work, view, before, after)
    return presentEmoji(after, after.user_id === null ? undefined : await findUser(work, after.user_id))
  },
})
