import { updateOperation } from '../scoped-operations.ts'

/** Edit Guild Application Command. */
export const updateGuildApplicationCommand = updateOperation('update_guild_application_command', 'guild')
