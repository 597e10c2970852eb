import { ApiError, Faults, RoleConnectionObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { applicationOfToken } from '../actions/application-of-token.ts'
import { saveRoleConnection } from '../actions/save.ts'
import { presentRoleConnection } from '../present.ts'
import { ApplicationParams, RoleConnectionFields } from '../requests.ts'
import { readMetadata } from '../rules.ts'
import * as store from '../store.ts'

/** Update Current User Application Role Connection: replaces the stored one; fields that are not sent are cleared. */
export const updateApplicationUserRoleConnection = operation({
  id: 'update_application_user_role_connection',
  method: 'PUT',
  path: '/users/@me/applications/:application_id/role-connection',
  callers: ['bearer'],
  scope: 'role_connections.write',
  params: ApplicationParams,
  body: RoleConnectionFields,
  responses: { 200: RoleConnectionObject },

  async run({ caller, params, body, work }) {
    const { id } = applicationOfToken(caller, params.application_id)
    const faults = new Faults()
    const metadata = readMetadata(body.metadata ?? {}, await store.listMetadataRecords(work, id), faults)
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    const { platform_name = null, platform_username = null } = body
    const connection = { platform_name, platform_username, metadata }
    await saveRoleConnection(work, id, caller.userId, connection)
    return presentRoleConnection(connection)
  },
})
