import { type Instant, ScheduledEventStatus, type Snowflake, VOICE_EVENT_IDLE_MS } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { StoredScheduledEvent, StoredStageInstance } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { removeImage } from '../files/index.ts'
import { closeStage, scheduleSilenceCheck } from '../stage-instances/index.ts'
import { connectedTo } from '../voice-states/index.ts'
import { awaitNextStep, saveEvent, turned } from './manage.ts'
import { isFinished, nextStep } from './rules.ts'
import { following } from './series.ts'
import { endStage } from './stages.ts'
import * as store from './store.ts'

const { ACTIVE, COMPLETED, CANCELED } = ScheduledEventStatus

/** The job of kind `scheduled-event`: external events begin and end, others end when nobody is there, or never began. */
export async function scheduledEventDue(
  work: Work,
  { guildId, eventId }: { guildId: Snowflake; eventId: Snowflake },
): Promise<void> {
  const view = await work.view(guildId)
  const event = view?.scheduledEvents.get(eventId)
  if (!event) return forget(work, eventId)
  const step = nextStep(event, work.now)
  if (!view || !step) return
  if (step.does === 'look') {
    const over = event.channel_id === null ? work.now : emptyFor(view, event.channel_id, VOICE_EVENT_IDLE_MS)
    if (over === null) return awaitNextStep(work, event)
    if (over > work.now) return awaitNextStep(work, event, over)
    return saveEvent(work, view, event, turned(event, COMPLETED, work.now))
  }
  // It was put off, and this job is of before.
  if (step.at > work.now) return awaitNextStep(work, event)
  await saveEvent(work, view, event, stepped(event, step.does, work.now))
}

/** It is over for long. */
async function forget(work: Work, eventId: Snowflake): Promise<void> {
  const event = await store.find(work, eventId)
  if (!event || !isFinished(event)) return
  await store.remove(work, eventId)
  await removeImage(work, `guild-events/${eventId}`, event.image)
}

/** When a channel will have been empty for so long; null where somebody is there, 0 where nobody was. */
function emptyFor(view: GuildView, channelId: Snowflake, forMs: number): Instant | null {
  if (connectedTo(view, channelId).length > 0) return null
  const since = view.quietSince.get(channelId)?.empty
  return since == null ? 0 : since + forMs
}

function stepped(
  event: StoredScheduledEvent,
  does: 'start' | 'finish' | 'cancel' | 'skip',
  now: Instant,
): StoredScheduledEvent {
  if (does === 'start') return turned(event, ACTIVE, now)
  if (does === 'finish') return turned(event, COMPLETED, now)
  // Nobody came to this one; that says nothing of the next.
  return following(event, now) ?? turned(event, CANCELED, now)
}

/** The job of kind `stage-instance`: a stage on which nobody speaks for some minutes is closed. */
export async function stageDue(
  work: Work,
  { guildId, channelId }: { guildId: Snowflake; channelId: Snowflake },
): Promise<void> {
  const view = await work.view(guildId)
  const stage = view?.stageInstances.get(channelId)
  if (!view || !stage) return
  const speaks = connectedTo(view, channelId).some((state) => !state.suppress)
  const since = view.quietSince.get(channelId)?.silent ?? 0
  const next = speaks ? work.now + VOICE_EVENT_IDLE_MS : since + VOICE_EVENT_IDLE_MS
  if (next > work.now) return scheduleSilenceCheck(work, stage, next)
  await endStage(work, view, stage)
}

/** A channel goes, and what is or was to be in it. */
export async function endEventsIn(work: Work, view: GuildView, channelId: Snowflake): Promise<void> {
  const gone = view.channels.get(channelId)
  for (const event of [...view.scheduledEvents.values()]) {
    if (event.channel_id !== channelId) continue
    const status = event.status === ACTIVE ? COMPLETED : CANCELED
    await saveEvent(work, view, event, { ...event, entity_id: null, status }, gone)
  }
  const stage = view.stageInstances.get(channelId)
  // Saved above where it was an event's.
  if (stage && !isEventOn(view, stage)) await closeStage(work, stage, gone)
}

function isEventOn(view: GuildView, stage: StoredStageInstance): boolean {
  return view.scheduledEvents.get(stage.guild_scheduled_event_id ?? 0n)?.entity_id === stage.id
}
