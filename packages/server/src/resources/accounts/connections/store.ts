import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import type { ConnectionTable } from '../../../kernel/store/account-tables.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

import type { StoredConnection } from './model.ts'

const DEFAULTS = {
  verified: true,
  friend_sync: false,
  show_activity: true,
  two_way_link: false,
  revoked: false,
  visibility: 1,
}

/** Connection to insert; the other fields have defaults. */
export type NewConnection = Pick<StoredConnection, 'user_id' | 'type' | 'id' | 'created_at' | 'name'> &
  Partial<StoredConnection>

/** Lists the connections of a user, oldest first. */
export async function listConnections(session: StoreSession, userId: Snowflake): Promise<StoredConnection[]> {
  const rows = await session.all(
    db.selectFrom('connections').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id'),
  )
  return rows.map(({ data, ...columns }) => ({
    ...unpack<Omit<StoredConnection, keyof ConnectionTable>>(data),
    ...columns,
  }))
}

/** Inserts a connection, or overwrites it except for `created_at`. */
export async function saveConnection(session: StoreSession, connection: NewConnection): Promise<void> {
  const { user_id, type, id, created_at, ...rest } = connection
  const data = pack({ ...DEFAULTS, ...rest })
  await session.run(
    db
      .insertInto('connections')
      .values({ user_id, type, id, created_at, data })
      .onConflict((conflict) => conflict.columns(['user_id', 'type', 'id']).doUpdateSet({ data })),
  )
}

/** Deletes a connection; a missing one is no error. */
export async function deleteConnection(
  session: StoreSession,
  userId: Snowflake,
  type: string,
  id: string,
): Promise<void> {
  await session.run(
    db.deleteFrom('connections').where('user_id', '=', userId).where('type', '=', type).where('id', '=', id),
  )
}
