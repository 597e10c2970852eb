import type { Snowflake } from '@guildhall/protocol'
import { pageOf } from '../../../kernel/store/page.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { CrosspostTable } from '../../../kernel/store/tables.ts'

/** Inserts the reference from a copy to its source. */
export async function insertCrosspost(session: StoreSession, copy: CrosspostTable): Promise<void> {
  await session.run(db.insertInto('crossposts').values(copy))
}

/** Lists copies of a message by ascending id, after an id. */
export async function listCrossposts(
  session: StoreSession,
  sourceId: Snowflake,
  window: { after: Snowflake; limit: number },
): Promise<CrosspostTable[]> {
  const copies = db.selectFrom('crossposts').selectAll().where('source_id', '=', sourceId)
  return pageOf(session, copies, 'copy_id', window)
}

/** Returns which of some messages have copies. */
export async function listCrosspostedAmong(session: StoreSession, ids: readonly Snowflake[]): Promise<Snowflake[]> {
  const rows = await session.all(
    db
      .selectFrom('crossposts')
      .select('source_id')
      .distinct()
      .where('source_id', 'in', [...ids]),
  )
  return rows.map((row) => row.source_id)
}

/** Deletes the references of copies to their source. */
export async function deleteCrossposts(session: StoreSession, copyIds: readonly Snowflake[]): Promise<void> {
  if (copyIds.length === 0) return
  await session.run(db.deleteFrom('crossposts').where('copy_id', 'in', [...copyIds]))
}
