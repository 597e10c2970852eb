import type { EndedSession } from '../../../../kernel/session-points.ts'
import type { Work } from '../../../../kernel/work.ts'
import * as store from '../store.ts'
import { removeMember } from './save.ts'

/** Removes a user whose last session ended from the guilds where they are a temporary member without a role. */
export async function endTemporaryMemberships(work: Work, { user, guildIds, last }: EndedSession): Promise<void> {
  if (!last) return
  for (const { guild_id, temporary, roles } of await store.listMembershipsOfUser(work, user.id))
    if (temporary && roles.length === 0 && guildIds.includes(guild_id)) await removeMember(work, guild_id, user)
}
