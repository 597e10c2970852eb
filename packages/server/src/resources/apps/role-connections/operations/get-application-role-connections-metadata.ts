import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { ApplicationParams, MetadataRecordFields } from '../requests.ts'
import * as store from '../store.ts'

/** Get Application Role Connection Metadata Records. */
export const getApplicationRoleConnectionsMetadata = operation({
  id: 'get_application_role_connections_metadata',
  method: 'GET',
  path: '/applications/:application_id/role-connections/metadata',
  callers: ['bot', 'person'],
  params: ApplicationParams,
  responses: { 200: Type.Array(MetadataRecordFields) },

  async run({ caller, params, work }) {
    const { id } = await applicationForCaller(work, caller, params.application_id)
    return store.listMetadataRecords(work, id)
  },
})
