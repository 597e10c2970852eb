import { Permission, SoundboardSoundObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'

import { findUser } from '../../users/index.ts'
import { getSound } from '../actions/save.ts'
import { presentSound } from '../present.ts'

/** Get Guild Soundboard Sound: with its maker for who makes or manages expressions. */
export const getGuildSoundboardSound = operation({
  id: 'get_guild_soundboard_sound',
  method: 'GET',
  path: '/guilds/:guild_id/soundboard-sounds/:sound_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, sound_id: SnowflakeId }),
  responses: { 200: SoundboardSoundObject },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const sound = getSound(view, params.sound_id)
    const shows = (permissions & (Permission.MANAGE_GUILD_EXPRESSIONS | Permission.CREATE_GUILD_EXPRESSIONS)) !== 0n
    return presentSound(sound, shows ? await findUser(work, sound.user_id) : undefined)
  },
})
