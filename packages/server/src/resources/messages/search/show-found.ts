import type { Caller } from '../../../kernel/caller.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Work } from '../../../kernel/work.ts'
import { listChannelsById, membershipsOf, presentChannel, presentThreadMember } from '../../channels/index.ts'
import { presentFor } from '../content.ts'
import { shownMessages } from '../list.ts'
import type { Found } from './search.ts'

/** The documented answer: each message in a list of its own, without reactions, and the threads that they stand in. */
export async function showFound(
  work: Work,
  caller: Caller,
  view: GuildView,
  { total, messages }: Found,
): Promise<Record<string, unknown>> {
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
  const own = await membershipsOf(
    work,
    caller.userId,
    inThreads.map((thread) => thread.id),
  )
  return {
    doing_deep_historical_index: false,
    total_results: total,
    messages: shown.map((message) => {
      const { reactions: _, ...wire } = presentFor(caller, message)
      return [{ ...wire, hit: true }]
    }),
    ...(inThreads.length > 0 ? { threads: inThreads.map(presentChannel) } : {}),
    ...(own.size > 0 ? { members: [...own.values()].map(presentThreadMember) } : {}),
  }
}
