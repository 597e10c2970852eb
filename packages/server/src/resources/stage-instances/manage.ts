import { AuditLogAction, StagePrivacyLevel, VOICE_EVENT_IDLE_MS } from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import type { Channel, StoredStageInstance } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { audit, changesBetween } from '../audit-log/index.ts'
import { stageInstanceCreate, stageInstanceDelete, stageInstanceUpdate } from './events.ts'
import { presentStageInstance } from './present.ts'
import * as store from './store.ts'

const AUDITED = ['topic', 'privacy_level'] as const
const { STAGE_INSTANCE_CREATE, STAGE_INSTANCE_UPDATE, STAGE_INSTANCE_DELETE } = AuditLogAction

/** Opens a stage: from now on it is live, until it is closed or nobody speaks there. */
export async function openStage(
  work: Work,
  fields: Omit<StoredStageInstance, 'id' | 'privacy_level'> & { privacy_level?: number | null },
): Promise<StoredStageInstance> {
  const privacy_level = fields.privacy_level ?? StagePrivacyLevel.GUILD_ONLY
  const stage = { ...fields, privacy_level, id: work.nextId() }
  await store.insert(work, stage)
  await lookLater(work, stage, work.now + VOICE_EVENT_IDLE_MS)
  work.emit(stageInstanceCreate, guildTopic(stage.guild_id), { stage })
  await writeDown(work, STAGE_INSTANCE_CREATE, stage, changesBetween({}, presentStageInstance(stage), AUDITED))
  return stage
}

/** When to see whether somebody still speaks there. */
export async function lookLater(work: Work, stage: StoredStageInstance, at: number): Promise<void> {
  const payload = { guildId: stage.guild_id, channelId: stage.channel_id }
  await work.schedule('stage-instance', stage.id.toString(), at, payload)
}

/** Stores a changed stage, announces it and writes it down. */
export async function changeStage(work: Work, before: StoredStageInstance, after: StoredStageInstance): Promise<void> {
  await store.update(work, after)
  work.emit(stageInstanceUpdate, guildTopic(after.guild_id), { stage: after })
  const changes = changesBetween(presentStageInstance(before), presentStageInstance(after), AUDITED)
  if (changes.length > 0) await writeDown(work, STAGE_INSTANCE_UPDATE, after, changes)
}

/** `gone` is the channel, where it goes too. */
export async function closeStage(work: Work, stage: StoredStageInstance, gone?: Channel): Promise<void> {
  await store.remove(work, stage.id)
  await work.cancel('stage-instance', stage.id.toString())
  work.emit(stageInstanceDelete, guildTopic(stage.guild_id), { stage, gone })
  await writeDown(work, STAGE_INSTANCE_DELETE, stage, changesBetween(presentStageInstance(stage), {}, AUDITED))
}

/** What happens by itself is nobody's deed. */
async function writeDown(
  work: Work,
  action: number,
  stage: StoredStageInstance,
  changes: ReturnType<typeof changesBetween>,
): Promise<void> {
  if (work.actor.userId === null) return
  const options = { channel_id: stage.channel_id.toString() }
  await audit(work, { guildId: stage.guild_id, action, targetId: stage.id, changes, options })
}
