import { snowflakeTime } from '@guildhall/protocol'
import type { ChannelAccess } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { demandSlowmode, recordSlowmodeUse, SlowmodeKind } from '../../../guild/channels/index.ts'
import { findLastMessageId } from '../store.ts'

/** Rejects a person who sent a message within the channel's slowmode interval. [PRM-16] [PRM-17] [PRM-18] */
export async function demandMessageSlowmode(work: Work, access: ChannelAccess, caller: Caller): Promise<void> {
  const lastAt = async () => {
    const id = await findLastMessageId(work, access.channel.id, caller.userId)
    return id === undefined ? null : snowflakeTime(id)
  }
  await demandSlowmode(work, access, caller, { kind: SlowmodeKind.MESSAGE, lastAt })
}

/** Stores that a caller sends a message now, where slowmode applies to them. */
export function recordMessageForSlowmode(
  work: Work,
  place: Pick<ChannelAccess, 'channel' | 'permissions'>,
  caller: Caller,
): Promise<void> {
  return recordSlowmodeUse(work, place, caller, SlowmodeKind.MESSAGE)
}
