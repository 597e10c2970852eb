import { updateOperation } from '../scoped-operations.ts'

/** Edit Global Application Command. */
export const updateApplicationCommand = updateOperation('update_application_command', 'global')
