import { demand, needs, Permission } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../../access/channel.ts'
import { guildForCaller } from '../../../../access/guild.ts'
import { getMember } from '../../../../access/member.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { emitVoiceChange } from '../actions/change.ts'
import { getStageConnection } from '../model.ts'

/** Modify User Voice State of another user, on a stage. */
export const updateVoiceState = operation({
  id: 'update_voice_state',
  method: 'PATCH',
  path: '/guilds/:guild_id/voice-states/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, user_id: SnowflakeId }),
  body: Type.Object({
    channel_id: OptionalNullable(SnowflakeId),
    suppress: OptionalNullable(Type.Boolean()),
  }),
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id)
    const target = await getMember(work, guild.view, params.user_id)
    const { state, channel } = getStageConnection(guild.view, params.user_id, body.channel_id)
    const permissions = memberChannelPermissions(guild.view, channel, guild.member, work.now)
    demand(needs(permissions, Permission.VIEW_CHANNEL | Permission.MUTE_MEMBERS))
    if (body.suppress == null) return
    // A person is invited to speak; a bot speaks at once.
    const request_to_speak_timestamp = body.suppress || target.user.bot ? null : work.now
    emitVoiceChange(work, guild.view, target, { ...state, suppress: body.suppress, request_to_speak_timestamp })
  },
})
