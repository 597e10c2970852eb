import { EmojiObject, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'

import { listUsers } from '../../users/index.ts'
import { presentEmoji } from '../present.ts'

/** List Guild Emojis: with their makers for who manages expressions. */
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
    const manages = (permissions & (Permission.MANAGE_GUILD_EXPRESSIONS | Permission.CREATE_GUILD_EXPRESSIONS)) !== 0n
    const users = manages
      ? await listUsers(
          work,
          emojis.flatMap((emoji) => emoji.user_id ?? []),
        )
      : new Map()
    return emojis.map((emoji) => presentEmoji(emoji, users.get(emoji.user_id ?? 0n)))
  },
})
