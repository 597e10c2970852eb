import type { ErrorName, PermissionName } from '@guildhall/protocol'

/** Reasons for which a person cannot do something. The app has a text for each of them. */
export type RefusalReason =
  | 'needs permission'
  | 'needs permission in this channel'
  | 'needs permission to join'
  | 'lacks it themselves'
  | 'role is not below'
  | 'role of everyone'
  | 'role is managed'
  | 'target is the owner'
  | 'target is not below'
  | 'target is administrator'
  | 'channel is full'
  | 'timed out'
  | 'pending'
  | 'quarantined'

/** A refusal as a code: the form of `Verdict`, with a closed list of reasons. */
export interface Refusal {
  readonly ok: false
  /** Error with which the platform would refuse. */
  readonly error: ErrorName
  readonly reason: RefusalReason
  /** Permission that is missing. */
  readonly permission?: PermissionName
  /** Time in milliseconds at which the refusal ends without an event. */
  readonly until?: number
}

/** Decision of a question: a `Verdict` whose refusal can be turned into a text. */
export type Decision = { readonly ok: true } | Refusal

/** Decision that allows an action. */
export const allowed: Decision = Object.freeze({ ok: true })

/** Returns the decision that refuses an action for one of the known reasons. */
export function refused(reason: RefusalReason, until?: number): Refusal {
  return { ok: false, error: 'MISSING_PERMISSIONS', reason, ...(until === undefined ? {} : { until }) }
}

/** Returns the decision that refuses an action without a permission, with a reason that can name the place. */
export function needs(
  permission: PermissionName,
  reason: Extract<RefusalReason, `needs ${string}`> = 'needs permission',
): Refusal {
  return { ok: false, error: 'MISSING_PERMISSIONS', reason, permission }
}
