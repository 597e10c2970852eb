import { demand, StickerObject } from '@guildhall/protocol'
import { mayChangeExpression } from '../../../access/expressions.ts'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { findUser } from '../../users/index.ts'
import { saveSticker } from '../actions/save.ts'
import { getSticker } from '../model.ts'
import { presentSticker } from '../present.ts'
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

  async run({ caller, params, body, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const before = getSticker(view, params.sticker_id)
    demand(mayChangeExpression(permissions, before.user_id === caller.userId))
    const description = body.description === undefined ? before.description : readDescription(body.description)
    const after = { ...before, name: body.name ?? before.name, tags: body.tags ?? before.tags, description }
    await saveSticker(work, view, before, after)
    return presentSticker(after, after.user_id === null ? undefined : await findUser(work, after.user_id))
  },
})
