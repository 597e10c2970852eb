import { createOperation } from '../scoped-operations.ts'

/** Create Guild Application Command. */
export const createGuildApplicationCommand = createOperation('create_guild_application_command', 'guild')
