import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../kernel/json.ts'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { ConnectionTable } from '../../kernel/store/tables.ts'
import type { StoredConnection } from './rules.ts'

const DEFAULTS = {
  verified: true,
  friend_sync: false,
  show_activity: true,
  two_way_link: false,
  revoked: false,
  visibility: 1,
}

export type NewConnection = Pick<StoredConnection, 'user_id' | 'type' | 'id' | 'created_at' | 'name'> &
  Partial<StoredConnection>

export async function listConnections(session: StoreSession, userId: Snowflake): Promise<StoredConnection[]> {
  const rows = await session.all(
    db.selectFrom('connections').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id'),
  )
  return rows.map(({ data, ...columns }) => ({
    ...unpack<Omit<StoredConnection, keyof ConnectionTable>>(data),
    ...columns,
  }))
}

/** Adds a connection, or changes what is said of it; when it was made stays. */
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
