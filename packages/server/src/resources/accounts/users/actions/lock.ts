import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { findUser } from '../store.ts'

/**
 * Holds accounts against all other units of work that merge, unmerge, ban or delete them, that end all their sessions
 * or tokens, or that begin one.
 */
export async function lockAccounts(work: Work, ids: readonly Snowflake[]): Promise<void> {
  for (const id of [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1)))
    await work.lock(`account.${id}`, () => findUser(work, id))
}
