import { StageInstanceObject } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { getStageInstance as getStage } from '../actions/load.ts'
import { presentStageInstance } from '../present.ts'

/** Get Stage Instance, for viewers of the channel. */
export const getStageInstance = operation({
  id: 'get_stage_instance',
  method: 'GET',
  path: '/stage-instances/:channel_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  responses: { 200: StageInstanceObject },

  async run({ caller, params, work }) {
    const { view, channel } = await channelForCaller(work, caller, params.channel_id)
    return presentStageInstance(getStage(view, channel.id))
  },
})
