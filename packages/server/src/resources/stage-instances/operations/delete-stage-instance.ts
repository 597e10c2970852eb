import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../validation/schema.ts'
import { endStage } from '../../scheduled-events/index.ts'
import { liveIn, moderatedStage } from '../access.ts'
import { tellStage } from '../tell.ts'

/** Delete Stage Instance: the stage is over, and with it the event that it was for. */
export const deleteStageInstance = operation({
  id: 'delete_stage_instance',
  method: 'DELETE',
  path: '/stage-instances/:channel_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { view, channel } = await moderatedStage(work, caller, params.channel_id)
    const stage = liveIn(view, channel.id)
    await endStage(work, view, stage)
    await tellStage(work, view, stage, { by: caller.user, what: 'end' })
  },
})
