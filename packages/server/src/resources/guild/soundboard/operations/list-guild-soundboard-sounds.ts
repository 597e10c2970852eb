import { SoundboardSoundObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listExpressions } from '../../expressions/index.ts'
import { guildSounds } from '../actions/save.ts'

/** List Guild Soundboard Sounds, with their creators for members who can create or manage expressions. */
export const listGuildSoundboardSounds = operation({
  id: 'list_guild_soundboard_sounds',
  method: 'GET',
  path: '/guilds/:guild_id/soundboard-sounds',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Object({ items: Type.Array(SoundboardSoundObject) }) },

  async run({ caller, params, work }) {
    return { items: await listExpressions(work, caller, guildSounds, params.guild_id) }
  },
})
