import { Permission, SoundboardSoundObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'

import { listUsers } from '../../users/index.ts'
import { presentSound } from '../present.ts'

/** List Guild Soundboard Sounds: with their makers for who makes or manages expressions. */
export const listGuildSoundboardSounds = operation({
  id: 'list_guild_soundboard_sounds',
  method: 'GET',
  path: '/guilds/:guild_id/soundboard-sounds',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Object({ items: Type.Array(SoundboardSoundObject) }) },

  async run({ caller, params, work }) {
    const { view, permissions } = await guildForCaller(work, caller, params.guild_id)
    const sounds = [...view.sounds.values()]
    const shows = (permissions & (Permission.MANAGE_GUILD_EXPRESSIONS | Permission.CREATE_GUILD_EXPRESSIONS)) !== 0n
    const ids = sounds.map((sound) => sound.user_id)
    const users = shows ? await listUsers(work, ids) : new Map()
    return { items: sounds.map((sound) => presentSound(sound, users.get(sound.user_id))) }
  },
})
