import { operation } from '../../../../kernel/operation.ts'
import { Nullable, OneOf, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { EmailAddress } from '../../../accounts/instance-settings/model.ts'
import { OPERATOR_ROLES, operatorOf, saveRole } from '../../../accounts/operators/index.ts'
import { accountOf } from '../actions/find-accounts.ts'
import { changeAddress } from '../actions/save.ts'
import { AccountObject, presentAccount } from '../present.ts'

/** Update Account: gives a person a role of operators, or takes it, and sets an address of mail right. */
export const updateAccount = operation({
  id: 'update_account',
  method: 'PATCH',
  path: '/admin/users/:user_id',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  body: Type.Object({
    email: Optional(Nullable(EmailAddress)),
    verified: Optional(Type.Boolean()),
    role: Optional(Nullable(OneOf(...OPERATOR_ROLES))),
  }),
  responses: { 200: AccountObject },

  async run({ params, body, ...request }) {
    const { work } = request
    const operator = await operatorOf(request, 'admin', { fresh: true })
    await accountOf(work, params.user_id)
    const { email, verified, role } = body
    if (email !== undefined || verified !== undefined)
      await changeAddress(work, operator, { userId: params.user_id, email, verified })
    if (role !== undefined) await saveRole(work, operator, { userId: params.user_id, role })
    return presentAccount(await accountOf(work, params.user_id))
  },
})
