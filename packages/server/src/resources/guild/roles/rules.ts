import { allow, has, namesOf, Permission, refuse, type Snowflake, type Verdict } from '@guildhall/protocol'
import type { GuildAccess } from '../../../access/guild.ts'
import { byPosition, type PositionedRole } from './order-rules.ts'

/** A member who edits roles. */
export interface RoleActor {
  /** Guild-wide permissions. */
  readonly permissions: bigint
  /** Position of the actor's highest role; MAX_SAFE_INTEGER for the owner. */
  readonly rank: number
}

/** Returns the actor of a guild access. */
export function roleActorOf({ view, member, permissions }: GuildAccess): RoleActor {
  return { permissions, rank: view.rank(member.user_id, member.roles) }
}

/** Whether an actor may edit a role at a position: it takes MANAGE_ROLES and a higher rank. [role order] */
export function mayEditRole(actor: RoleActor, position: number): Verdict {
  if (!has(actor.permissions, Permission.MANAGE_ROLES)) return refuse('MISSING_PERMISSIONS', 'needs MANAGE_ROLES')
  if (actor.rank <= position) return refuse('MISSING_PERMISSIONS', "the role is at or above the actor's highest")
  return allow
}

/**
 * Whether an actor may give roles new positions. Roles at or above the actor's highest role must keep their order at
 * the top, with no other role among them. The rule compares order and not numbers, because clients send all roles with
 * new numbers that close gaps. [role order]
 */
export function mayReorder(
  actor: RoleActor,
  before: readonly PositionedRole[],
  after: ReadonlyMap<Snowflake, number>,
): Verdict {
  if (!has(actor.permissions, Permission.MANAGE_ROLES)) return refuse('MISSING_PERMISSIONS', 'needs MANAGE_ROLES')
  const kept = before.filter((role) => role.position >= actor.rank).sort(byPosition)
  const top = [...after].sort((a, b) => a[1] - b[1]).slice(before.length - kept.length)
  const same = kept.every((role, index) => role.id === top[index]?.[0])
  return same ? allow : refuse('MISSING_PERMISSIONS', "a role at or above the actor's highest would move")
}

/** Whether an actor may delete a role. @everyone and managed roles cannot be deleted. */
export function mayDeleteRole(
  actor: RoleActor,
  role: { position: number; managed: boolean; everyone: boolean },
): Verdict {
  if (role.everyone || role.managed) return refuse('INVALID_ROLE', 'the role is managed or @everyone')
  return mayEditRole(actor, role.position)
}

/** Whether roles of a guild may have an icon or emoji; the feature comes with boosts. */
export function mayHaveIcon(features: readonly string[]): Verdict {
  return features.includes('ROLE_ICONS') ? allow : refuse('GUILD_BOOSTS_REQUIRED', 'needs ROLE_ICONS')
}

/** Whether an actor may give a role permissions: only their own ones, besides those that the role had before. */
export function mayGrant(actor: RoleActor, wanted: bigint, before: bigint): Verdict {
  const granted = wanted & ~before & ~actor.permissions
  return granted === 0n ? allow : refuse('MISSING_PERMISSIONS', `cannot grant ${namesOf(granted)}`)
}
