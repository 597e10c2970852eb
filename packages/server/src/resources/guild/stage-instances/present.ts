import type { StageInstanceObject } from '@guildhall/protocol'
import type { StoredStageInstance } from '../../../kernel/model.ts'

/** Returns the stage instance object. */
export function presentStageInstance(stage: StoredStageInstance): StageInstanceObject {
  return {
    id: stage.id.toString(),
    guild_id: stage.guild_id.toString(),
    channel_id: stage.channel_id.toString(),
    topic: stage.topic,
    privacy_level: stage.privacy_level,
    discoverable_disabled: true,
    guild_scheduled_event_id: stage.guild_scheduled_event_id?.toString() ?? null,
  }
}
