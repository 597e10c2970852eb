import { ApiError } from '@guildhall/protocol'
import { explainPermissions } from '../../access/explain.ts'
import type { Work } from '../../kernel/work.ts'
import { InjectedResponse } from './request-faults.ts'
import { Throttled } from './throttle.ts'

/** Permissions that are missing where an error without a reason is thrown. */
const NEEDS = new Map([['MISSING_ACCESS', 'needs VIEW_CHANNEL']])

/**
 * Returns why a request is refused, one step a line. It is for the tape only: a caller may not know who took a
 * permission away, or what state a token is in.
 */
export function reasonOf(error: unknown): string[] {
  if (error instanceof Throttled) return [error.why()]
  if (error instanceof InjectedResponse) return ['a request fault of the control API']
  if (!(error instanceof ApiError) || error.reason === undefined) return []
  return [error.reason]
}

/** Returns the reason of a refusal with the sum of the caller's permissions at that time. */
export function reasonInPlace(error: unknown, { accessed, now }: Work): string[] {
  const reasons = reasonOf(error)
  if (!(error instanceof ApiError) || error.status !== 403 || accessed === null) return reasons
  const named = reasons[0] ?? NEEDS.get(error.errorName) ?? ''
  return [...reasons, ...explainPermissions(accessed, named, now)]
}
