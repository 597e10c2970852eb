import {
  ApiError,
  Faults,
  ROLE_CONNECTION_DESCRIPTION_MAX,
  ROLE_CONNECTION_METADATA_MAX,
  ROLE_CONNECTION_NAME_MAX,
} from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { List, Nullable, Type } from '../../../../validation/schema.ts'
import { checkLocalizations } from '../../../guild/commands/index.ts'
import { saveMetadataRecords } from '../actions/save.ts'
import { ApplicationParams, MetadataRecordFields } from '../requests.ts'
import { checkRecords } from '../rules.ts'

/** Update Application Role Connection Metadata Records: replaces all of them, at most five. */
export const updateApplicationRoleConnectionsMetadata = operation({
  id: 'update_application_role_connections_metadata',
  method: 'PUT',
  path: '/applications/:application_id/role-connections/metadata',
  callers: ['bot', 'person'],
  params: ApplicationParams,
  body: Nullable(List(MetadataRecordFields, 0, ROLE_CONNECTION_METADATA_MAX)),
  responses: { 200: Type.Array(MetadataRecordFields) },

  async run({ caller, params, body, work }) {
    const { id } = await applicationForCaller(work, caller, params.application_id)
    const records = body ?? []
    const faults = new Faults()
    checkRecords(records, faults)
    for (const [index, record] of records.entries()) {
      checkLocalizations(
        record.name_localizations,
        { max: ROLE_CONNECTION_NAME_MAX },
        faults.at(index, 'name_localizations'),
      )
      checkLocalizations(
        record.description_localizations,
        { max: ROLE_CONNECTION_DESCRIPTION_MAX },
        faults.at(index, 'description_localizations'),
      )
    }
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    await saveMetadataRecords(work, id, records)
    return records
  },
})
