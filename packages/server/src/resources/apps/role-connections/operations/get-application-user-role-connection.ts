import { RoleConnectionObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { applicationOfToken } from '../actions/application-of-token.ts'
import { presentRoleConnection } from '../present.ts'
import { ApplicationParams } from '../requests.ts'
import * as store from '../store.ts'

/** Get Current User Application Role Connection. */
export const getApplicationUserRoleConnection = operation({
  id: 'get_application_user_role_connection',
  method: 'GET',
  path: '/users/@me/applications/:application_id/role-connection',
  callers: ['bearer'],
  scope: 'role_connections.write',
  params: ApplicationParams,
  responses: { 200: RoleConnectionObject },

  async run({ caller, params, work }) {
    const { id } = applicationOfToken(caller, params.application_id)
    return presentRoleConnection(await store.findRoleConnection(work, id, caller.userId))
  },
})
