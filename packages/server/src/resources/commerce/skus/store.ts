import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { StoredSku } from './model.ts'

/** Inserts a SKU. */
export async function insertSku(session: StoreSession, sku: StoredSku): Promise<void> {
  await session.run(db.insertInto('skus').values(sku))
}

/** Returns a SKU of any application. */
export async function findSku(session: StoreSession, id: Snowflake): Promise<StoredSku | undefined> {
  return session.first(db.selectFrom('skus').selectAll().where('id', '=', id))
}

/** Lists the SKUs of an application, oldest first. */
export async function listSkus(session: StoreSession, applicationId: Snowflake): Promise<StoredSku[]> {
  return session.all(db.selectFrom('skus').selectAll().where('application_id', '=', applicationId).orderBy('id'))
}
