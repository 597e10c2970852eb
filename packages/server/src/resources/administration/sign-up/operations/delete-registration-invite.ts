import { operation } from '../../../../kernel/operation.ts'
import { NoContent, Text, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { endInvite } from '../actions/save.ts'

const CODE_MAX = 100

/** Delete Registration Invite: nobody registers by it any more. */
export const deleteRegistrationInvite = operation({
  id: 'delete_registration_invite',
  method: 'DELETE',
  path: '/admin/invites/:code',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ code: Text(1, CODE_MAX) }),
  responses: { 204: NoContent },

  async run({ params, ...request }) {
    const operator = await operatorOf(request, 'moderator')
    await endInvite(request.work, operator, params.code)
  },
})
