import { consequence } from '../../../kernel/consequence.ts'
import type { User } from '../../../kernel/model.ts'

/** A ban of the platform was stored. The tokens of the user's own sessions are revoked afterwards. */
export const platformBanCreated = consequence<User>('platform ban created')
