import { listOperation } from '../scoped-operations.ts'

/** Get Global Application Commands. */
export const listApplicationCommands = listOperation('list_application_commands', 'global')
