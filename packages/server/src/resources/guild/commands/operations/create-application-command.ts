import { createOperation } from '../scoped-operations.ts'

/** Create Global Application Command. */
export const createApplicationCommand = createOperation('create_application_command', 'global')
