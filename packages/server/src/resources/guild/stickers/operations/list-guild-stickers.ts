import { StickerObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listExpressions } from '../../expressions/index.ts'
import { guildStickers } from '../actions/save.ts'

/** List Guild Stickers, with their creators for members who can create or manage expressions. */
export const listGuildStickers = operation({
  id: 'list_guild_stickers',
  method: 'GET',
  path: '/guilds/:guild_id/stickers',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Array(StickerObject) },

  run: ({ caller, params, work }) => listExpressions(work, caller, guildStickers, params.guild_id),
})
