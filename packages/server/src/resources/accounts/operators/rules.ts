import { allow, refuse, type Verdict } from '@guildhall/protocol'
import { OPERATOR_ROLES, type OperatorRole } from './model.ts'

const rank = (role: OperatorRole | null) => (role === null ? -1 : OPERATOR_ROLES.indexOf(role))

/** Whether a role includes the rights of another one. `null` is a person without a role. */
export function mayOperate(role: OperatorRole | null, least: OperatorRole): Verdict {
  return rank(role) >= rank(least) ? allow : refuse('MISSING_PERMISSIONS', `needs the role ${least}`)
}

/** Whether an operator may act on a person: on those below their own role; owners on everybody. */
export function mayActOn(actor: OperatorRole, target: OperatorRole | null): Verdict {
  if (actor === 'owner' || rank(target) < rank(actor)) return allow
  return refuse('MISSING_PERMISSIONS', 'the person has the same role or a higher one')
}

/** Whether an operator may give a person a role. Only owners make owners, and change their roles. */
export function mayGiveRole(
  actor: OperatorRole,
  { from, to }: { from: OperatorRole | null; to: OperatorRole | null },
): Verdict {
  const isOfOwner = from === 'owner' || to === 'owner'
  if (isOfOwner && actor !== 'owner') return refuse('MISSING_PERMISSIONS', 'only owners change roles of owners')
  return mayOperate(actor, 'admin')
}

/** Whether a person may lose the role or the account that they have: one owner must remain. */
export function mayLoseRole(role: OperatorRole | null, owners: number): Verdict {
  if (role !== 'owner' || owners > 1) return allow
  return refuse('INVALID_FORM_BODY', 'The last owner cannot be removed, suspended or deleted.')
}
