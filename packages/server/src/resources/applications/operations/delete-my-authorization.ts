import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../kernel/schema.ts'
import { removeInstall } from '../installs.ts'

/** A person takes an application off their account. */
export const deleteMyAuthorization = operation({
  id: 'delete_my_authorization',
  method: 'DELETE',
  path: '/oauth2/tokens/:authorization_id',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ authorization_id: SnowflakeId }),
  answers: { 204: NoContent },

  async run({ caller, params, work }) {
    await removeInstall(work, caller.userId, params.authorization_id)
  },
})
