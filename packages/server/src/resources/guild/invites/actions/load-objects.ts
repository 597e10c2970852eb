import assert from 'node:assert/strict'
import type { InviteObject } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listApplications } from '../../../accounts/applications/index.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import type { StoredInvite } from '../model.ts'
import { presentInvite } from '../present.ts'

/** Returns invite objects with their inviters, target users and target applications. */
export async function loadInviteObjects(
  work: Work,
  view: GuildView,
  invites: readonly StoredInvite[],
  options: { counts?: boolean; metadata?: boolean } = {},
): Promise<InviteObject[]> {
  const ids = invites.flatMap(({ inviter_id, target_user_id }) => [inviter_id ?? [], target_user_id ?? []].flat())
  const users = await listUsers(work, ids)
  const applications = await listApplications(
    work,
    invites.flatMap(({ target_application_id }) => target_application_id ?? []),
  )
  return invites.map((invite) => {
    const inviter = users.get(invite.inviter_id ?? 0n)
    const target = users.get(invite.target_user_id ?? 0n)
    const application = applications.get(invite.target_application_id ?? 0n)
    const related = { ...(inviter && { inviter }), ...(target && { target }), ...(application && { application }) }
    return presentInvite(invite, view, { ...options, ...related })
  })
}

/** Returns one invite object with its inviter, target user and target application. */
export async function loadInviteObject(
  work: Work,
  view: GuildView,
  invite: StoredInvite,
  options: { counts?: boolean; metadata?: boolean } = {},
): Promise<InviteObject> {
  const [object] = await loadInviteObjects(work, view, [invite], options)
  assert(object, 'one invite gives one object')
  return object
}
