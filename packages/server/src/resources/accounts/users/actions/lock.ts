import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { findUser } from '../store.ts'

/** Holds accounts against all other units of work that merge, unmerge or ban them. */
export async function lockAccounts(work: Work, ids: readonly Snowflake[]): Promise<void> {
  for (const id of [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1)))
    await work.lock(`account.${id}`, () => findUser(work, id))
}
