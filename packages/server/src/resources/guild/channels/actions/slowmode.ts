import { ApiError, type Instant } from '@guildhall/protocol'
import type { ChannelAccess } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { isSlowed, slowmodeWaitMs } from '../rules.ts'
import { findSlowmodeUse, type SlowmodeKind } from '../slowmode-store.ts'

/**
 * Rejects a caller who must wait in a channel with slowmode. `lastAt` loads the time of the last message or thread of
 * theirs that exists, or null: it may be from before the slowmode. It is not called where slowmode does not apply.
 *
 * @throws SLOWMODE (20016) with the seconds to wait as `retry_after`
 */
export async function demandSlowmode(
  work: Work,
  { channel, permissions }: ChannelAccess,
  caller: Caller,
  { kind, lastAt }: { kind: SlowmodeKind; lastAt: () => Promise<Instant | null> | Instant | null },
): Promise<void> {
  const interval = channel.rate_limit_per_user
  const actor = { bot: caller.kind === 'bot', permissions }
  if (!isSlowed(actor, interval, work.now, work.changes)) return
  const used = await findSlowmodeUse(work, { userId: caller.userId, channelId: channel.id, kind })
  const existing = await lastAt()
  const last = used === null || existing === null ? (used ?? existing) : Math.max(used, existing)
  const waitMs = slowmodeWaitMs({ ...actor, lastAt: last }, interval, work.now, work.changes)
  if (waitMs > 0) throw new ApiError('SLOWMODE', { extra: { retry_after: waitMs / 1000, global: false } })
}
