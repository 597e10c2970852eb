import type { EndedSession } from '../../../../kernel/session-points.ts'
import type { Work } from '../../../../kernel/work.ts'
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
