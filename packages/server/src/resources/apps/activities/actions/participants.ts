import type { Snowflake } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { EndedSession, RestoredSessions } from '../../../../kernel/session-points.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { RunningActivity } from '../events.ts'
import type { StoredActivityInstance } from '../model.ts'
import * as store from '../store.ts'
import { loadRunning } from './load-running.ts'
import { deleteParticipants, expelParticipants } from './save.ts'

/**
 * Runs a change of the participants in a channel after all others there. Otherwise two participants who leave at once
 * would each see the other one, and the activity would not end.
 */
export async function oneByOne<T>(
  work: Work,
  { guild_id, channel_id }: Pick<StoredActivityInstance, 'guild_id' | 'channel_id'>,
  change: () => Promise<T>,
): Promise<T> {
  if (guild_id === null) return work.lock(`activities.${channel_id}`, change)
  await work.view(guild_id) // holds the lock of the guild
  return change()
}

/**
 * Removes a user from an activity, which ends with its last participant. Returns whether the user took part with this
 * session, or without any.
 */
export async function leaveInstance(
  work: Work,
  instance: StoredActivityInstance,
  userId: Snowflake,
  sessionId: string,
): Promise<boolean> {
  return oneByOne(work, instance, async () => {
    const participants = await store.listParticipants(work, instance.launch_id)
    const own = participants.find(({ user_id }) => user_id === userId)
    if (own?.session_id !== sessionId && own?.session_id !== '') return false
    await deleteParticipants(work, instance, [userId])
    return true
  })
}

/** Removes users who may not stay in an activity. */
export async function removeParticipants(
  work: Work,
  instance: StoredActivityInstance,
  userIds: readonly Snowflake[],
): Promise<void> {
  await oneByOne(work, instance, () => expelParticipants(work, instance, userIds))
}

/** Ends all activities of an application that is deleted or has no activity any more. */
export async function endActivities(work: Work, application: Application): Promise<void> {
  for (const instance of await store.listInstances(work, { applicationId: application.id })) {
    const joined = await store.listParticipants(work, instance.launch_id)
    await removeParticipants(
      work,
      instance,
      joined.map(({ user_id }) => user_id),
    )
  }
}

/** Removes a gateway session that ended from its activities. */
export async function leaveActivities(work: Work, { id, user, last }: EndedSession): Promise<void> {
  await leaveWithSession(work, id, last ? user.id : null)
}

/** Removes the sessions from activities that were lost in a crash, because no other event would end them. */
export async function leaveActivitiesOfLostSessions(work: Work, { isAlive }: RestoredSessions): Promise<void> {
  for (const id of await store.listParticipatingSessions(work)) if (!isAlive(id)) await leaveWithSession(work, id, null)
}

/** @param lastOf user whose last session this was; their participations without a session end too */
async function leaveWithSession(work: Work, sessionId: string, lastOf: Snowflake | null): Promise<void> {
  for (const { launch_id, user_id } of await store.listParticipationsOfSession(work, sessionId, lastOf)) {
    const instance = await store.findActivityInstance(work, launch_id)
    if (instance) await leaveInstance(work, instance, user_id, sessionId)
  }
}

/** Returns the running activities of a guild or of some channels with their participants. */
export async function runningActivities(
  work: Work,
  where: Parameters<typeof store.listInstances>[1],
): Promise<RunningActivity[]> {
  const running = []
  for (const instance of await store.listInstances(work, where)) running.push(await loadRunning(work, instance))
  return running
}
