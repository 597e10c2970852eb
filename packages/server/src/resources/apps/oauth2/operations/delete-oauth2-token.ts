import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findApplication, removeInstall } from '../../../accounts/applications/index.ts'
import { deauthorize } from '../../provisional-accounts/index.ts'

/** Delete OAuth2 Token: removes an application from a person's account and revokes its grants. [AUT-13] */
export const deleteOauth2Token = operation({
  id: 'delete_oauth2_token',
  method: 'DELETE',
  path: '/oauth2/tokens/:token_id',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ token_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller: { user }, params, work }) {
    const application = await findApplication(work, params.token_id)
    if (!application) throw new ApiError('UNKNOWN_APPLICATION')
    const uninstalled = await removeInstall(work, user.id, application.id)
    if (!(await deauthorize(work, { application, user, uninstalled }))) throw new ApiError('UNKNOWN_APPLICATION')
  },
})
