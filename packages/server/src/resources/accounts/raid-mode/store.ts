import type { Instant, Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { RaidMode } from './model.ts'

const NAME = 'raid'

/** Returns the newest raid mode, which may be over; null for none. */
export async function findRaidMode(session: StoreSession): Promise<RaidMode | null> {
  const row = await session.first(db.selectFrom('instance_state').select('value').where('name', '=', NAME))
  return row ? (JSON.parse(row.value) as RaidMode) : null
}

/** Inserts or replaces raid mode; null removes it. Times of earlier messages are deleted. */
export async function putRaidMode(session: StoreSession, raid: RaidMode | null): Promise<void> {
  await session.run(db.deleteFrom('raid_messages'))
  await session.run(db.deleteFrom('instance_state').where('name', '=', NAME))
  if (raid) await session.run(db.insertInto('instance_state').values({ name: NAME, value: JSON.stringify(raid) }))
}

/** Stores that a person sends a message, unless they sent one after `since`. Returns whether it was stored. */
export async function recordRaidMessage(
  session: StoreSession,
  { userId, at, since }: { userId: Snowflake; at: Instant; since: Instant },
): Promise<boolean> {
  const insert = db.insertInto('raid_messages').values({ user_id: userId, at })
  const statement = insert.onConflict((conflict) =>
    conflict.column('user_id').doUpdateSet({ at }).where('raid_messages.at', '<=', since),
  )
  return (await session.run(statement)) > 0
}

/** Returns when a person sent a message last. */
export async function lastRaidMessageAt(session: StoreSession, userId: Snowflake): Promise<Instant | undefined> {
  const row = await session.first(db.selectFrom('raid_messages').select('at').where('user_id', '=', userId))
  return row?.at
}
