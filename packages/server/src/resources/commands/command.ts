import type { Snowflake } from '@guildhall/protocol'
import type { CommandDraft } from './rules.ts'

/** A command inside: its draft with ids. `guild_id` 0 is the global scope. */
export interface Command extends CommandDraft {
  id: Snowflake
  application_id: Snowflake
  guild_id: Snowflake
  version: Snowflake
}

/** A wire rule: a role, user or channel for which a command is open or closed. */
export interface CommandPermission {
  id: string
  type: number
  permission: boolean
}

/** Rules of a command or (under the application's own id) of all its commands in a guild. */
export interface CommandPermissions {
  target_id: Snowflake
  permissions: CommandPermission[]
}
