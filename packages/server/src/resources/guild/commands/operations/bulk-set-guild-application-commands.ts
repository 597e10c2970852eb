import { bulkSetOperation } from '../scoped-operations.ts'

/** Bulk Overwrite Guild Application Commands. */
export const bulkSetGuildApplicationCommands = bulkSetOperation('bulk_set_guild_application_commands', 'guild')
