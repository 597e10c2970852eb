import { ApiError, ChannelFlag, type Instant, type Snowflake } from '@guildhall/protocol'
import type { Channel } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findChannel } from '../../../guild/channels/index.ts'
import { archivesAt, isActiveThread } from '../model.ts'
import { newestArchiveTime } from '../store.ts'
import { auditThread, saveMessageCounts, saveThread, scheduleArchive } from './save.ts'

/** Changes of a thread; fields that are left out or undefined stay. */
export interface ThreadChange {
  archived?: boolean | undefined
  locked?: boolean | undefined
  invitable?: boolean | undefined
  auto_archive_duration?: number | undefined
  name?: string
  rate_limit_per_user?: number
  flags?: number
  applied_tags?: Snowflake[]
}

/** Applies changes to a thread that a rule has allowed, and writes the audit log entry. */
export async function editThread(work: Work, thread: Channel, change: ThreadChange): Promise<Channel> {
  const changed = await applyChange(work, thread, change)
  await auditThread(work, changed.guild_id ?? 0n, thread, changed)
  return changed
}

async function applyChange(work: Work, thread: Channel, change: ThreadChange): Promise<Channel> {
  const metadata = thread.thread_metadata
  if (!metadata || thread.guild_id === null) throw new ApiError('UNKNOWN_CHANNEL')
  const { archived = metadata.archived, locked, invitable, auto_archive_duration, ...fields } = change
  const duration = auto_archive_duration ?? metadata.auto_archive_duration
  const postponed = archived !== metadata.archived || duration !== metadata.auto_archive_duration
  const changed: Channel = {
    ...thread,
    ...fields,
    thread_metadata: {
      ...metadata,
      archived,
      archive_timestamp: postponed ? await changeTime(work, thread, archived) : metadata.archive_timestamp,
      locked: locked ?? metadata.locked,
      auto_archive_duration: duration,
      invitable: metadata.invitable === null ? null : (invitable ?? metadata.invitable),
    },
  }
  // Archiving a forum post unpins it.
  if (archived && !metadata.archived) changed.flags &= ~ChannelFlag.PINNED
  await saveThread(work, thread.guild_id, thread, changed)
  return changed
}

/** Pages of archived threads begin before a time, so two threads of a channel are not archived at one time. */
async function changeTime(work: Work, thread: Channel, archived: boolean): Promise<Instant> {
  const newest = archived && thread.parent_id !== null ? await newestArchiveTime(work, thread.parent_id) : undefined
  return Math.max(work.now, (newest ?? 0) + 1)
}

/** Archives a thread without recent messages, else schedules itself again. Job `thread-archive`. */
export async function archiveIdleThread(
  work: Work,
  { guildId, threadId }: { guildId: Snowflake; threadId: Snowflake },
): Promise<void> {
  const view = await work.view(guildId)
  const thread = view?.channels.get(threadId) ?? (await findChannel(work, threadId))
  if (!view || !thread || !isActiveThread(thread)) return
  if (thread.flags & ChannelFlag.PINNED || archivesAt(thread) > work.now)
    return scheduleArchive(work, postpone(thread, work.now))
  await applyChange(work, thread, { archived: true })
}

/** Returns a pinned post as if it were new, so that the job is due again later: the post may be unpinned by then. */
function postpone(thread: Channel, at: Instant): Channel {
  const metadata = thread.thread_metadata
  if (!metadata || archivesAt(thread) > at) return thread
  return { ...thread, thread_metadata: { ...metadata, archive_timestamp: at } }
}

/** Unarchives a thread that a message is about to be sent in. */
export async function unarchiveForMessage(work: Work, thread: Channel): Promise<Channel> {
  const current = (await findChannel(work, thread.id)) ?? thread
  return current.thread_metadata?.archived ? applyChange(work, current, { archived: false }) : current
}

/**
 * Adds a message that is about to be sent to the count of its thread. Events about the thread that come before
 * MESSAGE_CREATE have to be emitted before: clients add the message by that.
 */
export async function countNewMessage(work: Work, threadId: Snowflake): Promise<void> {
  const thread = await findChannel(work, threadId)
  if (!thread) return
  const { message_count, total_message_sent } = thread
  await saveMessageCounts(work, thread, {
    message_count: message_count + 1,
    total_message_sent: total_message_sent + 1,
  })
}

/** Subtracts deleted messages from the count of a thread. `total_message_sent` stays. */
export async function countDeletedMessages(work: Work, threadId: Snowflake, deleted: number): Promise<void> {
  const thread = deleted > 0 ? await findChannel(work, threadId) : undefined
  if (!thread?.thread_metadata) return
  const { message_count, total_message_sent } = thread
  await saveMessageCounts(work, thread, { message_count: Math.max(message_count - deleted, 0), total_message_sent })
}
