import { VoiceStateObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { getMember } from '../../../../access/member.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentMember } from '../../members/index.ts'
import { getConnection } from '../model.ts'
import { presentVoiceState } from '../present.ts'

/** Get Current User Voice State. */
export const getSelfVoiceState = operation({
  id: 'get_self_voice_state',
  method: 'GET',
  path: '/guilds/:guild_id/voice-states/@me',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: VoiceStateObject },

  async run({ caller, params, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id)
    const { state } = getConnection(guild.view, caller.userId)
    const { member, user } = await getMember(work, guild.view, caller.userId)
    return presentVoiceState(state, { member: presentMember(member, user) })
  },
})
