import { getOperation } from '../scoped-operations.ts'

/** Get Global Application Command. */
export const getApplicationCommand = getOperation('get_application_command', 'global')
