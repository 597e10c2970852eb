import { ApiError, Faults, ROLE_CONNECTION_METADATA_MAX } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { OptionalNullable, Text, Type } from '../../../validation/schema.ts'
import { ApplicationParams, applicationOfToken, ConnectionShape, presentRoleConnection } from '../requests.ts'
import { readMetadata } from '../rules.ts'
import * as store from '../store.ts'

/** Applications send numbers and booleans as they are, though text is documented. */
const Value = Type.Union([Text(1, 100), Type.Number(), Type.Boolean()])

/** Update Current User Application Role Connection: what is not sent is taken away. */
export const updateApplicationUserRoleConnection = operation({
  id: 'update_application_user_role_connection',
  method: 'PUT',
  path: '/users/@me/applications/:application_id/role-connection',
  callers: ['bearer'],
  scope: 'role_connections.write',
  params: ApplicationParams,
  body: Type.Object({
    platform_name: OptionalNullable(Text(0, 50)),
    platform_username: OptionalNullable(Text(0, 100)),
    metadata: OptionalNullable(Type.Record(Type.String(), Value, { maxProperties: ROLE_CONNECTION_METADATA_MAX })),
  }),
  responses: { 200: ConnectionShape },

  async run({ caller, params, body, work }) {
    const { id } = applicationOfToken(caller, params.application_id)
    const faults = new Faults()
    const metadata = readMetadata(body.metadata ?? {}, await store.listMetadataRecords(work, id), faults)
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    const { platform_name = null, platform_username = null } = body
    const connection = { platform_name, platform_username, metadata }
    await store.saveRoleConnection(work, id, caller.userId, connection)
    return presentRoleConnection(connection)
  },
})
