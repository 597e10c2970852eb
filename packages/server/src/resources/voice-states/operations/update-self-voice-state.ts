import { demand, invalidForm } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../access/channel.ts'
import { guildForCaller } from '../../../access/guild.ts'
import { getMember } from '../../../access/member.ts'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, OptionalNullable, SnowflakeId, Timestamp, Type } from '../../../validation/schema.ts'

import { announce, onStage } from '../access.ts'
import { mayChangeOwnStage } from '../rules.ts'

/** Clocks differ: a time that was now when the request was made. */
const JUST_NOW_MS = 60_000

/** Modify Current User Voice State: on a stage. */
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
    const { state, channel } = onStage(guild.view, caller.userId, body.channel_id)
    const permissions = memberChannelPermissions(guild.view, channel, guild.member, work.now)
    const changed = { ...state }
    const requestToSpeakAt = body.request_to_speak_timestamp
    const asked = {
      ...(body.suppress == null ? {} : { suppress: body.suppress }),
      ...(requestToSpeakAt === undefined ? {} : { requestToSpeakAt }),
    }
    demand(mayChangeOwnStage(permissions, asked))
    if (requestToSpeakAt != null && requestToSpeakAt < work.now - JUST_NOW_MS) {
      throw invalidForm(['request_to_speak_timestamp'], 'DATE_TIME_TYPE_PAST', 'This time is in the past.')
    }
    if (asked.suppress !== undefined) {
      changed.suppress = asked.suppress
      if (asked.suppress) changed.request_to_speak_timestamp = null
    }
    if (requestToSpeakAt !== undefined) changed.request_to_speak_timestamp = requestToSpeakAt
    announce(work, guild.view, await getMember(work, guild.view, caller.userId), changed)
  },
})
