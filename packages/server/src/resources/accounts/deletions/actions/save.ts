import type { Snowflake } from '@guildhall/protocol'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { filesDropped } from '../../files/jobs.ts'
import { saveDeletedUser } from '../../users/index.ts'
import type { AccountPurge } from '../consequences.ts'
import type { AccountDeletion } from '../model.ts'
import * as store from '../store.ts'

/** Stores a deletion, planned or done. */
export function saveDeletion(work: Work, deletion: AccountDeletion): Promise<void> {
  return store.putDeletion(work, deletion)
}

/** Takes a planned deletion back. */
export function removeDeletion(work: Work, userId: Snowflake): Promise<void> {
  return store.deleteDeletion(work, userId)
}

/** Takes the identity of a person away: name, address, password, factors, pictures, and their names in logs. */
export async function removeIdentity(work: Work, user: User): Promise<void> {
  await store.scrubOperatorsLog(work, user)
  await store.scrubFreeTexts(work, user)
  await store.removeTraces(work, user)
  await store.scrubDirectory(work, user.id)
  const images = (['avatar', 'banner'] as const).filter((image) => user[image] !== null)
  const keys = images.map((image) => `images/${image}s/${user.id}/${user[image]}`)
  await saveDeletedUser(work, user)
  if (keys.length > 0) await work.schedule(filesDropped, '', work.now, { keys, channelIds: [] })
}

/** Removes rows about a deleted account that nobody else sees, some in each step. */
export async function removeRows(work: Work, purge: AccountPurge): Promise<void> {
  for (const rows of store.PERSONAL_ROWS) {
    if (purge.left <= 0) return
    purge.left -= await store.removePersonalRows(work, rows, { userId: purge.user.id, limit: purge.left })
  }
}
