import { type Instant, ScheduledEventStatus, type Snowflake, VOICE_EVENT_IDLE_MS } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { StoredScheduledEvent, StoredStageInstance } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { GuildChannel } from '../../channels/consequences.ts'
import { closeStage, scheduleSilenceCheck } from '../../stage-instances/index.ts'
import { connectedTo } from '../../voice-states/index.ts'
import { atNextOccurrence, isFinished, withStatus } from '../model.ts'
import { nextStep } from '../rules.ts'
import { findScheduledEvent } from '../store.ts'
import { deleteEventRows, saveEvent, scheduleNextStep } from './save.ts'
import { endStage } from './stages.ts'

const { ACTIVE, COMPLETED, CANCELED } = ScheduledEventStatus

/**
 * Carries out the next step of an event. External events start and end by their times. Other events end when their
 * channel stays empty, and are cancelled when no one starts them. Job `scheduled-event`.
 */
export async function scheduledEventDue(
  work: Work,
  { guildId, eventId }: { guildId: Snowflake; eventId: Snowflake },
): Promise<void> {
  const view = await work.view(guildId)
  const event = view?.scheduledEvents.get(eventId)
  if (!event) return deleteFinished(work, eventId)
  const step = nextStep(event, work.now)
  if (!view || !step) return
  if (step.does === 'check') {
    const endsAt = event.channel_id === null ? work.now : emptySince(work, view, event.channel_id)
    if (endsAt === null) return scheduleNextStep(work, event)
    if (endsAt > work.now) return scheduleNextStep(work, event, endsAt)
    return saveEvent(work, view, event, withStatus(event, COMPLETED, work.now))
  }
  // The event was postponed after this job was scheduled.
  if (step.at > work.now) return scheduleNextStep(work, event)
  await saveEvent(work, view, event, afterStep(event, step.does, work.now))
}

/** Deletes a finished event after the time for which it stays readable. */
async function deleteFinished(work: Work, eventId: Snowflake): Promise<void> {
  const event = await findScheduledEvent(work, eventId)
  if (event && isFinished(event)) await deleteEventRows(work, event)
}

/**
 * Returns when a channel has been empty for long enough; null while users are connected, 0 for a channel that was never
 * used.
 */
function emptySince(work: Work, view: GuildView, channelId: Snowflake): Instant | null {
  if (connectedTo(view, channelId).length > 0) return null
  const since = quietSince(work, view, channelId)?.empty
  return since == null ? 0 : since + VOICE_EVENT_IDLE_MS
}

/**
 * Returns since when a channel is empty and silent. One of several nodes whose view is younger than that does not know
 * it, and counts from now on: rather late than while a stage was silent for a moment. It notes that after the commit.
 */
function quietSince(work: Work, view: GuildView, channelId: Snowflake) {
  const known = view.quietSince.get(channelId)
  if (known || !view.hasVoiceOfRows) return known
  const { now } = work
  work.afterCommit(() => {
    if (!view.quietSince.has(channelId)) view.noteVoice(channelId, now)
  })
  return { empty: now, silent: now }
}

function afterStep(
  event: StoredScheduledEvent,
  does: 'start' | 'finish' | 'cancel' | 'skip',
  now: Instant,
): StoredScheduledEvent {
  if (does === 'start') return withStatus(event, ACTIVE, now)
  if (does === 'finish') return withStatus(event, COMPLETED, now)
  // An occurrence that no one started does not cancel the rest of its series.
  return atNextOccurrence(event, now) ?? withStatus(event, CANCELED, now)
}

/** Closes a stage on which no one has spoken for some minutes, else schedules itself again. Job `stage-instance`. */
export async function stageDue(
  work: Work,
  { guildId, channelId }: { guildId: Snowflake; channelId: Snowflake },
): Promise<void> {
  const view = await work.view(guildId)
  const stage = view?.stageInstances.get(channelId)
  if (!view || !stage) return
  const speaks = connectedTo(view, channelId).some((state) => !state.suppress)
  const since = quietSince(work, view, channelId)?.silent ?? 0
  const next = speaks ? work.now + VOICE_EVENT_IDLE_MS : since + VOICE_EVENT_IDLE_MS
  if (next > work.now) return scheduleSilenceCheck(work, stage, next)
  await endStage(work, view, stage)
}

/** Ends the active events of a channel that is being deleted, cancels the scheduled ones and closes its stage. */
export async function endEventsIn(work: Work, { view, channel }: GuildChannel): Promise<void> {
  for (const event of [...view.scheduledEvents.values()]) {
    if (event.channel_id !== channel.id) continue
    const status = event.status === ACTIVE ? COMPLETED : CANCELED
    await saveEvent(work, view, event, { ...event, entity_id: null, status }, channel)
  }
  const stage = view.stageInstances.get(channel.id)
  // Saving an event has closed its stage already.
  if (stage && !belongsToEvent(view, stage)) await closeStage(work, stage, channel)
}

function belongsToEvent(view: GuildView, stage: StoredStageInstance): boolean {
  return view.scheduledEvents.get(stage.guild_scheduled_event_id ?? 0n)?.entity_id === stage.id
}
