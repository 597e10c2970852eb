import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../kernel/caller.ts'
import type { Work } from '../../kernel/work.ts'
import { type VisibleChannel, visibleChannel } from '../channels/index.ts'

/** A thread that the caller can see; 50024 for another channel. */
export async function visibleThread(work: Work, caller: Caller, id: Snowflake): Promise<VisibleChannel> {
  const place = await visibleChannel(work, caller, id)
  if (!place.channel.thread_metadata) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  return place
}
