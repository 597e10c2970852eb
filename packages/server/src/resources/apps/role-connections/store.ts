import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { MetadataRecord, StoredRoleConnection } from './model.ts'

/** Lists the metadata records of an application, in the application's order. */
export async function listMetadataRecords(session: StoreSession, applicationId: Snowflake): Promise<MetadataRecord[]> {
  const row = await session.first(
    db.selectFrom('role_connection_metadata').select('data').where('application_id', '=', applicationId),
  )
  return row ? unpack<MetadataRecord[]>(row.data) : []
}

/** Replaces all metadata records of an application. */
export async function saveMetadataRecords(
  session: StoreSession,
  application_id: Snowflake,
  records: readonly MetadataRecord[],
): Promise<void> {
  const data = pack(records)
  await session.run(
    db
      .insertInto('role_connection_metadata')
      .values({ application_id, data })
      .onConflict((conflict) => conflict.column('application_id').doUpdateSet({ data })),
  )
}

/** Returns the role connection of a user for an application. */
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
  return row && unpack<StoredRoleConnection>(row.data)
}

/** Inserts or overwrites the role connection of a user. */
export async function saveRoleConnection(
  session: StoreSession,
  application_id: Snowflake,
  user_id: Snowflake,
  connection: StoredRoleConnection,
): Promise<void> {
  const data = pack(connection)
  await session.run(
    db
      .insertInto('role_connections')
      .values({ application_id, user_id, data })
      .onConflict((conflict) => conflict.columns(['application_id', 'user_id']).doUpdateSet({ data })),
  )
}

/** Deletes the role connection of a user; a missing one is no error. */
export async function deleteRoleConnection(
  session: StoreSession,
  applicationId: Snowflake,
  userId: Snowflake,
): Promise<void> {
  await session.run(
    db.deleteFrom('role_connections').where('application_id', '=', applicationId).where('user_id', '=', userId),
  )
}
