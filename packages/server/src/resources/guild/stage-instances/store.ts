import type { Snowflake } from '@guildhall/protocol'
import type { StoredStageInstance } from '../../../kernel/model.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Returns the stage instances of a guild. */
export async function listStageInstances(session: StoreSession, guildId: Snowflake): Promise<StoredStageInstance[]> {
  return session.all(db.selectFrom('stage_instances').selectAll().where('guild_id', '=', guildId))
}

/** Inserts a stage instance. */
export async function insertStageInstance(session: StoreSession, stage: StoredStageInstance): Promise<void> {
  await session.run(db.insertInto('stage_instances').values(stage))
}

/** Updates a stage instance. */
export async function updateStageInstance(session: StoreSession, stage: StoredStageInstance): Promise<void> {
  await session.run(db.updateTable('stage_instances').set(stage).where('id', '=', stage.id))
}

/** Deletes a stage instance. */
export async function deleteStageInstance(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('stage_instances').where('id', '=', id))
}
