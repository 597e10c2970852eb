import {
  ApiError,
  demand,
  invalidForm,
  MessageType,
  ScheduledEventEntityType,
  ScheduledEventStatus,
  type Snowflake,
  STAGE_TOPIC_MAX,
} from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { StoredScheduledEvent, StoredStageInstance, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { closeStage, openStage, postStageMessage, saveStage } from '../../stage-instances/index.ts'
import { withStatus } from '../model.ts'
import { checkStatus } from '../requests.ts'
import { mayChange } from '../rules.ts'
import { saveEvent } from './save.ts'

const { ACTIVE, COMPLETED } = ScheduledEventStatus

/**
 * Starts the event that a stage was opened for. The actor must be allowed to start it.
 *
 * @throws UNKNOWN_GUILD_SCHEDULED_EVENT (10070); INVALID_FORM_BODY (50035) for an event elsewhere; MISSING_PERMISSIONS
 *   (50013); the errors of `checkStatus`
 */
export async function startForStage(
  work: Work,
  view: GuildView,
  stage: StoredStageInstance,
  actor: { userId: Snowflake; permissions: bigint },
): Promise<void> {
  const event = view.scheduledEvents.get(stage.guild_scheduled_event_id ?? 0n)
  if (!event) throw new ApiError('UNKNOWN_GUILD_SCHEDULED_EVENT')
  if (event.entity_type !== ScheduledEventEntityType.STAGE_INSTANCE || event.channel_id !== stage.channel_id)
    throw invalidForm(['guild_scheduled_event_id'], 'STAGE_INSTANCE_OTHER_EVENT', 'The event is not in this channel.')
  demand(mayChange(actor.permissions, event.entity_type, event.creator_id === actor.userId))
  if (event.status !== ACTIVE) checkStatus(event.status, ACTIVE)
  await saveEvent(work, view, event, { ...event, status: ACTIVE, entity_id: stage.id })
}

/**
 * Returns an event that starts, with its stage: the live stage without an event, or one opened for it. Returns events
 * of other entity types unchanged.
 *
 * @throws STAGE_FOR_EVENT_FAILED (180002) if the stage channel is live for another event
 */
export async function withStage(
  work: Work,
  view: GuildView,
  event: StoredScheduledEvent,
  actor: User,
): Promise<StoredScheduledEvent> {
  const { channel_id } = event
  if (event.entity_type !== ScheduledEventEntityType.STAGE_INSTANCE || channel_id === null) return event
  const live = view.stageInstances.get(channel_id)
  if (live && live.guild_scheduled_event_id !== null) throw new ApiError('STAGE_FOR_EVENT_FAILED')
  if (live) {
    await saveStage(work, live, { ...live, guild_scheduled_event_id: event.id })
    return { ...event, entity_id: live.id }
  }
  const topic = [...event.name].slice(0, STAGE_TOPIC_MAX).join('')
  const fields = { guild_id: view.id, channel_id, topic, guild_scheduled_event_id: event.id }
  const stage = await openStage(work, fields)
  await postStageMessage(work, view, stage, { author: actor, type: MessageType.STAGE_START })
  return { ...event, entity_id: stage.id }
}

/** Closes a stage and completes the event that it was for. */
export async function endStage(work: Work, view: GuildView, stage: StoredStageInstance): Promise<void> {
  const event = view.scheduledEvents.get(stage.guild_scheduled_event_id ?? 0n)
  // Saving the end of an event closes its stage.
  if (event?.status === ACTIVE && event.entity_id === stage.id)
    return saveEvent(work, view, event, withStatus(event, COMPLETED, work.now))
  await closeStage(work, stage)
}
