import { SoundboardSoundObject } from '@guildhall/protocol'
import { listCreators } from '../../../access/expressions.ts'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { presentSound } from '../present.ts'

/** List Guild Soundboard Sounds, with their creators for members who can create or manage expressions. */
export const listGuildSoundboardSounds = operation({
  id: 'list_guild_soundboard_sounds',
  method: 'GET',
  path: '/guilds/:guild_id/soundboard-sounds',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Object({ items: Type.Array(SoundboardSoundObject) }) },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const sounds = [...view.sounds.values()]
    const creators = await listCreators(work, permissions, sounds)
    return { items: sounds.map((sound) => presentSound(sound, creators.get(sound.user_id))) }
  },
})
