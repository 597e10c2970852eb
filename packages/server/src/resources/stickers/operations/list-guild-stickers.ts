import { Permission, StickerObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'

import { listUsers } from '../../users/index.ts'
import { presentSticker } from '../present.ts'

/** List Guild Stickers: with their makers for who makes or manages expressions. */
export const listGuildStickers = operation({
  id: 'list_guild_stickers',
  method: 'GET',
  path: '/guilds/:guild_id/stickers',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Array(StickerObject) },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const stickers = [...view.stickers.values()]
    const shows = (permissions & (Permission.MANAGE_GUILD_EXPRESSIONS | Permission.CREATE_GUILD_EXPRESSIONS)) !== 0n
    const users = shows
      ? await listUsers(
          work,
          stickers.flatMap((sticker) => sticker.user_id ?? []),
        )
      : new Map()
    return stickers.map((sticker) => presentSticker(sticker, users.get(sticker.user_id ?? 0n)))
  },
})
