import type { GuildView } from '../../kernel/guild-view.ts'
import type { Work } from '../../kernel/work.ts'
import { listUsers } from '../users/index.ts'
import type { Invite } from './invite.ts'
import { presentInvite } from './present.ts'

/** Invites with the people that they show. */
export async function showInvites(
  work: Work,
  view: GuildView,
  invites: readonly Invite[],
  options: { counts?: boolean; metadata?: boolean } = {},
): Promise<Record<string, unknown>[]> {
  const ids = invites.flatMap(({ inviter_id, target_user_id }) => [inviter_id ?? [], target_user_id ?? []].flat())
  const users = await listUsers(work, ids)
  return invites.map((invite) => {
    const inviter = users.get(invite.inviter_id ?? 0n)
    const target = users.get(invite.target_user_id ?? 0n)
    return presentInvite(invite, view, { ...options, ...(inviter && { inviter }), ...(target && { target }) })
  })
}
