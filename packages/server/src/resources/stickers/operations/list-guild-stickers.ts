import { StickerObject } from '@guildhall/protocol'
import { listCreators } from '../../../access/expressions.ts'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { presentSticker } from '../present.ts'

/** List Guild Stickers, with their creators for members who can create or manage expressions. */
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
    const creators = await listCreators(work, permissions, stickers)
    return stickers.map((sticker) => presentSticker(sticker, creators.get(sticker.user_id)))
  },
})
