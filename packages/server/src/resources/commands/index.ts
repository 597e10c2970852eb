import { bulkSetApplicationCommands } from './operations/bulk-set-application-commands.ts'
import { bulkSetGuildApplicationCommands } from './operations/bulk-set-guild-application-commands.ts'
import { createApplicationCommand } from './operations/create-application-command.ts'
import { createGuildApplicationCommand } from './operations/create-guild-application-command.ts'
import { deleteApplicationCommand } from './operations/delete-application-command.ts'
import { deleteGuildApplicationCommand } from './operations/delete-guild-application-command.ts'
import { getApplicationCommand } from './operations/get-application-command.ts'
import { getGuildApplicationCommand } from './operations/get-guild-application-command.ts'
import { getGuildApplicationCommandPermissions } from './operations/get-guild-application-command-permissions.ts'
import { listApplicationCommands } from './operations/list-application-commands.ts'
import { listGuildApplicationCommandPermissions } from './operations/list-guild-application-command-permissions.ts'
import { listGuildApplicationCommands } from './operations/list-guild-application-commands.ts'
import { setGuildApplicationCommandPermissions } from './operations/set-guild-application-command-permissions.ts'
import { updateApplicationCommand } from './operations/update-application-command.ts'
import { updateGuildApplicationCommand } from './operations/update-guild-application-command.ts'

export type { Command } from './command.ts'
export { checkInvocation, type Invocation } from './invocation.ts'
export { presentCommand } from './present.ts'
export { find as findCommand, list as listCommandsOf, listPermissions as listCommandPermissions } from './store.ts'
export { type Invoker, isUsable } from './usable.ts'

export const commandOperations = [
  bulkSetApplicationCommands,
  bulkSetGuildApplicationCommands,
  createApplicationCommand,
  createGuildApplicationCommand,
  deleteApplicationCommand,
  deleteGuildApplicationCommand,
  getApplicationCommand,
  getGuildApplicationCommandPermissions,
  getGuildApplicationCommand,
  listApplicationCommands,
  listGuildApplicationCommandPermissions,
  listGuildApplicationCommands,
  setGuildApplicationCommandPermissions,
  updateApplicationCommand,
  updateGuildApplicationCommand,
]
