import type { Caller } from '../../../../kernel/caller.ts'
import type { ActivityKey } from '../../../../kernel/players.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { listGuildIdsOfUser } from '../../../guild/members/index.ts'
import { areFriends, isBlockedBetween } from '../../relationships/index.ts'
import { isOfSamePublisher } from '../rules.ts'

/** Returns whether a caller may ask about an activity: by its game or as a person, and unless one blocked the other. */
export async function canAsk(work: Work, { application, userId }: Caller, key: ActivityKey): Promise<boolean> {
  if (application && application.id !== key.applicationId) {
    const other = await findApplication(work, key.applicationId)
    if (!other || !isOfSamePublisher(application, other)) return false
  }
  return !(await isBlockedBetween(work, userId, key.userId))
}

/** Returns whether presences show the activity to the caller: a friend, or a member of a common guild. */
export async function seesActivity(work: Work, caller: Caller, key: ActivityKey): Promise<boolean> {
  const presence = work.players.presenceOf(key.userId)
  if (!presence?.activities.some(({ session_id }) => session_id === key.sessionId)) return false
  if (await areFriends(work, caller.userId, key.userId, key.applicationId)) return true
  const own = new Set(await listGuildIdsOfUser(work, caller.userId))
  return (await listGuildIdsOfUser(work, key.userId)).some((guildId) => own.has(guildId))
}
