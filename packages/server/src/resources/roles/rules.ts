import { allow, has, namesOf, Permission, refuse, type Snowflake, type Verdict } from '@guildhall/protocol'
import { byPlace, type Placed } from './order.ts'

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

/**
 * What stands at or above the own highest role must stand there afterwards too, in the same order and with nothing new
 * among it. Order and not numbers, since clients send all roles numbered anew, with the gaps closed. [role order]
 */
export function mayReorder(
  actor: RoleActor,
  before: readonly Placed[],
  after: ReadonlyMap<Snowflake, number>,
): Verdict {
  if (!has(actor.permissions, Permission.MANAGE_ROLES)) return refuse('MISSING_PERMISSIONS', 'needs MANAGE_ROLES')
  const kept = before.filter((role) => role.position >= actor.rank).sort(byPlace)
  const top = [...after].sort((a, b) => a[1] - b[1]).slice(before.length - kept.length)
  const same = kept.every((role, index) => role.id === top[index]?.[0])
  return same ? allow : refuse('MISSING_PERMISSIONS', 'a role at or above the own highest would move')
}

/** Not @everyone, and not what an integration manages. */
export function mayDeleteRole(
  actor: RoleActor,
  role: { position: number; managed: boolean; everyone: boolean },
): Verdict {
  if (role.everyone || role.managed) return refuse('INVALID_ROLE', 'managed by the platform or an integration')
  return mayManageRole(actor, role.position)
}

/** Icons and emojis of roles come with the guild's boosts. */
export function mayHaveIcon(features: readonly string[]): Verdict {
  return features.includes('ROLE_ICONS') ? allow : refuse('GUILD_BOOSTS_REQUIRED', 'needs ROLE_ICONS')
}

/** Nobody grants what they do not have; what a role had already may stay. */
export function mayGrant(actor: RoleActor, wanted: bigint, before: bigint): Verdict {
  const granted = wanted & ~before & ~actor.permissions
  return granted === 0n ? allow : refuse('MISSING_PERMISSIONS', `cannot grant ${namesOf(granted)}`)
}
