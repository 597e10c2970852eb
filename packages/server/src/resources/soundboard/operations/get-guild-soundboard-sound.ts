import { SoundboardSoundObject } from '@guildhall/protocol'
import { listCreators } from '../../../access/expressions.ts'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { getSound } from '../model.ts'
import { presentSound } from '../present.ts'
import { GuildSoundParams } from '../requests.ts'

/** Get Guild Soundboard Sound, with its creator for members who can create or manage expressions. */
export const getGuildSoundboardSound = operation({
  id: 'get_guild_soundboard_sound',
  method: 'GET',
  path: '/guilds/:guild_id/soundboard-sounds/:sound_id',
  callers: ['bot', 'person'],
  params: GuildSoundParams,
  responses: { 200: SoundboardSoundObject },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const sound = getSound(view, params.sound_id)
    const creators = await listCreators(work, permissions, [sound])
    return presentSound(sound, creators.get(sound.user_id))
  },
})
