import { MessageObject, ThreadMemberObject, ThreadObject } from '@guildhall/protocol'
import type { AttachmentSigner } from '../../../kernel/attachment-urls.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Work } from '../../../kernel/work.ts'
import { Optional, type Static, Type } from '../../../validation/schema.ts'
import { listChannelsById, presentThread } from '../../channels/index.ts'
import { listMembershipsOfUser, presentThreadMember } from '../../threads/index.ts'
import { presentFor } from '../content.ts'
import { shownMessages } from '../list.ts'
import type { Found } from './search.ts'

const FoundMessage = Type.Object({ ...MessageObject.properties, hit: Optional(Type.Boolean()) })

/** Response of a search. */
export const SearchResult = Type.Object({
  doing_deep_historical_index: Type.Boolean(),
  total_results: Type.Integer(),
  messages: Type.Array(Type.Array(FoundMessage)),
  threads: Optional(Type.Array(ThreadObject)),
  members: Optional(Type.Array(ThreadMemberObject)),
})

/** Returns the response of a search: each message in a list with one entry, without reactions, and their threads. */
export async function showFound(
  work: Work,
  caller: Caller,
  view: GuildView,
  { total, messages }: Found,
  urls: AttachmentSigner,
): Promise<Static<typeof SearchResult>> {
  const shown = await shownMessages(work, messages, caller.userId)
  const places = [...new Set(messages.map((message) => message.channel_id))]
  const threads = (
    await listChannelsById(
      work,
      places.filter((id) => !view.channels.has(id)),
    )
  ).values()
  const open = places.flatMap((id) => view.channels.get(id) ?? [])
  const inThreads = [...open, ...threads].filter((channel) => channel.thread_metadata)
  const own = await listMembershipsOfUser(
    work,
    caller.userId,
    inThreads.map((thread) => thread.id),
  )
  return {
    doing_deep_historical_index: false,
    total_results: total,
    messages: shown.map((message) => {
      const { reactions: _, ...wire } = presentFor(caller, message, urls)
      return [{ ...wire, hit: true }]
    }),
    ...(inThreads.length > 0 ? { threads: inThreads.map(presentThread) } : {}),
    ...(own.size > 0 ? { members: [...own.values()].map(presentThreadMember) } : {}),
  }
}
