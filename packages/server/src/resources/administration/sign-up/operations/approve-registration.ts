import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { approve } from '../actions/decide.ts'

/** Approve Registration: the account of a registration becomes active, and its person gets a mail. */
export const approveRegistration = operation({
  id: 'approve_registration',
  method: 'POST',
  path: '/admin/users/:user_id/approve',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ params, platform, ...request }) {
    const operator = await operatorOf({ ...request, platform }, 'moderator')
    await approve(request.work, operator, params.user_id, platform.addresses.url)
  },
})
