import { SoundboardSoundObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { editExpression } from '../../expressions/index.ts'
import { guildSounds } from '../actions/save.ts'
import { requestedEmoji } from '../actions/sound-emoji.ts'
import { GuildSoundParams, SoundChanges } from '../requests.ts'

/** Modify Guild Soundboard Sound. A volume of null is the full volume. */
export const updateGuildSoundboardSound = operation({
  id: 'update_guild_soundboard_sound',
  method: 'PATCH',
  path: '/guilds/:guild_id/soundboard-sounds/:sound_id',
  callers: ['bot', 'person'],
  params: GuildSoundParams,
  body: SoundChanges,
  responses: { 200: SoundboardSoundObject },

  run: ({ caller, params, body, work }) =>
    editExpression(work, caller, guildSounds, { guildId: params.guild_id, id: params.sound_id }, (before, view) => ({
      ...before,
      ...requestedEmoji(view, body, before),
      name: body.name ?? before.name,
      volume: body.volume === undefined ? before.volume : (body.volume ?? 1),
    })),
})
