import { MessageType } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { endStage } from '../../scheduled-events/index.ts'
import { getStageInstance, stageForModerator } from '../actions/load.ts'
import { postStageMessage } from '../actions/post.ts'

/** Delete Stage Instance. Also ends the scheduled event that the stage was for. */
export const deleteStageInstance = operation({
  id: 'delete_stage_instance',
  method: 'DELETE',
  path: '/stage-instances/:channel_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { view, channel } = await stageForModerator(work, caller, params.channel_id)
    const stage = getStageInstance(view, channel.id)
    await endStage(work, view, stage)
    await postStageMessage(work, view, stage, { author: caller.user, type: MessageType.STAGE_END })
  },
})
