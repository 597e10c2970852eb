import { ApiError, ChannelType, has, type Instant, Permission, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../kernel/caller.ts'
import type { Channel } from '../../kernel/model.ts'
import { Int, Optional, SnowflakeId, Timestamp, Type } from '../../kernel/schema.ts'
import type { Work } from '../../kernel/work.ts'
import { findChannel, presentChannel, presentThreadMember, visibleChannel } from '../channels/index.ts'
import * as store from './store.ts'

export const ArchivedQuery = Type.Object({ before: Optional(Timestamp), limit: Optional(Int(2, 100)) })
export const ArchivedParams = Type.Object({ channel_id: SnowflakeId })
const PAGE_DEFAULT = 50

/** Threads with the caller's own thread members beside them, as the documented lists are. */
export async function presentThreads(
  work: Work,
  caller: Caller,
  threads: readonly Channel[],
): Promise<Record<string, unknown>> {
  const own = await store.listOf(
    work,
    threads.map((thread) => thread.id),
    caller.userId,
  )
  return { threads: threads.map(presentChannel), members: own.map(presentThreadMember) }
}

export type ArchivedKind = 'public' | 'private' | 'own private'

/** A page of archived threads, the last archived first. */
export async function listArchived(
  work: Work,
  caller: Caller,
  channelId: Snowflake,
  kind: ArchivedKind,
  query: { before?: Instant | undefined; limit?: number | undefined },
): Promise<Record<string, unknown>> {
  const { channel, permissions } = await visibleChannel(work, caller, channelId)
  const needed = Permission.READ_MESSAGE_HISTORY | (kind === 'private' ? Permission.MANAGE_THREADS : 0n)
  if (!has(permissions, needed)) throw new ApiError('MISSING_PERMISSIONS')
  const threads: Channel[] = []
  for (const id of await store.archivedIds(work, channel.id)) {
    const thread = await findChannel(work, id)
    const secret = thread?.type === ChannelType.PRIVATE_THREAD
    if (!thread?.thread_metadata || secret !== (kind !== 'public')) continue
    if (query.before !== undefined && thread.thread_metadata.archive_timestamp >= query.before) continue
    if (kind === 'own private' && !(await store.find(work, id, caller.userId))) continue
    threads.push(thread)
  }
  const at = (thread: Channel) => thread.thread_metadata?.archive_timestamp ?? 0
  threads.sort((a, b) => at(b) - at(a))
  const limit = query.limit ?? PAGE_DEFAULT
  return { ...(await presentThreads(work, caller, threads.slice(0, limit))), has_more: threads.length > limit }
}
