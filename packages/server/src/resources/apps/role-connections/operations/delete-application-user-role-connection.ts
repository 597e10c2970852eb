import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { applicationOfToken } from '../actions/application-of-token.ts'
import { deleteRoleConnection } from '../actions/save.ts'
import { ApplicationParams } from '../requests.ts'

/** Delete Current User Application Role Connection. */
export const deleteApplicationUserRoleConnection = operation({
  id: 'delete_application_user_role_connection',
  method: 'DELETE',
  path: '/users/@me/applications/:application_id/role-connection',
  callers: ['bearer'],
  scope: 'role_connections.write',
  params: ApplicationParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { id } = applicationOfToken(caller, params.application_id)
    await deleteRoleConnection(work, id, caller.userId)
  },
})
