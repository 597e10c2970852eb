import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { MetadataRecord, StoredRoleConnection } from './rules.ts'

/** The metadata records of an application, in its own order. */
export async function listMetadataRecords(session: StoreSession, applicationId: Snowflake): Promise<MetadataRecord[]> {
  const row = await session.first(
    db.selectFrom('role_connection_metadata').select('data').where('application_id', '=', applicationId),
  )
  return row ? (JSON.parse(row.data) as MetadataRecord[]) : []
}

export async function saveMetadataRecords(
  session: StoreSession,
  application_id: Snowflake,
  records: readonly MetadataRecord[],
): Promise<void> {
  const data = JSON.stringify(records)
  await session.run(
    db
      .insertInto('role_connection_metadata')
      .values({ application_id, data })
      .onConflict((conflict) => conflict.column('application_id').doUpdateSet({ data })),
  )
}

export async function findRoleConnection(
  session: StoreSession,
  applicationId: Snowflake,
  userId: Snowflake,
): Promise<StoredRoleConnection | undefined> {
  const row = await session.first(
    db
      .selectFrom('role_connections')
      .select('data')
      .where('application_id', '=', applicationId)
      .where('user_id', '=', userId),
  )
  return row && (JSON.parse(row.data) as StoredRoleConnection)
}

export async function saveRoleConnection(
  session: StoreSession,
  application_id: Snowflake,
  user_id: Snowflake,
  connection: StoredRoleConnection,
): Promise<void> {
  const data = JSON.stringify(connection)
  await session.run(
    db
      .insertInto('role_connections')
      .values({ application_id, user_id, data })
      .onConflict((conflict) => conflict.columns(['application_id', 'user_id']).doUpdateSet({ data })),
  )
}

export async function deleteRoleConnection(
  session: StoreSession,
  applicationId: Snowflake,
  userId: Snowflake,
): Promise<void> {
  await session.run(
    db.deleteFrom('role_connections').where('application_id', '=', applicationId).where('user_id', '=', userId),
  )
}
