import { ApiError, AuditLogAction, demand, SoundboardSoundObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { guildTopic } from '../../../kernel/event.ts'
import { operation } from '../../../kernel/operation.ts'
import { audioOf } from '../../../media/audio-duration.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { mayCreateExpression } from '../../emojis/index.ts'
import { keepFile } from '../../files/index.ts'
import { addFeature } from '../../guilds/index.ts'
import {
  AUDITED,
  EmojiId,
  EmojiName,
  emojiOfSound,
  Name,
  readSoundData,
  SoundData,
  soundFileKey,
  Volume,
} from '../actions/save.ts'
import { guildSoundboardSoundCreate } from '../events.ts'
import { presentSound } from '../present.ts'
import { mayBeSound, soundsMax } from '../rules.ts'
import * as store from '../store.ts'

/** Create Guild Soundboard Sound. [PRM-3] */
export const createGuildSoundboardSound = operation({
  id: 'create_guild_soundboard_sound',
  method: 'POST',
  path: '/guilds/:guild_id/soundboard-sounds',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({ name: Name, sound: SoundData, volume: Volume, emoji_id: EmojiId, emoji_name: EmojiName }),
  responses: { 201: SoundboardSoundObject },

  async run({ caller, params, body, work, platform }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    demand(mayCreateExpression(permissions, work.now, work.changes))
    const bytes = readSoundData(body.sound)
    const facts = audioOf(bytes)
    if (!facts) throw new ApiError('PROVIDED_FILE_TYPE_INVALID')
    demand(mayBeSound(facts.durationMs))
    if (view.sounds.size >= soundsMax(view.guild)) throw new ApiError('TOO_MANY_SOUNDBOARD_SOUNDS')
    const id = work.nextId()
    const emoji = emojiOfSound(view, body, { emoji_id: null, emoji_name: null })
    const sound = { id, guild_id: view.id, name: body.name, volume: body.volume ?? 1, ...emoji, user_id: caller.userId }
    await keepFile(work, platform, soundFileKey(id), bytes)
    await store.insertSound(work, sound)
    work.emit(guildSoundboardSoundCreate, guildTopic(view.id), sound)
    await addFeature(work, view, 'SOUNDBOARD')
    const changes = changesBetween({}, presentSound(sound), AUDITED)
    await audit(work, { guildId: view.id, action: AuditLogAction.SOUNDBOARD_SOUND_CREATE, targetId: id, changes })
    return presentSound(sound, caller.user)
  },
})
