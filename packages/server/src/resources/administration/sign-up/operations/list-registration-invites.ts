import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { InviteToRegister, presentInvite } from '../present.ts'
import { listInvites } from '../store.ts'

/** List Registration Invites: operators' invites, newest first. */
export const listRegistrationInvites = operation({
  id: 'list_registration_invites',
  method: 'GET',
  path: '/admin/invites',
  callers: ['operator', 'person'],
  unlisted: true,
  responses: { 200: Type.Array(InviteToRegister) },

  async run({ platform, ...request }) {
    await operatorOf({ ...request, platform }, 'moderator')
    const invites = await listInvites(request.work)
    return invites.map((invite) => presentInvite(invite, platform.addresses.url))
  },
})
