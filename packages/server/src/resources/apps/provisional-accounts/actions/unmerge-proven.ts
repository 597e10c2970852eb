import { ApiError } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { lockAccounts } from '../../../accounts/users/index.ts'
import { findProven, type Proof } from './proofs.ts'
import { deauthorize } from './unmerge.ts'

/**
 * Separates the player whom a proof names from their full account.
 *
 * @throws ApiError UNKNOWN_USER for an unknown player, CANNOT_UNMERGE_PROVISIONAL for one without a full account
 */
export async function unmergeProven(work: Work, application: Application, proof: Proof): Promise<void> {
  const found = await findProven(work, application, proof)
  if (!found) throw new ApiError('UNKNOWN_USER')
  await lockAccounts(work, [found.user.id])
  const user = (await findProven(work, application, proof))?.user
  if (!user) throw new ApiError('UNKNOWN_USER')
  if (user.provisional_for !== null) throw new ApiError('CANNOT_UNMERGE_PROVISIONAL')
  await deauthorize(work, { application, user })
}
