import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { findAccount } from '../actions/find-accounts.ts'
import { AccountObject, presentAccount } from '../present.ts'

/** Get Account: one account, for operators. */
export const getAccount = operation({
  id: 'get_account',
  method: 'GET',
  path: '/admin/users/:user_id',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  responses: { 200: AccountObject },

  async run({ params, ...request }) {
    await operatorOf(request, 'moderator')
    return presentAccount(await findAccount(request.work, params.user_id))
  },
})
