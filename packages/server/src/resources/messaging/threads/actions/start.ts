import { ACTIVE_THREADS_MAX, ApiError, ChannelType, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { newChannel } from '../../../guild/channels/index.ts'
import { isActiveThread, type StoredThreadMember } from '../model.ts'
import { createThread } from './save.ts'

const AUTO_ARCHIVE_MINUTES_DEFAULT = 1440

/** Fields of a new thread. */
export interface ThreadStart {
  /** Id of the message that the thread starts from, else a new id. */
  id: Snowflake
  type: number
  name: string
  ownerId: Snowflake
  /** False for a webhook, which cannot be a member. */
  ownerJoins: boolean
  autoArchiveMinutes?: number | null | undefined
  slowmodeSeconds?: number | null | undefined
  invitable?: boolean | null | undefined
  appliedTags?: readonly Snowflake[] | null | undefined
}

/**
 * Starts a thread. The caller has applied the rules. Returns the thread, and its owner as a member.
 *
 * @throws TOO_MANY_ACTIVE_THREADS (160006) at the guild's limit of active threads
 */
export async function startThread(
  work: Work,
  view: GuildView,
  parent: Channel,
  start: ThreadStart,
): Promise<{ thread: Channel; member: StoredThreadMember | undefined }> {
  let active = 0
  for (const channel of view.channels.values()) if (isActiveThread(channel)) active += 1
  if (active >= ACTIVE_THREADS_MAX) throw new ApiError('TOO_MANY_ACTIVE_THREADS')
  const thread = newChannel({
    id: start.id,
    guild_id: view.id,
    type: start.type,
    name: start.name,
    parent_id: parent.id,
    owner_id: start.ownerId,
    rate_limit_per_user: start.slowmodeSeconds ?? parent.default_thread_rate_limit_per_user,
    applied_tags: [...new Set(start.appliedTags)],
    member_count: start.ownerJoins ? 1 : 0,
    thread_metadata: {
      archived: false,
      auto_archive_duration:
        start.autoArchiveMinutes ?? parent.default_auto_archive_duration ?? AUTO_ARCHIVE_MINUTES_DEFAULT,
      archive_timestamp: work.now,
      locked: false,
      invitable: start.type === ChannelType.PRIVATE_THREAD ? (start.invitable ?? true) : null,
      create_timestamp: work.now,
    },
  })
  const member = await createThread(work, view, thread, { ownerJoins: start.ownerJoins })
  return { thread, member }
}
