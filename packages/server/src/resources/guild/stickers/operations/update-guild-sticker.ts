import { StickerObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { editExpression } from '../../expressions/index.ts'
import { guildStickers } from '../actions/save.ts'
import { GuildStickerParams, readDescription, StickerChanges } from '../requests.ts'

/** Modify Guild Sticker. */
export const updateGuildSticker = operation({
  id: 'update_guild_sticker',
  method: 'PATCH',
  path: '/guilds/:guild_id/stickers/:sticker_id',
  callers: ['bot', 'person'],
  params: GuildStickerParams,
  body: StickerChanges,
  responses: { 200: StickerObject },

  run: ({ caller, params, body, work }) =>
    editExpression(work, caller, guildStickers, { guildId: params.guild_id, id: params.sticker_id }, (before) => ({
      ...before,
      name: body.name ?? before.name,
      tags: body.tags ?? before.tags,
      description: body.description === undefined ? before.description : readDescription(body.description),
    })),
})
