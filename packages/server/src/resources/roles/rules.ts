import { allow, has, namesOf, Permission, refuse, type Verdict } from '@guildhall/protocol'

/** A member who acts on roles: their permissions in the guild and the position of their highest role. */
export interface RoleActor {
  readonly permissions: bigint
  /** MAX_SAFE_INTEGER for the owner. */
  readonly rank: number
}

/** Only below one's own highest role, and only with MANAGE_ROLES. [role order] */
export function mayManageRole(actor: RoleActor, position: number): Verdict {
  if (!has(actor.permissions, Permission.MANAGE_ROLES)) return refuse('MISSING_PERMISSIONS', 'needs MANAGE_ROLES')
  if (actor.rank <= position) return refuse('MISSING_PERMISSIONS', 'the role stands at or above the own highest')
  return allow
}

/** Nobody grants what they do not have; what a role had already may stay. */
export function mayGrant(actor: RoleActor, wanted: bigint, before: bigint): Verdict {
  const granted = wanted & ~before & ~actor.permissions
  return granted === 0n ? allow : refuse('MISSING_PERMISSIONS', `cannot grant ${namesOf(granted)}`)
}
