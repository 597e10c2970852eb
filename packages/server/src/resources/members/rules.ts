import { allow, has, type Instant, Permission, refuse, TIMEOUT_MAX_DAYS, type Verdict } from '@guildhall/protocol'

/** Who acts on another member: permissions in the guild, and both ranks (MAX_SAFE_INTEGER for the owner). */
export interface Standing {
  readonly permissions: bigint
  readonly rank: number
  readonly targetRank: number
  readonly self: boolean
}

/** Needs a permission, and to stand above the other; the owner is above all. [role order] */
export function mayActOn(standing: Standing, permission: bigint): Verdict {
  if (!has(standing.permissions, permission)) return refuse('MISSING_PERMISSIONS', 'the permission is missing')
  if (standing.rank <= standing.targetRank) return refuse('MISSING_PERMISSIONS', 'the other stands as high or higher')
  return allow
}

/** Another's nickname by MANAGE_NICKNAMES, the own by CHANGE_NICKNAME. */
export function mayRename(standing: Standing): Verdict {
  if (!standing.self) return mayActOn(standing, Permission.MANAGE_NICKNAMES)
  const enough =
    has(standing.permissions, Permission.CHANGE_NICKNAME) || has(standing.permissions, Permission.MANAGE_NICKNAMES)
  return enough ? allow : refuse('MISSING_PERMISSIONS', 'needs CHANGE_NICKNAME')
}

/** Roles are given and taken below the own highest one; managed ones not at all. */
export function mayAssign(
  actor: { permissions: bigint; rank: number },
  role: { position: number; managed: boolean; everyone: boolean },
): Verdict {
  if (!has(actor.permissions, Permission.MANAGE_ROLES)) return refuse('MISSING_PERMISSIONS', 'needs MANAGE_ROLES')
  if (role.managed || role.everyone) return refuse('INVALID_ROLE', 'managed by an integration')
  return actor.rank > role.position ? allow : refuse('MISSING_PERMISSIONS', 'the role stands as high or higher')
}

/** Time-outs end within 28 days; administrators cannot be timed out. */
export function mayTimeOut(
  standing: Standing,
  until: Instant | null,
  now: Instant,
  target: { administrator: boolean },
): Verdict {
  const acts = mayActOn(standing, Permission.MODERATE_MEMBERS)
  if (!acts.ok) return acts
  if (until !== null && target.administrator) return refuse('MISSING_PERMISSIONS', 'administrators cannot be timed out')
  if (until !== null && until > now + TIMEOUT_MAX_DAYS * 86_400_000) return refuse('INVALID_FORM_BODY', 'over 28 days')
  return allow
}
