import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { resetFactors } from '../actions/save.ts'

/** Delete Account Factors: takes the second factors of a person away, who has lost them, and signs them out. */
export const deleteAccountFactors = operation({
  id: 'delete_account_factors',
  method: 'DELETE',
  path: '/admin/users/:user_id/mfa',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ params, ...request }) {
    const operator = await operatorOf(request, 'moderator', { fresh: true })
    await resetFactors(request.work, operator, params.user_id)
  },
})
