import { ChannelType, type Instant, type Snowflake, snowflakeTime } from '@guildhall/protocol'
import type { Channel } from '../../../kernel/model.ts'

const MINUTE_MS = 60_000

/** Types of the threads that everyone who can view the parent can view. */
export const PUBLIC_THREAD_TYPES: readonly number[] = [ChannelType.PUBLIC_THREAD, ChannelType.ANNOUNCEMENT_THREAD]

export interface StoredThreadMember {
  /** The thread. */
  readonly channel_id: Snowflake
  readonly user_id: Snowflake
  readonly joined_at: Instant
  readonly flags: number
}

/** Returns the row of a user who joins a thread at a time. */
export function newThreadMember(thread: Pick<Channel, 'id'>, userId: Snowflake, at: Instant): StoredThreadMember {
  return { channel_id: thread.id, user_id: userId, joined_at: at, flags: 1 }
}

/** Returns whether a channel is a thread that is not archived. */
export function isActiveThread(channel: Channel): boolean {
  return channel.thread_metadata !== null && !channel.thread_metadata.archived
}

/** Returns when a thread is archived if no further message is sent in it; infinity for other channels. */
export function archivesAt(thread: Channel): Instant {
  const metadata = thread.thread_metadata
  if (!metadata) return Number.POSITIVE_INFINITY
  const lastMessageAt = thread.last_message_id === null ? 0 : snowflakeTime(thread.last_message_id)
  return Math.max(lastMessageAt, metadata.archive_timestamp) + metadata.auto_archive_duration * MINUTE_MS
}
