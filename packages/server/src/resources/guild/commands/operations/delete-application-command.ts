import { deleteOperation } from '../scoped-operations.ts'

/** Delete Global Application Command. */
export const deleteApplicationCommand = deleteOperation('delete_application_command', 'global')
