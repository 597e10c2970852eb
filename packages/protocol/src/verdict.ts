import { ApiError } from './api-error.ts'
import type { ErrorName } from './error-table.ts'
import { namesOf } from './permissions.ts'

/** Decision of a rule. `reason` is for the inspector and the log; responses do not carry it. */
export type Verdict = { ok: true } | { ok: false; error: ErrorName; reason: string }

/** Verdict of a rule that allows the action. */
export const allow: Verdict = Object.freeze({ ok: true })

/** Returns the verdict of a rule that refuses the action with a documented error. */
export function refuse(error: ErrorName, reason: string): Verdict {
  return { ok: false, error, reason }
}

/** Whether a caller has all permissions of `needed`. */
export function needs(permissions: bigint, needed: bigint): Verdict {
  return (permissions & needed) === needed ? allow : refuse('MISSING_PERMISSIONS', `needs ${namesOf(needed)}`)
}

/** Returns the error for a caller who lacks one of the permissions in `needed`. */
export function lacking(
  needed: bigint,
  error: 'MISSING_PERMISSIONS' | 'MISSING_ACCESS' = 'MISSING_PERMISSIONS',
): ApiError {
  return new ApiError(error, { reason: () => `needs ${namesOf(needed)}` })
}

/** Throws the documented error of a refusal. @throws ApiError */
export function demand(verdict: Verdict): void {
  if (!verdict.ok) throw new ApiError(verdict.error, { reason: verdict.reason })
}
