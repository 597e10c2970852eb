import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { AccountPurge } from '../../../accounts/deletions/consequences.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { noRelationship, type StoredRelationship } from '../model.ts'
import { listRelationships, listRelationshipsOfOthers } from '../store.ts'
import { lockParties } from './parties.ts'
import { saveRelationship } from './save.ts'

/** Ends the relationships of a deleted account, those that others have to it too. */
export async function endRelationships(work: Work, purge: AccountPurge): Promise<void> {
  const { user } = purge
  const own = await listRelationships(work, user.id)
  const ofOthers = await listRelationshipsOfOthers(work, user.id)
  const some = [...own, ...ofOthers].slice(0, Math.max(purge.left, 0))
  const others = await listUsers(
    work,
    some.map(({ user_id, other_id }) => (user_id === user.id ? other_id : user_id)),
  )
  for (const relationship of some) {
    const other = others.get(relationship.user_id === user.id ? relationship.other_id : relationship.user_id)
    if (other)
      await lockParties(work, { user, other, applicationId: 0n }, () => end(work, relationship, { user, other }))
  }
  purge.left -= some.length
}

function end(work: Work, before: StoredRelationship, { user, other }: { user: User; other: User }): Promise<void> {
  return saveRelationship(work, { before, after: noRelationship(before) }, before.user_id === user.id ? other : user)
}
