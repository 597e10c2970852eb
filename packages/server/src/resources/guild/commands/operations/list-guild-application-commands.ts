import { listOperation } from '../scoped-operations.ts'

/** Get Guild Application Commands. */
export const listGuildApplicationCommands = listOperation('list_guild_application_commands', 'guild')
