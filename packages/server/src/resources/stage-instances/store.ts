import type { Snowflake } from '@guildhall/protocol'
import type { StoredStageInstance } from '../../kernel/model.ts'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'

export async function listOfGuild(session: StoreSession, guildId: Snowflake): Promise<StoredStageInstance[]> {
  return session.all(db.selectFrom('stage_instances').selectAll().where('guild_id', '=', guildId))
}

export async function insert(session: StoreSession, stage: StoredStageInstance): Promise<void> {
  await session.run(db.insertInto('stage_instances').values(stage))
}

export async function update(session: StoreSession, stage: StoredStageInstance): Promise<void> {
  await session.run(db.updateTable('stage_instances').set(stage).where('id', '=', stage.id))
}

export async function remove(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('stage_instances').where('id', '=', id))
}
