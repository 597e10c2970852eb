import { StickerObject } from '@guildhall/protocol'
import { listCreators } from '../../../access/expressions.ts'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { getSticker } from '../model.ts'
import { presentSticker } from '../present.ts'
import { GuildStickerParams } from '../requests.ts'

/** Get Guild Sticker, with its creator for members who can create or manage expressions. */
export const getGuildSticker = operation({
  id: 'get_guild_sticker',
  method: 'GET',
  path: '/guilds/:guild_id/stickers/:sticker_id',
  callers: ['bot', 'person'],
  params: GuildStickerParams,
  responses: { 200: StickerObject },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const sticker = getSticker(view, params.sticker_id)
    const creators = await listCreators(work, permissions, [sticker])
    return presentSticker(sticker, creators.get(sticker.user_id))
  },
})
