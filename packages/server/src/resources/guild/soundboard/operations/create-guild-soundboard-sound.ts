import { ApiError, demand, SoundboardSoundObject } from '@guildhall/protocol'
import { mayCreateExpression } from '../../../../access/expressions.ts'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { audioOf } from '../../../../media/audio-duration.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { createExpression } from '../../expressions/index.ts'
import { guildSounds } from '../actions/save.ts'
import { requestedEmoji } from '../actions/sound-emoji.ts'
import { presentSound } from '../present.ts'
import { readSoundData, SoundFields } from '../requests.ts'
import { mayAddSound, mayBeSound } from '../rules.ts'

/** Create Guild Soundboard Sound. [PRM-3] */
export const createGuildSoundboardSound = operation({
  id: 'create_guild_soundboard_sound',
  method: 'POST',
  path: '/guilds/:guild_id/soundboard-sounds',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: SoundFields,
  responses: { 201: SoundboardSoundObject },

  async run({ caller, params, body, work, platform }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    demand(mayCreateExpression(permissions, work.now, work.changes))
    const bytes = readSoundData(body.sound)
    const facts = audioOf(bytes)
    if (!facts) throw new ApiError('PROVIDED_FILE_TYPE_INVALID')
    demand(mayBeSound(facts.durationMs))
    demand(mayAddSound(view.guild, view.sounds.size))
    const emoji = requestedEmoji(view, body, { emoji_id: null, emoji_name: null })
    const fields = { name: body.name, volume: body.volume ?? 1, ...emoji, user_id: caller.userId }
    const sound = { id: work.nextId(), guild_id: view.id, ...fields }
    await createExpression(work, platform, view, guildSounds, { expression: sound, bytes })
    return presentSound(sound, caller.user)
  },
})
