import type { Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel } from '../../kernel/model.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import type { Work } from '../../kernel/work.ts'
import {
  isOpenThread,
  membershipsOf,
  presentChannel,
  presentThreadFor,
  presentThreadMember,
} from '../../resources/channels/index.ts'

type Wire = Record<string, unknown>

function openThreads(view: GuildView, viewer: Viewer): Channel[] {
  return [...view.channels.values()].filter((channel) => isOpenThread(channel) && viewer.sees(channel.id))
}

/** The open threads that GUILD_CREATE lists, each with the user's own membership. */
export async function threadsFor(work: Work, view: GuildView, viewer: Viewer, userId: Snowflake): Promise<Wire[]> {
  const threads = openThreads(view, viewer)
  const ids = threads.map((thread) => thread.id)
  const own = await membershipsOf(work, userId, ids)
  return threads.map((thread) => presentThreadFor(thread, own.get(thread.id)))
}

/** THREAD_LIST_SYNC: the open threads of channels that the user has come to see. */
export async function threadListSync(
  work: Work,
  view: GuildView,
  viewer: Viewer,
  userId: Snowflake,
  channelIds: readonly Snowflake[],
): Promise<Wire> {
  const inside = ({ parent_id }: Channel) => parent_id !== null && channelIds.includes(parent_id)
  const threads = openThreads(view, viewer).filter(inside)
  const ids = threads.map((thread) => thread.id)
  const own = await membershipsOf(work, userId, ids)
  return {
    guild_id: view.id.toString(),
    channel_ids: channelIds.map(String),
    threads: threads.map(presentChannel),
    members: [...own.values()].map(presentThreadMember),
  }
}
