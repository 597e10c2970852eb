import { ApiError, demand, type Snowflake } from '@guildhall/protocol'
import type { StampedChange } from '../../../../kernel/store/table-changes.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findOperatorRole } from '../../operators/index.ts'
import type { RaidMode, RaidParts } from '../model.ts'
import { isNewAccount, isRaidOn, mayWriteInRaid } from '../rules.ts'
import { findRaidMode } from '../store.ts'
import { recordMessage } from './save.ts'

const CHANGES: readonly StampedChange[] = ['insert instance_state', 'change instance_state']
const NAME = 'raid mode'

/**
 * Returns raid mode while it is on, else null. It is read once, until it changes. No unit of work reads it after it has
 * changed it.
 */
export async function raidModeOf(work: Work): Promise<RaidMode | null> {
  const { rendered } = work
  const stamp = rendered.stamp(CHANGES)
  let known = rendered.get<{ raid: RaidMode | null }>(NAME, stamp)
  if (!known) {
    known = { raid: await findRaidMode(work) }
    rendered.keep(NAME, stamp, known, 100)
  }
  return isRaidOn(known.raid, work.now) ? known.raid : null
}

/** An author, as raid mode knows them. */
interface Author {
  readonly id: Snowflake
  readonly bot: boolean
}

/**
 * Returns whether raid mode restricts an author: while it is on, a person's account of the last day. Operators, bots
 * and webhooks are exempt.
 */
export async function isRestrictedByRaid(work: Work, author: Author): Promise<boolean> {
  if ((await raidModeOf(work)) === null || !isNewAccount(author, work.now)) return false
  return (await findOperatorRole(work, author.id)) === null
}

/**
 * Rejects what a new account may not send in raid mode.
 *
 * @throws ApiError MISSING_PERMISSIONS (50013) for files, links, mentions of everyone and first direct messages
 */
export function demandRaidParts(parts: RaidParts): void {
  demand(mayWriteInRaid(parts))
}

/** Rejects a new account's second message within ten seconds. @throws ApiError SLOWMODE (20016) with `retry_after` */
export async function demandRaidPause(work: Work, userId: Snowflake): Promise<void> {
  const waitMs = await recordMessage(work, userId)
  if (waitMs > 0) throw new ApiError('SLOWMODE', { extra: { retry_after: waitMs / 1000, global: false } })
}
