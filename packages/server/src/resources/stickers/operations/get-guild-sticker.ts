import { Permission, StickerObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'

import { findUser } from '../../users/index.ts'
import { getSticker } from '../actions/save.ts'
import { presentSticker } from '../present.ts'

/** Get Guild Sticker: with its maker for who makes or manages expressions. */
export const getGuildSticker = operation({
  id: 'get_guild_sticker',
  method: 'GET',
  path: '/guilds/:guild_id/stickers/:sticker_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, sticker_id: SnowflakeId }),
  responses: { 200: StickerObject },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const sticker = getSticker(view, params.sticker_id)
    const shows = (permissions & (Permission.MANAGE_GUILD_EXPRESSIONS | Permission.CREATE_GUILD_EXPRESSIONS)) !== 0n
    return presentSticker(sticker, shows ? await findUser(work, sticker.user_id ?? 0n) : undefined)
  },
})
