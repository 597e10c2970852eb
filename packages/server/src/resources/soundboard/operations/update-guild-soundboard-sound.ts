import { demand, SoundboardSoundObject } from '@guildhall/protocol'
import { mayChangeExpression } from '../../../access/expressions.ts'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { findUser } from '../../users/index.ts'
import { saveSound } from '../actions/save.ts'
import { requestedEmoji } from '../actions/sound-emoji.ts'
import { getSound } from '../model.ts'
import { presentSound } from '../present.ts'
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

  async run({ caller, params, body, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const before = getSound(view, params.sound_id)
    demand(mayChangeExpression(permissions, before.user_id === caller.userId))
    const volume = body.volume === undefined ? before.volume : (body.volume ?? 1)
    const after = { ...before, ...requestedEmoji(view, body, before), name: body.name ?? before.name, volume }
    await saveSound(work, view, before, after)
    return presentSound(after, await findUser(work, after.user_id))
  },
})
