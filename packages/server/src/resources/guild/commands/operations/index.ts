import { bulkSetApplicationCommands } from './bulk-set-application-commands.ts'
import { bulkSetGuildApplicationCommands } from './bulk-set-guild-application-commands.ts'
import { createApplicationCommand } from './create-application-command.ts'
import { createGuildApplicationCommand } from './create-guild-application-command.ts'
import { deleteApplicationCommand } from './delete-application-command.ts'
import { deleteGuildApplicationCommand } from './delete-guild-application-command.ts'
import { getApplicationCommand } from './get-application-command.ts'
import { getGuildApplicationCommand } from './get-guild-application-command.ts'
import { getGuildApplicationCommandPermissions } from './get-guild-application-command-permissions.ts'
import { listApplicationCommands } from './list-application-commands.ts'
import { listGuildApplicationCommandPermissions } from './list-guild-application-command-permissions.ts'
import { listGuildApplicationCommands } from './list-guild-application-commands.ts'
import { listGuildUsableApplicationCommands } from './list-guild-usable-application-commands.ts'
import { listMyUsableApplicationCommands } from './list-my-usable-application-commands.ts'
import { listUsableApplicationCommands } from './list-usable-application-commands.ts'
import { searchApplicationCommands } from './search-application-commands.ts'
import { setGuildApplicationCommandPermissions } from './set-guild-application-command-permissions.ts'
import { updateApplicationCommand } from './update-application-command.ts'
import { updateGuildApplicationCommand } from './update-guild-application-command.ts'

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
  listGuildUsableApplicationCommands,
  listMyUsableApplicationCommands,
  listUsableApplicationCommands,
  searchApplicationCommands,
  setGuildApplicationCommandPermissions,
  updateApplicationCommand,
  updateGuildApplicationCommand,
]
