import { CALLER_ERRORS } from './errors/callers.ts'
import { FEATURE_ERRORS } from './errors/features.ts'
import { GENERAL_ERRORS } from './errors/general.ts'
import { LIMIT_ERRORS } from './errors/limits.ts'
import { REFUSAL_ERRORS } from './errors/refusals.ts'
import { REQUEST_ERRORS } from './errors/requests.ts'
import { UNKNOWN_ERRORS } from './errors/unknown.ts'

export type { ErrorRow } from './errors/row.ts'

/** Every error of the platform. Clients match the texts. [ERR-9] */
export const ERRORS = {
  ...GENERAL_ERRORS,
  ...UNKNOWN_ERRORS,
  ...CALLER_ERRORS,
  ...LIMIT_ERRORS,
  ...REQUEST_ERRORS,
  ...REFUSAL_ERRORS,
  ...FEATURE_ERRORS,
} as const

export type ErrorName = keyof typeof ERRORS
