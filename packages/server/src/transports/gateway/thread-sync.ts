import type { Snowflake, ThreadListSyncObject, ThreadObject } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel } from '../../kernel/model.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import type { Work } from '../../kernel/work.ts'
import { presentThread } from '../../resources/guild/channels/index.ts'
import {
  isActiveThread,
  listMembershipsOfUser,
  presentThreadFor,
  presentThreadMember,
} from '../../resources/messaging/threads/index.ts'

/** Returns the open threads that a viewer sees, the newest first as in List Active Guild Threads. */
function openThreads(view: GuildView, viewer: Viewer): Channel[] {
  return [...view.channels.values()]
    .filter((channel) => isActiveThread(channel) && viewer.sees(channel.id))
    .sort((one, other) => (one.id < other.id ? 1 : -1))
}

/** Returns the open threads in GUILD_CREATE, each with the user's thread member. */
export async function threadsFor(
  work: Work,
  view: GuildView,
  viewer: Viewer,
  userId: Snowflake,
): Promise<ThreadObject[]> {
  const threads = openThreads(view, viewer)
  const ids = threads.map((thread) => thread.id)
  const own = await listMembershipsOfUser(work, userId, ids)
  return threads.map((thread) => presentThreadFor(thread, own.get(thread.id)))
}

/** Returns the `d` of THREAD_LIST_SYNC: the open threads of channels that became visible to the user. */
export async function threadListSync(
  work: Work,
  view: GuildView,
  viewer: Viewer,
  userId: Snowflake,
  channelIds: readonly Snowflake[],
): Promise<ThreadListSyncObject> {
  const inside = ({ parent_id }: Channel) => parent_id !== null && channelIds.includes(parent_id)
  const threads = openThreads(view, viewer).filter(inside)
  const ids = threads.map((thread) => thread.id)
  const own = await listMembershipsOfUser(work, userId, ids)
  return {
    guild_id: view.id.toString(),
    channel_ids: channelIds.map(String),
    threads: threads.map(presentThread),
    members: [...own.values()].map(presentThreadMember),
  }
}
