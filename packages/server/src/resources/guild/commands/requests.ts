import { ApplicationCommandObject, LOCALES, UsedApplicationObject } from '@guildhall/protocol'
import { Nullable, Optional, OptionalNullable, SnowflakeId, Type } from '../../../validation/schema.ts'

const { name, name_localizations, description, description_localizations, options, type } =
  ApplicationCommandObject.properties
const { default_member_permissions, dm_permission, default_permission, nsfw, integration_types, contexts, handler } =
  ApplicationCommandObject.properties

const fields = {
  name_localizations,
  description: Type.Optional(description),
  description_localizations,
  options,
  default_member_permissions: Type.Optional(default_member_permissions),
  dm_permission,
  default_permission,
  nsfw,
  integration_types,
  contexts,
  handler,
}

/** Described body of requests that create a command. `checkCommand` checks the body. */
export const CommandForm = Type.Object({ name, type: Type.Optional(type), ...fields }, { title: 'CommandForm' })
/** Described body of requests that edit a command. */
export const CommandChanges = Type.Object({ name: Type.Optional(name), ...fields }, { title: 'CommandChanges' })

/** Texts by locale. */
export const LocalizationsField = OptionalNullable(
  Type.Record(Type.String(), Type.String(), { maxProperties: LOCALES.length }),
)
/** Texts by locale; null for none, as libraries send. `checkLocalizations` checks the locales and the texts. */
export const CommandLocalizations = OptionalNullable(
  Type.Record(Type.String(), Nullable(Type.String()), { maxProperties: LOCALES.length }),
)

export const GlobalParams = Type.Object({ application_id: SnowflakeId })
export const GuildParams = Type.Object({ application_id: SnowflakeId, guild_id: SnowflakeId })
export const GlobalCommandParams = Type.Object({ application_id: SnowflakeId, command_id: SnowflakeId })
export const GuildCommandParams = Type.Object({
  application_id: SnowflakeId,
  guild_id: SnowflakeId,
  command_id: SnowflakeId,
})
export const ListQuery = Type.Object({ with_localizations: Optional(Type.Boolean()) })

/** Response of the operations that list usable commands. */
export const CommandIndex = Type.Object({
  applications: Type.Array(UsedApplicationObject),
  application_commands: Type.Array(ApplicationCommandObject),
})
