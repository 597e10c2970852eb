import type { ThreadMemberObject } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Work } from '../../kernel/work.ts'
import { presentThreadMember, type ThreadMember } from '../channels/index.ts'
import { listMembersById, presentMember } from '../members/index.ts'
import { listUsers } from '../users/index.ts'

/** Returns thread members, with their guild members if `withMember` is set. */
export async function presentWithMembers(
  work: Work,
  view: GuildView,
  threadMembers: readonly ThreadMember[],
  withMember: boolean,
): Promise<ThreadMemberObject[]> {
  if (!withMember) return threadMembers.map(presentThreadMember)
  const ids = threadMembers.map((member) => member.user_id)
  const members = await listMembersById(work, view.id, ids)
  const users = await listUsers(work, ids)
  return threadMembers.map((entry) => {
    const member = members.get(entry.user_id)
    const user = users.get(entry.user_id)
    return { ...presentThreadMember(entry), ...(member && user ? { member: presentMember(member, user) } : {}) }
  })
}
