import { ApiError, type Instant } from '@guildhall/protocol'
import type { ChannelAccess } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { slowmodeWaitMs } from '../rules.ts'

/**
 * Rejects a caller who must wait in a channel with slowmode. `lastAt` loads the time of their last message or thread
 * there, or null; it is not called for bots and channels without slowmode.
 *
 * @throws SLOWMODE (20016) with the seconds to wait as `retry_after`
 */
export async function demandSlowmode(
  work: Work,
  { channel, permissions }: ChannelAccess,
  caller: Caller,
  lastAt: () => Promise<Instant | null> | Instant | null,
): Promise<void> {
  const interval = channel.rate_limit_per_user
  if (interval === 0 || caller.kind === 'bot') return
  const actor = { bot: false, permissions, lastAt: await lastAt() }
  const waitMs = slowmodeWaitMs(actor, interval, work.now, work.changes)
  if (waitMs > 0) throw new ApiError('SLOWMODE', { extra: { retry_after: waitMs / 1000, global: false } })
}
