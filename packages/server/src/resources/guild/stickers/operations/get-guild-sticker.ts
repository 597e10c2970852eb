import { StickerObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { presentForViewer } from '../../expressions/index.ts'
import { guildStickers } from '../actions/save.ts'
import { GuildStickerParams } from '../requests.ts'

/** Get Guild Sticker, with its creator for members who can create or manage expressions. */
export const getGuildSticker = operation({
  id: 'get_guild_sticker',
  method: 'GET',
  path: '/guilds/:guild_id/stickers/:sticker_id',
  callers: ['bot', 'person'],
  params: GuildStickerParams,
  responses: { 200: StickerObject },

  run: ({ caller, params, work }) =>
    presentForViewer(work, caller, guildStickers, { guildId: params.guild_id, id: params.sticker_id }),
})
