import type { CommandOptionObject, CommandPermissionObject, Snowflake } from '@guildhall/protocol'

/** `guild_id` of global commands. */
export const GLOBAL = 0n

/** Stored command without ids; field names and values are those of the wire. */
export interface CommandDraft {
  type: number
  name: string
  name_localizations: Record<string, string> | null
  description: string
  description_localizations: Record<string, string> | null
  options: CommandOptionObject[]
  default_member_permissions: string | null
  dm_permission: boolean
  integration_types: number[] | null
  contexts: number[] | null
  nsfw: boolean
  handler: number | null
}

export interface StoredCommand extends CommandDraft {
  id: Snowflake
  application_id: Snowflake
  guild_id: Snowflake
  version: Snowflake
}

/** Permissions of a command, or of all commands of an application under the application's id. */
export interface StoredCommandPermissions {
  target_id: Snowflake
  permissions: CommandPermissionObject[]
}
