import { deleteOperation } from '../scoped-operations.ts'

/** Delete Guild Application Command. */
export const deleteGuildApplicationCommand = deleteOperation('delete_guild_application_command', 'guild')
