import { demand, invalidForm, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import type { Operator, OperatorAction, OperatorRole } from '../model.ts'
import { mayActOn, mayGiveRole, mayLoseRole } from '../rules.ts'
import * as store from '../store.ts'

/** A changed field in the operators' log. Secrets stand there as `true`. */
interface LoggedChange {
  readonly key: string
  readonly old: unknown
  readonly new: unknown
}

/** An action as the operators' log keeps it. */
interface LoggedAction {
  readonly action: OperatorAction
  /** Id or name of what the action is about. */
  readonly target: Snowflake | string | null
  readonly changes?: readonly LoggedChange[]
  readonly reason?: string | null
}

/** Adds an entry to the operators' log, in the unit of work of the action itself. */
export async function logAction(work: Work, operator: Operator, logged: LoggedAction): Promise<void> {
  await store.insertLogEntry(work, {
    id: work.nextId(),
    at: work.now,
    actor_kind: operator.kind,
    actor_id: operator.kind === 'person' ? operator.userId : null,
    action: logged.action,
    target: logged.target?.toString() ?? null,
    changes: JSON.stringify(logged.changes ?? []),
    reason: logged.reason ?? null,
    address: operator.address,
  })
}

/**
 * Stores the role of a person; null removes it. Changes of roles wait for each other, so that one owner remains.
 *
 * @throws ApiError MISSING_PERMISSIONS; INVALID_FORM_BODY at `role` for the last owner
 */
export async function saveRole(
  work: Work,
  operator: Operator,
  { userId, role, reason = null }: { userId: Snowflake; role: OperatorRole | null; reason?: string | null },
): Promise<void> {
  const before = await work.lock('operators', () => store.findOperatorRole(work, userId))
  demand(mayActOn(operator.role, before))
  demand(mayGiveRole(operator.role, { from: before, to: role }))
  if (before === role) return
  const verdict = mayLoseRole(before, (await store.countOwners(work, userId)) + 1)
  if (!verdict.ok) throw invalidForm(['role'], 'LAST_OWNER', verdict.reason)
  await store.putOperatorRole(work, userId, role)
  await logAction(work, operator, {
    action: 'role',
    target: userId,
    changes: [{ key: 'role', old: before, new: role }],
    reason,
  })
}

/** Returns the role of a person on whom an operator may act. @throws ApiError MISSING_PERMISSIONS */
export async function roleBelow(work: Work, operator: Operator, userId: Snowflake): Promise<OperatorRole | null> {
  const role = await store.findOperatorRole(work, userId)
  demand(mayActOn(operator.role, role))
  return role
}

/**
 * Checks that an operator may suspend or delete a person.
 *
 * @throws ApiError MISSING_PERMISSIONS; INVALID_FORM_BODY for the last owner
 */
export async function demandLosable(work: Work, operator: Operator, userId: Snowflake): Promise<void> {
  const role = await work.lock('operators', () => roleBelow(work, operator, userId))
  const verdict = mayLoseRole(role, (await store.countOwners(work, userId)) + 1)
  if (!verdict.ok) throw invalidForm(['user_id'], 'LAST_OWNER', verdict.reason)
}

/** Checks that an owner is left after a person is deleted. @throws ApiError INVALID_FORM_BODY for the last owner */
export async function demandOwnerLeft(work: Work, userId: Snowflake): Promise<void> {
  const role = await work.lock('operators', () => store.findOperatorRole(work, userId))
  const verdict = mayLoseRole(role, (await store.countOwners(work, userId)) + 1)
  if (!verdict.ok) throw invalidForm(['user_id'], 'LAST_OWNER', verdict.reason)
}
