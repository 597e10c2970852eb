import type { ChannelAccess } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { demandSlowmode, recordSlowmodeUse, SlowmodeKind } from '../../../guild/channels/index.ts'

/**
 * Rejects a person who started a thread within the channel's slowmode interval, and stores that another one is started
 * now. [PRM-16] [PRM-17] [PRM-18]
 */
export async function useThreadSlowmode(work: Work, access: ChannelAccess, caller: Caller): Promise<void> {
  const lastAt = () => {
    let last: number | null = null
    for (const { owner_id, thread_metadata } of access.view?.threadsOf(access.channel.id) ?? [])
      if (owner_id === caller.userId) last = Math.max(last ?? 0, thread_metadata?.create_timestamp ?? 0)
    return last
  }
  await demandSlowmode(work, access, caller, { kind: SlowmodeKind.THREAD, lastAt })
  await recordSlowmodeUse(work, access, caller, SlowmodeKind.THREAD)
}
