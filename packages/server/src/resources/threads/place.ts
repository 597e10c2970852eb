import { ApiError, type Snowflake } from '@guildhall/protocol'
import { channelForCaller } from '../../access/channel.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Member, ThreadMetadata } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'

export interface VisibleThread {
  readonly thread: Channel
  readonly metadata: ThreadMetadata
  readonly view: GuildView
  readonly member: Member
  readonly permissions: bigint
  /** Did the caller start it? */
  readonly owner: boolean
}

/** A thread that the caller can see; 50024 for another channel. */
export async function visibleThread(work: Work, caller: Caller, id: Snowflake): Promise<VisibleThread> {
  const { channel: thread, view, member, permissions } = await channelForCaller(work, caller, id)
  const metadata = thread.thread_metadata
  if (!metadata || !view || !member) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  return { thread, metadata, view, member, permissions, owner: thread.owner_id === caller.userId }
}
