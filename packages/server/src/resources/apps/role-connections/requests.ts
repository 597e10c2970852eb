import {
  PLATFORM_NAME_MAX,
  PLATFORM_USERNAME_MAX,
  ROLE_CONNECTION_DESCRIPTION_MAX,
  ROLE_CONNECTION_KEY_MAX,
  ROLE_CONNECTION_METADATA_MAX,
  ROLE_CONNECTION_NAME_MAX,
  ROLE_CONNECTION_VALUE_MAX,
} from '@guildhall/protocol'
import { Int, OptionalNullable, SnowflakeId, Text, Type } from '../../../validation/schema.ts'
import { LocalizationsField } from '../../guild/commands/index.ts'

/** Metadata record, in requests and responses. */
export const MetadataRecordFields = Type.Object({
  type: Int(1, 8),
  key: Text(1, ROLE_CONNECTION_KEY_MAX),
  name: Text(1, ROLE_CONNECTION_NAME_MAX),
  name_localizations: LocalizationsField,
  description: Text(1, ROLE_CONNECTION_DESCRIPTION_MAX),
  description_localizations: LocalizationsField,
})
/** Path of an application. */
export const ApplicationParams = Type.Object({ application_id: SnowflakeId })

/** Values as applications send them: numbers and booleans as they are, although text is documented. */
const Value = Type.Union([Text(1, ROLE_CONNECTION_VALUE_MAX), Type.Number(), Type.Boolean()])

/** Role connection that replaces the stored one. */
export const RoleConnectionFields = Type.Object({
  platform_name: OptionalNullable(Text(0, PLATFORM_NAME_MAX)),
  platform_username: OptionalNullable(Text(0, PLATFORM_USERNAME_MAX)),
  metadata: OptionalNullable(Type.Record(Type.String(), Value, { maxProperties: ROLE_CONNECTION_METADATA_MAX })),
})
