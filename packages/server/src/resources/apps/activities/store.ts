import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { StoredActivityInstance, StoredParticipant } from './model.ts'

/** Inserts an activity instance, unless one runs in the channel already. Returns the running one. */
export async function insertActivityInstance(
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

/** Returns a running activity instance by its launch id, which is in its composite id. */
export async function findActivityInstance(
  session: StoreSession,
  launchId: Snowflake,
): Promise<StoredActivityInstance | undefined> {
  return session.first(db.selectFrom('activity_instances').selectAll().where('launch_id', '=', launchId))
}

/** Deletes an activity instance. */
export async function deleteActivityInstance(session: StoreSession, launchId: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('activity_instances').where('launch_id', '=', launchId))
}

/** Returns the participants of an activity instance in the order of joining. */
export async function listParticipants(session: StoreSession, launchId: Snowflake): Promise<StoredParticipant[]> {
  return session.all(
    db
      .selectFrom('activity_participants')
      .selectAll()
      .where('launch_id', '=', launchId)
      .orderBy('joined_at')
      .orderBy('user_id'),
  )
}

/** Lists the running instances of an application, or those in a guild or in some channels, oldest first. */
export async function listInstances(
  session: StoreSession,
  where: { applicationId: Snowflake } | { guildId: Snowflake } | { channelIds: readonly Snowflake[] },
): Promise<StoredActivityInstance[]> {
  const query = db.selectFrom('activity_instances').selectAll().orderBy('launch_id')
  if ('applicationId' in where) return session.all(query.where('application_id', '=', where.applicationId))
  if ('guildId' in where) return session.all(query.where('guild_id', '=', where.guildId))
  if (where.channelIds.length === 0) return []
  return session.all(query.where('channel_id', 'in', [...where.channelIds]))
}

/** Returns the guilds and the private channels in which activities run. */
export async function listActivityPlaces(
  session: StoreSession,
): Promise<Pick<StoredActivityInstance, 'guild_id' | 'channel_id'>[]> {
  return session.all(db.selectFrom('activity_instances').select(['guild_id', 'channel_id']).distinct())
}

/**
 * Returns the participations of a gateway session.
 * @param userId user whose participations without a session are included; null for none
 */
export async function listParticipationsOfSession(
  session: StoreSession,
  sessionId: string,
  userId: Snowflake | null,
): Promise<StoredParticipant[]> {
  const all = db.selectFrom('activity_participants').selectAll()
  const own = await session.all(all.where('session_id', '=', sessionId))
  if (userId === null || sessionId === '') return own
  return [...own, ...(await session.all(all.where('session_id', '=', '').where('user_id', '=', userId)))]
}

/** Returns the ids of all gateway sessions that take part in an activity. */
export async function listParticipatingSessions(session: StoreSession): Promise<string[]> {
  const rows = await session.all(db.selectFrom('activity_participants').select('session_id').distinct())
  return rows.map(({ session_id }) => session_id)
}

/** Inserts a participant. A user who takes part already continues with the new session. */
export async function insertParticipant(session: StoreSession, participant: StoredParticipant): Promise<void> {
  const { session_id, nonce } = participant
  await session.run(
    db
      .insertInto('activity_participants')
      .values(participant)
      .onConflict((conflict) => conflict.columns(['launch_id', 'user_id']).doUpdateSet({ session_id, nonce })),
  )
}

/** Deletes a participant. Returns whether the user was one. */
export async function deleteParticipant(
  session: StoreSession,
  launchId: Snowflake,
  userId: Snowflake,
): Promise<boolean> {
  const deleted = await session.run(
    db.deleteFrom('activity_participants').where('launch_id', '=', launchId).where('user_id', '=', userId),
  )
  return deleted > 0
}
