import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { callChannelForCaller, canCall } from '../actions/load.ts'

/** Get Call Eligibility: whether the caller may ring the recipients of a DM or group DM. */
export const getCall = operation({
  id: 'get_call',
  method: 'GET',
  path: '/channels/:channel_id/call',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ channel_id: SnowflakeId }),
  responses: { 200: Type.Object({ ringable: Type.Boolean() }) },

  async run({ caller, params, work }) {
    const channel = await callChannelForCaller(work, caller, params.channel_id)
    return { ringable: await canCall(work, channel, caller.userId) }
  },
})
