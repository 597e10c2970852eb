import { demand } from '@guildhall/protocol'
import { mayChangeExpression } from '../../../access/expressions.ts'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { deleteSound } from '../actions/save.ts'
import { getSound } from '../model.ts'
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
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const sound = getSound(view, params.sound_id)
    demand(mayChangeExpression(permissions, sound.user_id === caller.userId))
    await deleteSound(work, view, sound)
  },
})
