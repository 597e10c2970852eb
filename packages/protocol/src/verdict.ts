import type { ErrorName } from './error-table.ts'
import { ApiError } from './errors.ts'

/** What a rule decided. `reason` is for the inspector and never leaves the platform. */
export type Verdict = { ok: true } | { ok: false; error: ErrorName; reason: string }

export const allow: Verdict = Object.freeze({ ok: true })

export function refuse(error: ErrorName, reason: string): Verdict {
  return { ok: false, error, reason }
}

/** Turns a refusal into its documented error. @throws ApiError */
export function demand(verdict: Verdict): void {
  if (!verdict.ok) throw new ApiError(verdict.error, { reason: verdict.reason })
}
