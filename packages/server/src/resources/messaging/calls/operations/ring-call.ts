import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { callChannelForCaller, canCall } from '../actions/load.ts'
import { GROUP_DM_RECIPIENTS } from '../requests.ts'

/** Ring Channel Recipients: rings users who are not in the call; all of them without a list. */
export const ringCall = operation({
  id: 'ring_call',
  method: 'POST',
  path: '/channels/:channel_id/call/ring',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ channel_id: SnowflakeId }),
  body: Type.Object({ recipients: OptionalNullable(GROUP_DM_RECIPIENTS) }),
  responses: { 204: NoContent },

  async run({ caller, params, body, work, platform }) {
    const channel = await callChannelForCaller(work, caller, params.channel_id)
    if (!(await platform.calls.isActive(work, channel.id))) throw new ApiError('UNKNOWN_VOICE_STATE')
    if (!(await canCall(work, channel, caller.userId))) throw new ApiError('CANNOT_SEND_TO_USER')
    const named = body.recipients ?? channel.recipient_ids
    const userIds = named.filter((id) => id !== caller.userId && channel.recipient_ids.includes(id))
    await platform.calls.ring(work, channel.id, userIds)
  },
})
