import { STAGE_TOPIC_MAX, StageInstanceObject, StagePrivacyLevel } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { OneOf, Optional, SnowflakeId, Text, Type } from '../../../validation/schema.ts'
import { liveIn, moderatedStage } from '../access.ts'
import { changeStage } from '../manage.ts'
import { presentStageInstance } from '../present.ts'
import { tellStage } from '../tell.ts'

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
    const { view, channel } = await moderatedStage(work, caller, params.channel_id)
    const before = liveIn(view, channel.id)
    const { topic = before.topic, privacy_level = before.privacy_level } = body
    const after = { ...before, topic, privacy_level }
    if (topic === before.topic && privacy_level === before.privacy_level) return presentStageInstance(before)
    await changeStage(work, before, after)
    if (topic !== before.topic) await tellStage(work, view, after, { by: caller.user, what: 'topic' })
    return presentStageInstance(after)
  },
})
