import { EmojiObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listExpressions } from '../../expressions/index.ts'
import { guildEmojis } from '../actions/save.ts'

/** List Guild Emojis, with their creators for members who can create or manage expressions. */
export const listGuildEmojis = operation({
  id: 'list_guild_emojis',
  method: 'GET',
  path: '/guilds/:guild_id/emojis',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Array(EmojiObject) },

  run: ({ caller, params, work }) => listExpressions(work, caller, guildEmojis, params.guild_id),
})
