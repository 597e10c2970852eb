import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { removeExpression } from '../../expressions/index.ts'
import { guildStickers } from '../actions/save.ts'
import { GuildStickerParams } from '../requests.ts'

/** Delete Guild Sticker. */
export const deleteGuildSticker = operation({
  id: 'delete_guild_sticker',
  method: 'DELETE',
  path: '/guilds/:guild_id/stickers/:sticker_id',
  callers: ['bot', 'person'],
  params: GuildStickerParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    await removeExpression(work, caller, guildStickers, { guildId: params.guild_id, id: params.sticker_id })
  },
})
