import { type Static, type TProperties, Type } from 'typebox'
import { Bits, Flag, Id, Int, mapOf, maybe, maybeNull, nullable, Text } from './wire.ts'

export const CommandChoiceObject = Type.Object(
  {
    name: Text,
    name_localizations: maybeNull(mapOf(Text)),
    name_localized: maybe(Text),
    value: Type.Union([Text, Type.Number()]),
  },
  { title: 'CommandChoice' },
)
export type CommandChoiceObject = Static<typeof CommandChoiceObject>

const optionFields = {
  type: Int,
  name: Text,
  name_localizations: maybeNull(mapOf(Text)),
  name_localized: maybe(Text),
  description: Text,
  description_localizations: maybeNull(mapOf(Text)),
  description_localized: maybe(Text),
  required: maybe(Flag),
  choices: maybe(Type.Array(CommandChoiceObject)),
  channel_types: maybe(Type.Array(Int)),
  min_value: maybe(Type.Number()),
  max_value: maybe(Type.Number()),
  min_length: maybe(Int),
  max_length: maybe(Int),
  autocomplete: maybe(Flag),
  file_types: maybe(Type.Array(Text)),
} satisfies TProperties

/** Parameter of a command or subcommand. Groups contain subcommands, which contain parameters; nesting ends there. */
export const CommandParameterObject = Type.Object(optionFields, { title: 'CommandParameter' })
export type CommandParameterObject = Static<typeof CommandParameterObject>

const Subcommand = Type.Object(
  { ...optionFields, options: maybe(Type.Array(CommandParameterObject)) },
  { title: 'CommandSubcommand' },
)

export const CommandOptionObject = Type.Object(
  { ...optionFields, options: maybe(Type.Array(Subcommand)) },
  { title: 'CommandOption' },
)
export type CommandOptionObject = Static<typeof CommandOptionObject>

export const ApplicationCommandObject = Type.Object(
  {
    id: Id,
    type: Int,
    application_id: Id,
    guild_id: maybe(Id),
    name: Text,
    name_localizations: maybeNull(mapOf(Text)),
    name_localized: maybe(Text),
    description: Text,
    description_localizations: maybeNull(mapOf(Text)),
    description_localized: maybe(Text),
    options: maybe(Type.Array(CommandOptionObject)),
    default_member_permissions: nullable(Bits),
    dm_permission: maybe(Flag),
    default_permission: maybe(Flag),
    nsfw: maybe(Flag),
    integration_types: maybe(Type.Array(Int)),
    contexts: maybeNull(Type.Array(Int)),
    version: Id,
    handler: maybe(Int),
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
