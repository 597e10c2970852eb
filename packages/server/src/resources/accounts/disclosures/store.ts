import type { Instant, Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** A user of an application. */
export interface Reader {
  readonly applicationId: Snowflake
  readonly userId: Snowflake
}

/** Lists the disclosures that a user has acknowledged. */
export async function listAcknowledged(session: StoreSession, { applicationId, userId }: Reader): Promise<number[]> {
  const rows = await session.all(
    db
      .selectFrom('disclosures')
      .select('type')
      .where('application_id', '=', applicationId)
      .where('user_id', '=', userId)
      .orderBy('type'),
  )
  return rows.map(({ type }) => type)
}

/** Notes that a user has acknowledged a disclosure. */
export async function insertAcknowledged(
  session: StoreSession,
  { applicationId, userId }: Reader,
  type: number,
  at: Instant,
): Promise<void> {
  await session.run(
    db
      .insertInto('disclosures')
      .values({ application_id: applicationId, user_id: userId, type, acknowledged_at: at })
      .onConflict((conflict) => conflict.doNothing()),
  )
}
