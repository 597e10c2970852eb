import { ApiError, ChannelType, has, lacking, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../kernel/caller.ts'
import type { GuildView } from '../kernel/guild-view.ts'
import type { Channel, Member, ThreadMetadata } from '../kernel/model.ts'
import type { Work } from '../kernel/work.ts'
import { isForum } from '../resources/guild/channels/model.ts'
import { type ChannelAccess, channelForCaller } from './channel.ts'

/** A thread with what the caller may do there. */
export interface ThreadAccess {
  readonly thread: Channel
  readonly metadata: ThreadMetadata
  readonly view: GuildView
  readonly member: Member
  readonly permissions: bigint
  /** Whether the caller started the thread. */
  readonly owner: boolean
}

/**
 * Returns a thread for a caller who can view it.
 *
 * @throws the errors of `channelForCaller`; CANNOT_EXECUTE_ON_CHANNEL_TYPE (50024) for any other channel
 */
export async function threadForCaller(work: Work, caller: Caller, threadId: Snowflake): Promise<ThreadAccess> {
  const { channel: thread, view, member, permissions } = await channelForCaller(work, caller, threadId)
  const metadata = thread.thread_metadata
  if (!metadata || !view || !member) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  return { thread, metadata, view, member, permissions, owner: thread.owner_id === caller.userId }
}

/**
 * Returns a channel that can contain threads, for a caller with `permission` there.
 *
 * @throws the errors of `channelForCaller`; CANNOT_EXECUTE_ON_CHANNEL_TYPE (50024) for any other channel
 */
export async function threadParentForCaller(
  work: Work,
  caller: Caller,
  channelId: Snowflake,
  permission: bigint,
): Promise<ChannelAccess> {
  const access = await channelForCaller(work, caller, channelId)
  const { type } = access.channel
  const text = type === ChannelType.GUILD_TEXT || type === ChannelType.GUILD_ANNOUNCEMENT
  if (!text && !isForum(type)) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  if (!has(access.permissions, permission)) throw lacking(permission)
  return access
}
