import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { Participant, StoredActivityInstance } from './instance.ts'

/** The running instance of an application in a channel, made of `fresh` where there is none. */
export async function findOrInsert(
  session: StoreSession,
  fresh: StoredActivityInstance,
): Promise<StoredActivityInstance> {
  await session.run(
    db
      .insertInto('activity_instances')
      .values(fresh)
      .onConflict((conflict) => conflict.columns(['channel_id', 'application_id']).doNothing()),
  )
  const running = await session.first(
    db
      .selectFrom('activity_instances')
      .selectAll()
      .where('channel_id', '=', fresh.channel_id)
      .where('application_id', '=', fresh.application_id),
  )
  return running ?? fresh
}

export async function find(session: StoreSession, launchId: Snowflake): Promise<StoredActivityInstance | undefined> {
  return session.first(db.selectFrom('activity_instances').selectAll().where('launch_id', '=', launchId))
}

export async function remove(session: StoreSession, launchId: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('activity_instances').where('launch_id', '=', launchId))
}

/** In the order of their coming. */
export async function listParticipants(session: StoreSession, launchId: Snowflake): Promise<Participant[]> {
  return session.all(
    db
      .selectFrom('activity_participants')
      .selectAll()
      .where('launch_id', '=', launchId)
      .orderBy('joined_at')
      .orderBy('user_id'),
  )
}

export async function listOfSession(session: StoreSession, sessionId: string): Promise<Participant[]> {
  return session.all(db.selectFrom('activity_participants').selectAll().where('session_id', '=', sessionId))
}

/** The sessions that take part in anything. */
export async function listSessions(session: StoreSession): Promise<string[]> {
  const rows = await session.all(db.selectFrom('activity_participants').select('session_id').distinct())
  return rows.map(({ session_id }) => session_id)
}

/** Who takes part already does so by the newer session from now on. */
export async function join(session: StoreSession, participant: Participant): Promise<void> {
  const { session_id, nonce } = participant
  await session.run(
    db
      .insertInto('activity_participants')
      .values(participant)
      .onConflict((conflict) => conflict.columns(['launch_id', 'user_id']).doUpdateSet({ session_id, nonce })),
  )
}

/** False where they took no part. */
export async function leave(session: StoreSession, launchId: Snowflake, userId: Snowflake): Promise<boolean> {
  const gone = await session.run(
    db.deleteFrom('activity_participants').where('launch_id', '=', launchId).where('user_id', '=', userId),
  )
  return gone > 0
}
