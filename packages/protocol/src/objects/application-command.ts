import { type Static, type TProperties, Type } from 'typebox'
import { Bits, Flag, Id, Int, mapOf, nullable, optional, optionalNullable, Text } from './wire.ts'

export const CommandChoiceObject = Type.Object(
  {
    name: Text,
    name_localizations: optionalNullable(mapOf(Text)),
    name_localized: optional(Text),
    value: Type.Union([Text, Type.Number()]),
  },
  { title: 'CommandChoice' },
)
export type CommandChoiceObject = Static<typeof CommandChoiceObject>

const optionFields = {
  type: Int,
  name: Text,
  name_localizations: optionalNullable(mapOf(Text)),
  name_localized: optional(Text),
  description: Text,
  description_localizations: optionalNullable(mapOf(Text)),
  description_localized: optional(Text),
  required: optional(Flag),
  choices: optional(Type.Array(CommandChoiceObject)),
  channel_types: optional(Type.Array(Int)),
  min_value: optional(Type.Number()),
  max_value: optional(Type.Number()),
  min_length: optional(Int),
  max_length: optional(Int),
  autocomplete: optional(Flag),
  file_types: optional(Type.Array(Text)),
} satisfies TProperties

/** Parameter of a command or subcommand. Groups contain subcommands, which contain parameters; nesting ends there. */
export const CommandParameterObject = Type.Object(optionFields, { title: 'CommandParameter' })
export type CommandParameterObject = Static<typeof CommandParameterObject>

const Subcommand = Type.Object(
  { ...optionFields, options: optional(Type.Array(CommandParameterObject)) },
  { title: 'CommandSubcommand' },
)

export const CommandOptionObject = Type.Object(
  { ...optionFields, options: optional(Type.Array(Subcommand)) },
  { title: 'CommandOption' },
)
export type CommandOptionObject = Static<typeof CommandOptionObject>

export const ApplicationCommandObject = Type.Object(
  {
    id: Id,
    type: Int,
    application_id: Id,
    guild_id: optional(Id),
    name: Text,
    name_localizations: optionalNullable(mapOf(Text)),
    name_localized: optional(Text),
    description: Text,
    description_localizations: optionalNullable(mapOf(Text)),
    description_localized: optional(Text),
    options: optional(Type.Array(CommandOptionObject)),
    default_member_permissions: nullable(Bits),
    dm_permission: optional(Flag),
    default_permission: optional(Flag),
    nsfw: optional(Flag),
    integration_types: optional(Type.Array(Int)),
    contexts: optionalNullable(Type.Array(Int)),
    version: Id,
    handler: optional(Int),
  },
  { title: 'ApplicationCommand' },
)
export type ApplicationCommandObject = Static<typeof ApplicationCommandObject>

export const CommandPermissionObject = Type.Object(
  { id: Id, type: Int, permission: Flag },
  { title: 'CommandPermission' },
)
export type CommandPermissionObject = Static<typeof CommandPermissionObject>

/** Permissions of a command in a guild; `id` is the application's for permissions of all its commands. */
export const CommandPermissionsObject = Type.Object(
  { id: Id, application_id: Id, guild_id: Id, permissions: Type.Array(CommandPermissionObject) },
  { title: 'CommandPermissions' },
)
export type CommandPermissionsObject = Static<typeof CommandPermissionsObject>
