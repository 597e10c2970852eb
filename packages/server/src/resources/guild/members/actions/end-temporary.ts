import type { EndedSession, LostUsers } from '../../../../kernel/session-points.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findUser } from '../../../accounts/users/index.ts'
import * as store from '../store.ts'
import { removeMember } from './save.ts'

/**
 * Removes a user whose last session ended from the guilds where they are a temporary member without a role. The session
 * may not know the guild yet, which the user joined by another node.
 */
export async function endTemporaryMemberships(work: Work, { user, last }: EndedSession): Promise<void> {
  if (!last) return
  for (const { guild_id, temporary, roles } of await store.listMembershipsOfUser(work, user.id))
    if (temporary && roles.length === 0) await removeMember(work, guild_id, user)
}

/** Removes users who have no session any more from the guilds where they are temporary members without a role. */
export async function endTemporaryMembershipsOf(work: Work, { userIds }: LostUsers): Promise<void> {
  for (const { guild_id, user_id } of await store.listTemporaryMembers(work, userIds)) {
    const user = await findUser(work, user_id)
    if (user) await removeMember(work, guild_id, user)
  }
}
