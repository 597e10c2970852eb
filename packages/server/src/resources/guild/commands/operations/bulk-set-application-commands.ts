import { bulkSetOperation } from '../scoped-operations.ts'

/** Bulk Overwrite Global Application Commands. */
export const bulkSetApplicationCommands = bulkSetOperation('bulk_set_application_commands', 'global')
