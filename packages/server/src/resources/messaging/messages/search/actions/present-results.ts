import type { AttachmentSigner } from '../../../../../kernel/attachment-urls.ts'
import type { Caller } from '../../../../../kernel/caller.ts'
import type { GuildView } from '../../../../../kernel/guild-view.ts'
import type { Work } from '../../../../../kernel/work.ts'
import { listChannelsById, presentThread } from '../../../../guild/channels/index.ts'
import { listMembershipsOfUser, presentThreadMember } from '../../../threads/index.ts'
import { hydrateMessages } from '../../actions/hydrate.ts'
import { presentMessageForCaller } from '../../content-present.ts'
import type { SearchResult } from '../requests.ts'
import type { Found } from './search.ts'

/** Returns the response of a search: each message in its own list and without reactions, and their threads. */
export async function presentResults(
  work: Work,
  caller: Caller,
  view: GuildView,
  { total, messages }: Found,
  urls: AttachmentSigner,
): Promise<SearchResult> {
  const hydrated = await hydrateMessages(work, messages, caller.userId)
  const channelIds = [...new Set(messages.map((message) => message.channel_id))]
  const open = channelIds.flatMap((id) => view.channels.get(id) ?? [])
  const archived = await listChannelsById(
    work,
    channelIds.filter((id) => !view.channels.has(id)),
  )
  const threads = [...open, ...archived.values()].filter((channel) => channel.thread_metadata)
  const memberships = await listMembershipsOfUser(
    work,
    caller.userId,
    threads.map((thread) => thread.id),
  )
  return {
    doing_deep_historical_index: false,
    total_results: total,
    messages: hydrated.map((message) => {
      const { reactions: _, ...object } = presentMessageForCaller(caller, message, urls)
      return [{ ...object, hit: true }]
    }),
    ...(threads.length > 0 ? { threads: threads.map(presentThread) } : {}),
    ...(memberships.size > 0 ? { members: [...memberships.values()].map(presentThreadMember) } : {}),
  }
}
