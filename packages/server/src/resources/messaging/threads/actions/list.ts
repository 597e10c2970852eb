import type { Snowflake, ThreadListObject, ThreadMemberObject } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { presentThread } from '../../../guild/channels/index.ts'
import { listMembersById, presentMember } from '../../../guild/members/index.ts'
import type { StoredThreadMember } from '../model.ts'
import { presentThreadMember } from '../present.ts'
import { listMembershipsOfUser } from '../store.ts'

const PAGE_DEFAULT = 50

/** Returns threads with the caller's own thread members. */
export async function listForCaller(
  work: Work,
  caller: Caller,
  threads: readonly Channel[],
): Promise<ThreadListObject> {
  const ids = threads.map((thread) => thread.id)
  const own = await listMembershipsOfUser(work, caller.userId, ids)
  return { threads: threads.map(presentThread), members: [...own.values()].map(presentThreadMember) }
}

/** Returns a page of threads. `list` loads one more than the page has, which sets `has_more`. */
export async function pageForCaller(
  work: Work,
  caller: Caller,
  requestedLimit: number | undefined,
  list: (limit: number) => Promise<Channel[]>,
): Promise<ThreadListObject> {
  const limit = requestedLimit ?? PAGE_DEFAULT
  const threads = await list(limit + 1)
  const page = await listForCaller(work, caller, threads.slice(0, limit))
  return { ...page, has_more: threads.length > limit }
}

/** Returns thread members, with their guild members if `withMember` is set. */
export async function hydrateThreadMembers(
  work: Work,
  view: GuildView,
  threadMembers: readonly StoredThreadMember[],
  { withMember }: { withMember: boolean },
): Promise<ThreadMemberObject[]> {
  if (!withMember) return threadMembers.map(presentThreadMember)
  const ids: Snowflake[] = threadMembers.map((member) => member.user_id)
  const members = await listMembersById(work, view.id, ids)
  const users = await listUsers(work, ids)
  return threadMembers.map((entry) => {
    const member = members.get(entry.user_id)
    const user = users.get(entry.user_id)
    return { ...presentThreadMember(entry), ...(member && user ? { member: presentMember(member, user) } : {}) }
  })
}
