import type { Work } from '../../../../kernel/work.ts'
import type { AccountPurge } from '../../../accounts/deletions/consequences.ts'
import { listGuildIdsOfUser } from '../store.ts'
import { removeMember } from './save.ts'

/** Rows that the end of a membership counts for: names, threads and roles go with it. */
const ROWS_EACH = 100

/** Ends the memberships of a deleted account, some guilds in each step. */
export async function leaveGuilds(work: Work, purge: AccountPurge): Promise<void> {
  for (const guildId of await listGuildIdsOfUser(work, purge.user.id)) {
    if (purge.left <= 0) return
    await removeMember(work, guildId, purge.user)
    purge.left -= ROWS_EACH
  }
}
