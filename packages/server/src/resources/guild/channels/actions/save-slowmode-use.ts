import { SLOWMODE_MAX } from '@guildhall/protocol'
import type { ChannelAccess } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { isSlowed } from '../rules.ts'
import * as store from '../slowmode-store.ts'

/**
 * Stores that a caller sends a message or starts a thread, if slowmode applies to them in the channel: the message or
 * thread may be deleted before the interval ends.
 */
export async function recordSlowmodeUse(
  work: Work,
  { channel, permissions }: Pick<ChannelAccess, 'channel' | 'permissions'>,
  caller: Caller,
  kind: store.SlowmodeKind,
): Promise<void> {
  const actor = { bot: caller.kind === 'bot', permissions }
  if (!isSlowed(actor, channel.rate_limit_per_user, work.now, work.changes)) return
  await store.putSlowmodeUse(work, { userId: caller.userId, channelId: channel.id, kind, at: work.now })
}

/** Deletes the stored times that are older than any interval. */
export function deleteEndedSlowmodeUses(work: Work): Promise<void> {
  return store.deleteSlowmodeUses(work, work.now - SLOWMODE_MAX * 1000)
}
