import type { Snowflake } from '@guildhall/protocol'
import { packBeside, unpack } from '../../../kernel/json.ts'
import { db, prepare } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import { CLIENT_SETTINGS, type ClientSettings } from './settings-model.ts'

const ofUser = prepare<{ userId: Snowflake }>()((slot) =>
  db.selectFrom('user_settings').select('data').where('user_id', '=', slot('userId')),
)

/** Returns the client settings of a person, with defaults for those that the person never chose. */
export async function getClientSettings(session: StoreSession, userId: Snowflake): Promise<ClientSettings> {
  const row = await session.firstPrepared(ofUser, { userId })
  return { ...CLIENT_SETTINGS, ...(row && unpack<Partial<ClientSettings>>(row.data)) }
}

/** Inserts or replaces the client settings of a person. */
export async function putClientSettings(
  session: StoreSession,
  userId: Snowflake,
  settings: ClientSettings,
): Promise<void> {
  const data = packBeside(CLIENT_SETTINGS, settings)
  const insert = db.insertInto('user_settings').values({ user_id: userId, data })
  await session.run(insert.onConflict((conflict) => conflict.column('user_id').doUpdateSet({ data })))
}
