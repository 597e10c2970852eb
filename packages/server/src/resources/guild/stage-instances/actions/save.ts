import { AuditLogAction, StagePrivacyLevel, VOICE_EVENT_IDLE_MS } from '@guildhall/protocol'
import { guildTopic } from '../../../../kernel/event.ts'
import type { Channel, StoredStageInstance } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { stageInstanceCreate, stageInstanceDelete, stageInstanceUpdate } from '../events.ts'
import { stageIdles } from '../jobs.ts'
import { presentStageInstance } from '../present.ts'
import * as store from '../store.ts'

const AUDITED = ['topic', 'privacy_level'] as const
const { STAGE_INSTANCE_CREATE, STAGE_INSTANCE_UPDATE, STAGE_INSTANCE_DELETE } = AuditLogAction

/** Stores a new stage instance, which is live until someone closes it or nobody speaks there, and emits its event. */
export async function openStage(
  work: Work,
  fields: Omit<StoredStageInstance, 'id' | 'privacy_level'> & { privacy_level?: number | null },
): Promise<StoredStageInstance> {
  const privacy_level = fields.privacy_level ?? StagePrivacyLevel.GUILD_ONLY
  const stage = { ...fields, privacy_level, id: work.nextId() }
  await store.insertStageInstance(work, stage)
  await scheduleSilenceCheck(work, stage, work.now + VOICE_EVENT_IDLE_MS)
  work.emit(stageInstanceCreate, guildTopic(stage.guild_id), { stage })
  await auditStage(work, STAGE_INSTANCE_CREATE, stage, changesBetween({}, presentStageInstance(stage), AUDITED))
  return stage
}

/** Schedules the job that checks whether anyone still speaks on a stage. */
export async function scheduleSilenceCheck(work: Work, stage: StoredStageInstance, at: number): Promise<void> {
  const payload = { guildId: stage.guild_id, channelId: stage.channel_id }
  await work.schedule(stageIdles, stage.id.toString(), at, payload)
}

/** Stores a changed stage instance, emits its event and writes the audit log entry. */
export async function saveStage(work: Work, before: StoredStageInstance, after: StoredStageInstance): Promise<void> {
  await store.updateStageInstance(work, after)
  work.emit(stageInstanceUpdate, guildTopic(after.guild_id), { stage: after })
  const changes = changesBetween(presentStageInstance(before), presentStageInstance(after), AUDITED)
  if (changes.length > 0) await auditStage(work, STAGE_INSTANCE_UPDATE, after, changes)
}

/** Deletes a stage instance and emits its event. `deletedChannel` is its channel, if that is being deleted too. */
export async function closeStage(work: Work, stage: StoredStageInstance, deletedChannel?: Channel): Promise<void> {
  await store.deleteStageInstance(work, stage.id)
  await work.cancel(stageIdles, stage.id.toString())
  work.emit(stageInstanceDelete, guildTopic(stage.guild_id), { stage, deletedChannel })
  await auditStage(work, STAGE_INSTANCE_DELETE, stage, changesBetween(presentStageInstance(stage), {}, AUDITED))
}

/** Writes an audit log entry, unless a job changed the stage: such changes have no actor. */
async function auditStage(
  work: Work,
  action: number,
  stage: StoredStageInstance,
  changes: ReturnType<typeof changesBetween>,
): Promise<void> {
  if (work.actor.userId === null) return
  const options = { channel_id: stage.channel_id.toString() }
  await audit(work, { guildId: stage.guild_id, action, targetId: stage.id, changes, options })
}
