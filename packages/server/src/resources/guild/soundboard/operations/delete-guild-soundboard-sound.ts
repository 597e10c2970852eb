import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { removeExpression } from '../../expressions/index.ts'
import { guildSounds } from '../actions/save.ts'
import { GuildSoundParams } from '../requests.ts'

/** Delete Guild Soundboard Sound, with its file. */
export const deleteGuildSoundboardSound = operation({
  id: 'delete_guild_soundboard_sound',
  method: 'DELETE',
  path: '/guilds/:guild_id/soundboard-sounds/:sound_id',
  callers: ['bot', 'person'],
  params: GuildSoundParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    await removeExpression(work, caller, guildSounds, { guildId: params.guild_id, id: params.sound_id })
  },
})
