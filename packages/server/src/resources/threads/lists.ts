import { ApiError, ChannelType, has, type Snowflake, type ThreadListObject } from '@guildhall/protocol'
import { type ChannelAccess, channelForCaller } from '../../access/channel.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Channel } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { Int, Optional, SnowflakeId, Timestamp, Type } from '../../validation/schema.ts'
import { isForum, membershipsOf, presentThread, presentThreadMember } from '../channels/index.ts'

export const ArchivedParams = Type.Object({ channel_id: SnowflakeId })
const limit = Optional(Int(2, 100))
export const ArchivedQuery = Type.Object({ before: Optional(Timestamp), limit })
export const ArchivedByIdQuery = Type.Object({ before: Optional(SnowflakeId), limit })
const PAGE_DEFAULT = 50

export const PUBLIC_TYPES: readonly number[] = [ChannelType.PUBLIC_THREAD, ChannelType.ANNOUNCEMENT_THREAD]

/** Returns threads and the caller's own thread members. */
export async function presentThreads(
  work: Work,
  caller: Caller,
  threads: readonly Channel[],
): Promise<ThreadListObject> {
  const ids = threads.map((thread) => thread.id)
  const own = await membershipsOf(work, caller.userId, ids)
  return { threads: threads.map(presentThread), members: [...own.values()].map(presentThreadMember) }
}

/** Returns a channel that can have threads. Throws 50001 or 50013 for callers without `permission`. */
export async function channelWithThreads(
  work: Work,
  caller: Caller,
  id: Snowflake,
  permission: bigint,
): Promise<ChannelAccess> {
  const place = await channelForCaller(work, caller, id)
  const { type } = place.channel
  const text = type === ChannelType.GUILD_TEXT || type === ChannelType.GUILD_ANNOUNCEMENT
  if (!text && !isForum(type)) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  if (!has(place.permissions, permission)) throw new ApiError('MISSING_PERMISSIONS')
  return place
}

/** Returns a page of threads; `list` loads one more, which tells whether there is another page. */
export async function pageOfThreads(
  work: Work,
  caller: Caller,
  limitAsked: number | undefined,
  list: (limit: number) => Promise<Channel[]>,
): Promise<ThreadListObject> {
  const size = limitAsked ?? PAGE_DEFAULT
  const threads = await list(size + 1)
  const page = await presentThreads(work, caller, threads.slice(0, size))
  return { ...page, has_more: threads.length > size }
}
