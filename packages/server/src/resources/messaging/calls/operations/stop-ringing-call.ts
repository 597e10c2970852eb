import { operation } from '../../../../kernel/operation.ts'
import { NoContent, OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { callChannelForCaller } from '../actions/load.ts'
import { GROUP_DM_RECIPIENTS } from '../requests.ts'

/** Stop Ringing Channel Recipients. Without a list, the caller declines the call. */
export const stopRingingCall = operation({
  id: 'stop_ringing_call',
  method: 'POST',
  path: '/channels/:channel_id/call/stop-ringing',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ channel_id: SnowflakeId }),
  body: Type.Object({ recipients: OptionalNullable(GROUP_DM_RECIPIENTS) }),
  responses: { 204: NoContent },

  async run({ caller, params, body, work, platform }) {
    const channel = await callChannelForCaller(work, caller, params.channel_id)
    const userIds = body.recipients ?? [caller.userId]
    await platform.calls.stopRinging(work, channel.id, userIds)
  },
})
