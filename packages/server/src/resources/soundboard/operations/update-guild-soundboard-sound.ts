import { AuditLogAction, demand, SoundboardSoundObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { guildTopic } from '../../../kernel/event.ts'
import { operation } from '../../../kernel/operation.ts'
import { Optional, SnowflakeId, Type } from '../../../validation/schema.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'

import { mayChangeExpression } from '../../emojis/index.ts'
import { findUser } from '../../users/index.ts'
import { AUDITED_EDITS, EmojiId, EmojiName, emojiOfSound, getSound, Name, Volume } from '../actions/save.ts'
import { guildSoundboardSoundUpdate } from '../events.ts'
import { presentSound } from '../present.ts'
import * as store from '../store.ts'

/** Modify Guild Soundboard Sound; a volume of null is the full one. */
export const updateGuildSoundboardSound = operation({
  id: 'update_guild_soundboard_sound',
  method: 'PATCH',
  path: '/guilds/:guild_id/soundboard-sounds/:sound_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, sound_id: SnowflakeId }),
  body: Type.Object({ name: Optional(Name), volume: Volume, emoji_id: EmojiId, emoji_name: EmojiName }),
  responses: { 200: SoundboardSoundObject },

  async run({ caller, params, body, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const before = getSound(view, params.sound_id)
    demand(mayChangeExpression(permissions, before.user_id === caller.userId))
    const volume = body.volume === undefined ? before.volume : (body.volume ?? 1)
    const { emoji_id, emoji_name } = emojiOfSound(view, body, before)
    const sound = { ...before, name: body.name ?? before.name, volume, emoji_id, emoji_name }
    const changes = changesBetween(presentSound(before), presentSound(sound), AUDITED_EDITS)
    if (changes.length > 0) {
      await store.updateSound(work, sound)
      work.emit(guildSoundboardSoundUpdate, guildTopic(view.id), sound)
      await audit(work, {
        guildId: view.id,
        action: AuditLogAction.SOUNDBOARD_SOUND_UPDATE,
        targetId: sound.id,
        changes,
      })
    }
    return presentSound(sound, await findUser(work, sound.user_id))
  },
})
