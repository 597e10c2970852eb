import { ApiError, STAGE_TOPIC_MAX, StageInstanceObject, StagePrivacyLevel } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { OneOf, OptionalNullable, SnowflakeId, Text, Type } from '../../../validation/schema.ts'
import { startForStage } from '../../scheduled-events/index.ts'
import { moderatedStage } from '../access.ts'
import { openStage } from '../manage.ts'
import { presentStageInstance } from '../present.ts'
import { notifies } from '../rules.ts'
import { tellStage } from '../tell.ts'

/** Create Stage Instance: a stage goes live, and with it the event that it is for. */
export const createStageInstance = operation({
  id: 'create_stage_instance',
  method: 'POST',
  path: '/stage-instances',
  callers: ['bot', 'person'],
  body: Type.Object({
    channel_id: SnowflakeId,
    topic: Text(1, STAGE_TOPIC_MAX),
    privacy_level: OptionalNullable(OneOf(StagePrivacyLevel.PUBLIC, StagePrivacyLevel.GUILD_ONLY)),
    send_start_notification: OptionalNullable(Type.Boolean()),
    guild_scheduled_event_id: OptionalNullable(SnowflakeId),
  }),
  responses: { 200: StageInstanceObject },

  async run({ caller, body, work }) {
    const { view, channel, permissions } = await moderatedStage(work, caller, body.channel_id)
    if (view.stageInstances.has(channel.id)) throw new ApiError('STAGE_ALREADY_OPEN')
    const { topic, privacy_level, guild_scheduled_event_id: eventId = null } = body
    const fields = { guild_id: view.id, channel_id: channel.id, topic, privacy_level: privacy_level ?? null }
    const stage = await openStage(work, { ...fields, guild_scheduled_event_id: eventId })
    if (eventId !== null) await startForStage(work, view, stage, { userId: caller.userId, permissions })
    const everyone = notifies(permissions, body.send_start_notification ?? false)
    await tellStage(work, view, stage, { by: caller.user, what: 'start', everyone })
    return presentStageInstance(stage)
  },
})
