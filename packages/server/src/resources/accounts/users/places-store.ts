import type { Instant, Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Returns the hashes of the places that a person signed in from since a time, the newest first. */
export async function listPlaces(session: StoreSession, userId: Snowflake, since: Instant): Promise<string[]> {
  const places = db.selectFrom('sign_in_places').select('place').where('user_id', '=', userId).where('at', '>', since)
  return (await session.all(places.orderBy('at', 'desc'))).map(({ place }) => place)
}

/** Stores that a person signed in from a place. */
export async function putPlace(
  session: StoreSession,
  { userId, place, at }: { userId: Snowflake; place: string; at: Instant },
): Promise<void> {
  const insert = db.insertInto('sign_in_places').values({ user_id: userId, place, at })
  await session.run(insert.onConflict((conflict) => conflict.columns(['user_id', 'place']).doUpdateSet({ at })))
}

/** Deletes places of a person that are not among those to keep. */
export async function deleteOtherPlaces(
  session: StoreSession,
  userId: Snowflake,
  kept: readonly string[],
): Promise<void> {
  await session.run(db.deleteFrom('sign_in_places').where('user_id', '=', userId).where('place', 'not in', kept))
}
