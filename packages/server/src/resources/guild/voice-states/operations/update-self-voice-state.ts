import { demand, invalidForm } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../../access/channel.ts'
import { guildForCaller } from '../../../../access/guild.ts'
import { getMember } from '../../../../access/member.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, OptionalNullable, SnowflakeId, Timestamp, Type } from '../../../../validation/schema.ts'
import { emitVoiceChange } from '../actions/change.ts'
import { getStageConnection } from '../model.ts'
import { mayChangeOwnStage } from '../rules.ts'

/** Tolerance for the clock of the caller. A request time older than this is in the past. */
const CLOCK_TOLERANCE_MS = 60_000

/** Modify Current User Voice State, on a stage. */
export const updateSelfVoiceState = operation({
  id: 'update_self_voice_state',
  method: 'PATCH',
  path: '/guilds/:guild_id/voice-states/@me',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({
    channel_id: OptionalNullable(SnowflakeId),
    suppress: OptionalNullable(Type.Boolean()),
    request_to_speak_timestamp: OptionalNullable(Timestamp),
  }),
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id)
    const { state, channel } = getStageConnection(guild.view, caller.userId, body.channel_id)
    const permissions = memberChannelPermissions(guild.view, channel, guild.member, work.now)
    const changed = { ...state }
    const requestToSpeakAt = body.request_to_speak_timestamp
    const requested = {
      ...(body.suppress == null ? {} : { suppress: body.suppress }),
      ...(requestToSpeakAt === undefined ? {} : { requestToSpeakAt }),
    }
    demand(mayChangeOwnStage(permissions, requested))
    if (requestToSpeakAt != null && requestToSpeakAt < work.now - CLOCK_TOLERANCE_MS) {
      throw invalidForm(['request_to_speak_timestamp'], 'DATE_TIME_TYPE_PAST', 'This time is in the past.')
    }
    if (requested.suppress !== undefined) {
      changed.suppress = requested.suppress
      if (requested.suppress) changed.request_to_speak_timestamp = null
    }
    if (requestToSpeakAt !== undefined) changed.request_to_speak_timestamp = requestToSpeakAt
    emitVoiceChange(work, guild.view, await getMember(work, guild.view, caller.userId), changed)
  },
})
