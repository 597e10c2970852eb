import {
  allow,
  has,
  type Instant,
  namesOf,
  Permission,
  refuse,
  TIMEOUT_MAX_DAYS,
  type Verdict,
} from '@guildhall/protocol'

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

const MODERATES = Permission.MODERATE_MEMBERS | Permission.KICK_MEMBERS | Permission.BAN_MEMBERS

/** Who may let a member past the guild's verification: any of these is enough. */
export function maySetFlags({ permissions }: Pick<Standing, 'permissions'>): Verdict {
  const enough = [Permission.MANAGE_GUILD, Permission.MANAGE_ROLES, MODERATES].some((needed) =>
    has(permissions, needed),
  )
  return enough
    ? allow
    : refuse('MISSING_PERMISSIONS', 'needs MANAGE_GUILD, MANAGE_ROLES, or to moderate, kick and ban')
}

/** Pruning takes MANAGE_GUILD and KICK_MEMBERS, or where the guild says so ADMINISTRATOR. [END-12] [END-13] [END-14] [GLD-2] */
export function mayPrune(permissions: bigint, features: readonly string[]): Verdict {
  const strict = features.includes('PRUNE_REQUIRES_ADMIN')
  const needed = strict ? Permission.ADMINISTRATOR : Permission.MANAGE_GUILD | Permission.KICK_MEMBERS
  return has(permissions, needed) ? allow : refuse('MISSING_PERMISSIONS', `needs ${namesOf(needed)}`)
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
