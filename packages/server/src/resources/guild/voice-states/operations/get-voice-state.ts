import { ApiError, demand, has, needs, Permission, VoiceStateObject } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../../access/channel.ts'
import { guildForCaller } from '../../../../access/guild.ts'
import { getMember } from '../../../../access/member.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentMember } from '../../members/index.ts'
import { getConnection } from '../model.ts'
import { presentVoiceState } from '../present.ts'

/** Get User Voice State, for callers who may connect to the user's channel. */
export const getVoiceState = operation({
  id: 'get_voice_state',
  method: 'GET',
  path: '/guilds/:guild_id/voice-states/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, user_id: SnowflakeId }),
  responses: { 200: VoiceStateObject },

  async run({ caller, params, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id)
    const { state, channel } = getConnection(guild.view, params.user_id)
    const permissions = memberChannelPermissions(guild.view, channel, guild.member, work.now)
    // A caller who cannot view the channel must not learn that someone is connected to it.
    if (!has(permissions, Permission.VIEW_CHANNEL)) throw new ApiError('UNKNOWN_VOICE_STATE')
    demand(needs(permissions, Permission.CONNECT))
    const { member, user } = await getMember(work, guild.view, params.user_id)
    return presentVoiceState(state, { member: presentMember(member, user) })
  },
})
