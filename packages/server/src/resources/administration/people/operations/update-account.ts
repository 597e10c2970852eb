import { operation } from '../../../../kernel/operation.ts'
import { Nullable, OneOf, Optional, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { EmailAddress } from '../../../accounts/instance-settings/model.ts'
import { OPERATOR_ROLES, operatorOf, saveRole } from '../../../accounts/operators/index.ts'
import { accountOf, findAccount } from '../actions/find-accounts.ts'
import { changeAddress, saveNote } from '../actions/save.ts'
import { NOTE_MAX } from '../model.ts'
import { AccountObject, presentAccount } from '../present.ts'

/**
 * Update Account: gives a person a role of operators, or takes it, sets an address of mail right, and notes words about
 * the person.
 */
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
    note: Optional(Nullable(Text(0, NOTE_MAX))),
  }),
  responses: { 200: AccountObject },

  async run({ params, body, ...request }) {
    const { work } = request
    const { email, verified, role, note } = body
    const isGrave = email !== undefined || verified !== undefined || role !== undefined
    const operator = await operatorOf(request, isGrave ? 'admin' : 'moderator', { fresh: isGrave })
    if (note !== undefined) await saveNote(work, operator, { userId: params.user_id, note: note || null })
    if (!isGrave) return presentAccount(await findAccount(work, params.user_id))
    await accountOf(work, params.user_id)
    if (email !== undefined || verified !== undefined)
      await changeAddress(work, operator, { userId: params.user_id, email, verified })
    if (role !== undefined) await saveRole(work, operator, { userId: params.user_id, role })
    return presentAccount(await accountOf(work, params.user_id))
  },
})
