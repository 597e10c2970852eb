import { ApiError, MessageType, STAGE_TOPIC_MAX, StageInstanceObject, StagePrivacyLevel } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { OneOf, OptionalNullable, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { startForStage } from '../../scheduled-events/index.ts'
import { stageForModerator } from '../actions/load.ts'
import { postStageMessage } from '../actions/post.ts'
import { openStage } from '../actions/save.ts'
import { presentStageInstance } from '../present.ts'
import { notifies } from '../rules.ts'

/** Create Stage Instance. Also starts the scheduled event that the stage is for. */
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
    const { view, channel, permissions } = await stageForModerator(work, caller, body.channel_id)
    if (view.stageInstances.has(channel.id)) throw new ApiError('STAGE_ALREADY_OPEN')
    const { topic, privacy_level, guild_scheduled_event_id: eventId = null } = body
    const fields = { guild_id: view.id, channel_id: channel.id, topic, privacy_level: privacy_level ?? null }
    const stage = await openStage(work, { ...fields, guild_scheduled_event_id: eventId })
    if (eventId !== null) await startForStage(work, view, stage, { userId: caller.userId, permissions })
    const mentionEveryone = notifies(permissions, body.send_start_notification ?? false)
    await postStageMessage(work, view, stage, { author: caller.user, type: MessageType.STAGE_START, mentionEveryone })
    return presentStageInstance(stage)
  },
})
