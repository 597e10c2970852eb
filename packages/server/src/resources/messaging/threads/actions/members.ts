import { ApiError, type Snowflake, THREAD_MEMBERS_MAX } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { countThreadMembers, findThreadMember, listThreadMembers } from '../store.ts'
import { insertMembers } from './save.ts'

/**
 * Adds a user to a thread. Returns false for a user who is a member already.
 *
 * @throws TOO_MANY_THREAD_PARTICIPANTS (30033) at 1000 members
 */
export async function addThreadMember(
  work: Work,
  view: GuildView,
  thread: Channel,
  userId: Snowflake,
): Promise<boolean> {
  if (await findThreadMember(work, thread.id, userId)) return false
  const count = await countThreadMembers(work, thread.id)
  if (count >= THREAD_MEMBERS_MAX) throw new ApiError('TOO_MANY_THREAD_PARTICIPANTS')
  await insertMembers(work, view, thread, { userIds: [userId], count })
  return true
}

/** Adds users to a thread, up to its limit of members. One event lists them all, so that a role costs one event. */
export async function addThreadMembers(
  work: Work,
  view: GuildView,
  thread: Channel,
  userIds: Iterable<Snowflake>,
): Promise<void> {
  const present = await listThreadMembers(work, thread.id, { after: -1n, limit: THREAD_MEMBERS_MAX })
  const known = new Set(present.map(({ user_id }) => user_id))
  const fresh = [...new Set(userIds)].filter((id) => !known.has(id))
  const fitting = fresh.slice(0, Math.max(THREAD_MEMBERS_MAX - known.size, 0))
  if (fitting.length > 0) await insertMembers(work, view, thread, { userIds: fitting, count: known.size })
}
