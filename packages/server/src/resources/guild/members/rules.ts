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
import type { GuildAccess } from '../../../access/guild.ts'
import type { Member } from '../../../kernel/model.ts'

/** An actor in relation to another member. */
export interface Standing {
  /** Guild-wide permissions of the actor. */
  readonly permissions: bigint
  /** Position of the actor's highest role; MAX_SAFE_INTEGER for the owner. */
  readonly rank: number
  readonly targetRank: number
  /** Whether the actor is the target. */
  readonly self: boolean
}

/** Returns the standing of a member who acts in a guild to another member. */
export function standingTo({ view, member, permissions }: GuildAccess, target: Member): Standing {
  return {
    permissions,
    rank: view.rank(member.user_id, member.roles),
    targetRank: view.rank(target.user_id, target.roles),
    self: member.user_id === target.user_id,
  }
}

/** Whether an actor may use a permission on another member: it takes the permission and a higher rank. [role order] */
export function mayActOn(standing: Standing, permission: bigint): Verdict {
  if (!has(standing.permissions, permission)) return refuse('MISSING_PERMISSIONS', 'the permission is missing')
  if (standing.rank <= standing.targetRank) return refuse('MISSING_PERMISSIONS', 'the target ranks as high or higher')
  return allow
}

/** Whether an actor may set a nickname: another's by MANAGE_NICKNAMES, their own also by CHANGE_NICKNAME. */
export function mayRename(standing: Standing): Verdict {
  if (!standing.self) return mayActOn(standing, Permission.MANAGE_NICKNAMES)
  const enough =
    has(standing.permissions, Permission.CHANGE_NICKNAME) || has(standing.permissions, Permission.MANAGE_NICKNAMES)
  return enough ? allow : refuse('MISSING_PERMISSIONS', 'needs CHANGE_NICKNAME')
}

/**
 * Whether an actor may give or take a role, directly or by an invite or onboarding. It takes MANAGE_ROLES and a higher
 * rank than the role's position; managed roles and @everyone cannot be given. [END-50]
 */
export function mayAssign(
  actor: { permissions: bigint; rank: number },
  role: { position: number; managed: boolean; everyone: boolean },
): Verdict {
  if (!has(actor.permissions, Permission.MANAGE_ROLES)) return refuse('MISSING_PERMISSIONS', 'needs MANAGE_ROLES')
  if (role.managed || role.everyone) return refuse('INVALID_ROLE', 'the role is managed or @everyone')
  return actor.rank > role.position ? allow : refuse('MISSING_PERMISSIONS', 'the role ranks as high or higher')
}

const MODERATES = Permission.MODERATE_MEMBERS | Permission.KICK_MEMBERS | Permission.BAN_MEMBERS

/** Whether an actor may set member flags, which exempt from verification: one of three sets of permissions suffices. */
export function maySetFlags({ permissions }: Pick<Standing, 'permissions'>): Verdict {
  const enough = [Permission.MANAGE_GUILD, Permission.MANAGE_ROLES, MODERATES].some((needed) =>
    has(permissions, needed),
  )
  return enough ? allow : refuse('MISSING_PERMISSIONS', `needs MANAGE_GUILD, MANAGE_ROLES, or ${namesOf(MODERATES)}`)
}

/**
 * Whether an actor may prune: by MANAGE_GUILD and KICK_MEMBERS. Guilds with PRUNE_REQUIRES_ADMIN demand ADMINISTRATOR.
 * [END-12] [END-13] [END-14] [GLD-2]
 */
export function mayPrune(permissions: bigint, features: readonly string[]): Verdict {
  const strict = features.includes('PRUNE_REQUIRES_ADMIN')
  const needed = strict ? Permission.ADMINISTRATOR : Permission.MANAGE_GUILD | Permission.KICK_MEMBERS
  return has(permissions, needed) ? allow : refuse('MISSING_PERMISSIONS', `needs ${namesOf(needed)}`)
}

/** Whether an actor may time out a member until an instant, or end a time-out (null). Administrators are exempt. */
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
