import { consequence } from '../../../kernel/consequence.ts'

/** Settings of the instance were stored. */
export const settingsSaved = consequence<null>('settings saved')
