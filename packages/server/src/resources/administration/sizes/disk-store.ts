import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

const LOW = 'disk-low'

/** Returns whether owners have a mail about a full disk. */
export async function isLowNoted(session: StoreSession): Promise<boolean> {
  return (await session.first(db.selectFrom('meta').select('key').where('key', '=', LOW))) !== undefined
}

/** Notes that owners have a mail about a full disk, or that it has room again. */
export async function noteLow(session: StoreSession, isLow: boolean): Promise<void> {
  await session.run(db.deleteFrom('meta').where('key', '=', LOW))
  if (isLow) await session.run(db.insertInto('meta').values({ key: LOW, value: '1' }))
}

/** Lists the owners of the instance. */
export async function listOwnerIds(session: StoreSession): Promise<Snowflake[]> {
  const owners = db.selectFrom('operators').select('user_id').where('role', '=', 'owner')
  return (await session.all(owners)).map(({ user_id }) => user_id)
}
