import { SoundboardSoundObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { presentForViewer } from '../../expressions/index.ts'
import { guildSounds } from '../actions/save.ts'
import { GuildSoundParams } from '../requests.ts'

/** Get Guild Soundboard Sound, with its creator for members who can create or manage expressions. */
export const getGuildSoundboardSound = operation({
  id: 'get_guild_soundboard_sound',
  method: 'GET',
  path: '/guilds/:guild_id/soundboard-sounds/:sound_id',
  callers: ['bot', 'person'],
  params: GuildSoundParams,
  responses: { 200: SoundboardSoundObject },

  run: ({ caller, params, work }) =>
    presentForViewer(work, caller, guildSounds, { guildId: params.guild_id, id: params.sound_id }),
})
