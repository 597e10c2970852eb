import { getOperation } from '../scoped-operations.ts'

/** Get Guild Application Command. */
export const getGuildApplicationCommand = getOperation('get_guild_application_command', 'guild')
