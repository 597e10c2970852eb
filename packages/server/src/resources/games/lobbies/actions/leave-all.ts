import type { Work } from '../../../../kernel/work.ts'
import type { AccountPurge } from '../../../accounts/deletions/consequences.ts'
import { listMembershipsOfPerson } from '../store.ts'
import { removeLobbyMember } from './save.ts'

/** Takes a deleted account out of its lobbies, some in each step. */
export async function leaveLobbies(work: Work, purge: AccountPurge): Promise<void> {
  for (const member of await listMembershipsOfPerson(work, purge.user.id, Math.max(purge.left, 0))) {
    await removeLobbyMember(work, member)
    purge.left -= 1
  }
}
