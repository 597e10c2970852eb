import { AuditLogAction, demand } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { guildTopic } from '../../../kernel/event.ts'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../validation/schema.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { mayChangeExpression } from '../../emojis/index.ts'
import { removeFiles } from '../../files/index.ts'
import { AUDITED, getSound, soundFileKey } from '../actions/save.ts'
import { guildSoundboardSoundDelete } from '../events.ts'
import { presentSound } from '../present.ts'
import * as store from '../store.ts'

/** Delete Guild Soundboard Sound, with its file. */
export const deleteGuildSoundboardSound = operation({
  id: 'delete_guild_soundboard_sound',
  method: 'DELETE',
  path: '/guilds/:guild_id/soundboard-sounds/:sound_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, sound_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const sound = getSound(view, params.sound_id)
    demand(mayChangeExpression(permissions, sound.user_id === caller.userId))
    await store.deleteSound(work, sound.id)
    await removeFiles(work, [soundFileKey(sound.id)])
    work.emit(guildSoundboardSoundDelete, guildTopic(view.id), { guildId: view.id, soundId: sound.id })
    const changes = changesBetween(presentSound(sound), {}, AUDITED)
    const action = AuditLogAction.SOUNDBOARD_SOUND_DELETE
    await audit(work, { guildId: view.id, action, targetId: sound.id, changes })
  },
})
