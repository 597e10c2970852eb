import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { listChildren } from '../../../accounts/applications/index.ts'
import { findPlatformBan, isBanActive } from '../../../accounts/platform-bans/index.ts'
import { type AccountMove, accountMoving } from '../../../accounts/users/consequences.ts'
import * as store from '../store.ts'

/** Whether a ban of the operator restricts an account: its own, or that of the account that it replaced. [SUB-9] */
export async function isRestricted(work: Work, userId: Snowflake): Promise<boolean> {
  const account = await store.findProvisionalAccount(work, userId)
  for (const id of [userId, account?.restricted_by ?? null]) {
    if (id !== null && isBanActive(await findPlatformBan(work, id), work.now)) return true
  }
  return false
}

/** Moves or copies what every resource keeps for a player, in the application and in the games of a publisher. */
export async function moveAccount(work: Work, move: AccountMove): Promise<void> {
  for (const application of [move.application, ...(await listChildren(work, move.application.id))])
    await work.follow(accountMoving, { ...move, application })
}
