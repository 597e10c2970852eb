import { has, Intent, Permission } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, StoredStageInstance } from '../../../kernel/model.ts'
import { presentStageInstance } from './present.ts'

/** Payload of the events of a stage instance. */
export interface StageChange {
  readonly stage: StoredStageInstance
  /** The stage channel, if it is being deleted too. */
  readonly deletedChannel?: Channel | undefined
}

/** Declares an event for viewers of the stage channel, also of one that is being deleted. */
function stageEvent(key: string, name: string, apply: (view: GuildView, stage: StoredStageInstance) => void) {
  return eventType<StageChange>({
    key,
    name,
    intents: () => Intent.GUILDS,
    visibleTo: (viewer, { stage, deletedChannel }) =>
      viewer.sees(stage.channel_id) ||
      (deletedChannel !== undefined && has(viewer.permissionsOf(deletedChannel), Permission.VIEW_CHANNEL)),
    visibleInChannel: ({ stage }) => stage.channel_id,
    present: ({ stage }) => presentStageInstance(stage),
    apply: (view, { stage }) => apply(view, stage),
  })
}

const keep = (view: GuildView, stage: StoredStageInstance) => void view.stageInstances.set(stage.channel_id, stage)

export const stageInstanceCreate = stageEvent('stage-instance.created', 'STAGE_INSTANCE_CREATE', keep)
export const stageInstanceUpdate = stageEvent('stage-instance.updated', 'STAGE_INSTANCE_UPDATE', keep)
export const stageInstanceDelete = stageEvent('stage-instance.deleted', 'STAGE_INSTANCE_DELETE', (view, stage) => {
  view.stageInstances.delete(stage.channel_id)
})
