import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../validation/schema.ts'
import { removeInstall } from '../../applications/index.ts'
import { revokeGrants } from '../actions/tokens.ts'

/** Delete OAuth2 Token: removes an application from a person's account and revokes its grants. [AUT-13] */
export const deleteOauth2Token = operation({
  id: 'delete_oauth2_token',
  method: 'DELETE',
  path: '/oauth2/tokens/:token_id',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ token_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const removed = await removeInstall(work, caller.userId, params.token_id)
    const revoked = await revokeGrants(work, params.token_id, caller.userId)
    if (!removed && !revoked) throw new ApiError('UNKNOWN_APPLICATION')
  },
})
