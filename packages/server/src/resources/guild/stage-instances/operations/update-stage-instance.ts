import { MessageType, STAGE_TOPIC_MAX, StageInstanceObject, StagePrivacyLevel } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { OneOf, Optional, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { getStageInstance, stageForModerator } from '../actions/load.ts'
import { postStageMessage } from '../actions/post.ts'
import { saveStage } from '../actions/save.ts'
import { presentStageInstance } from '../present.ts'

/** Modify Stage Instance. */
export const updateStageInstance = operation({
  id: 'update_stage_instance',
  method: 'PATCH',
  path: '/stage-instances/:channel_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: Type.Object({
    topic: Optional(Text(1, STAGE_TOPIC_MAX)),
    privacy_level: Optional(OneOf(StagePrivacyLevel.PUBLIC, StagePrivacyLevel.GUILD_ONLY)),
  }),
  responses: { 200: StageInstanceObject },

  async run({ caller, params, body, work }) {
    const { view, channel } = await stageForModerator(work, caller, params.channel_id)
    const before = getStageInstance(view, channel.id)
    const { topic = before.topic, privacy_level = before.privacy_level } = body
    const after = { ...before, topic, privacy_level }
    if (topic === before.topic && privacy_level === before.privacy_level) return presentStageInstance(before)
    await saveStage(work, before, after)
    if (topic !== before.topic)
      await postStageMessage(work, view, after, { author: caller.user, type: MessageType.STAGE_TOPIC })
    return presentStageInstance(after)
  },
})
