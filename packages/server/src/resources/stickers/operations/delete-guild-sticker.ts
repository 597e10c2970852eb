import { demand } from '@guildhall/protocol'
import { mayChangeExpression } from '../../../access/expressions.ts'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { deleteSticker } from '../actions/save.ts'
import { getSticker } from '../model.ts'
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
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const sticker = getSticker(view, params.sticker_id)
    demand(mayChangeExpression(permissions, sticker.user_id === caller.userId))
    await deleteSticker(work, view, sticker)
  },
})
