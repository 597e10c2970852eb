import { ApiError } from '@guildhall/protocol'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { ownsGuild } from '../store.ts'

/** Refuses to delete the account of a guild's owner. @throws ApiError OWNERSHIP_NOT_TRANSFERRED */
export async function demandNoGuild(work: Work, user: User): Promise<void> {
  if (await ownsGuild(work, user.id)) throw new ApiError('OWNERSHIP_NOT_TRANSFERRED')
}
