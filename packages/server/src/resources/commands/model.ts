import type { CommandPermissionObject, Snowflake } from '@guildhall/protocol'
import type { CommandDraft } from './rules.ts'

/** Stored command: a draft with ids. `guild_id` 0 is the global scope. */
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
