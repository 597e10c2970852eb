import { ApiError } from '@guildhall/protocol'
import type { ChannelAccess } from '../../access/channel.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Work } from '../../kernel/work.ts'

import { slowmodeWaitMs } from '../messages/index.ts'

/** A person starts one thread in each interval of the channel's slowmode. [PRM-16] [PRM-17] [PRM-18] */
export function awaitSlowmode(work: Work, { channel, view, permissions }: ChannelAccess, caller: Caller): void {
  if (channel.rate_limit_per_user === 0 || caller.kind === 'bot') return
  let last: number | null = null
  for (const { owner_id, thread_metadata } of view?.threadsOf(channel.id) ?? [])
    if (owner_id === caller.userId) last = Math.max(last ?? 0, thread_metadata?.create_timestamp ?? 0)
  const writer = { bot: false, permissions, lastMessageAt: last }
  const waitMs = slowmodeWaitMs(writer, channel.rate_limit_per_user, work.now, work.changes)
  if (waitMs > 0) throw new ApiError('SLOWMODE', { extra: { retry_after: waitMs / 1000, global: false } })
}
