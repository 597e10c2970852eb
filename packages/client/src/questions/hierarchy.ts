import type { GuildObject, PermissionName, RoleObject } from '@guildhall/protocol'
import { has, Permission } from '@guildhall/protocol/constants'
import { guildPermissions, type MemberFacts } from './permissions.ts'
import { allowed, type Decision, needs, refused } from './refusal.ts'

/** A guild with its roles, as far as their order matters. */
interface GuildRoles {
  readonly guild: Pick<GuildObject, 'id' | 'owner_id'>
  readonly roles: ReadonlyMap<string, RoleObject>
}

/** A member who changes roles or other members. */
export interface Actor {
  readonly userId: string
  readonly permissions: bigint
  /** Position of the highest role; infinite for the owner. */
  readonly rank: number
}

/** A member on whom another one acts. */
export interface Target {
  readonly userId: string
  readonly rank: number
}

/** Returns the position of a member's highest role; infinite for the owner. */
export function rankOf({ guild, roles }: GuildRoles, userId: string, roleIds: readonly string[]): number {
  if (guild.owner_id === userId) return Number.POSITIVE_INFINITY
  return Math.max(0, ...roleIds.map((id) => roles.get(id)?.position ?? 0))
}

/** Returns a member as an actor at a time in milliseconds. */
export function actorOf(guild: GuildRoles, member: MemberFacts, now: number): Actor {
  const { userId, roles } = member
  return { userId, permissions: guildPermissions(guild, member, now), rank: rankOf(guild, userId, roles) }
}

const lacks = (actor: Actor, bit: bigint) => (actor.permissions & bit) === 0n

/** Decides whether an actor can change a role. */
export function mayEditRole(actor: Actor, role: Pick<RoleObject, 'position'>): Decision {
  if (lacks(actor, Permission.MANAGE_ROLES)) return needs('MANAGE_ROLES')
  return actor.rank <= role.position ? refused('role is not below') : allowed
}

/** Decides whether an actor can delete a role. */
export function mayDeleteRole(actor: Actor, role: RoleObject, guildId: string): Decision {
  if (role.id === guildId) return refused('role of everyone')
  if (role.managed) return refused('role is managed')
  return mayEditRole(actor, role)
}

/** Decides whether an actor can give a role to members or take it. */
export function mayAssign(actor: Actor, role: RoleObject, guildId: string): Decision {
  return mayDeleteRole(actor, role, guildId)
}

/** Decides whether an actor can set a permission of a role. */
export function mayGrant(actor: Actor, bit: bigint, before: bigint): Decision {
  return lacks(actor, bit) && (before & bit) === 0n ? refused('lacks it themselves') : allowed
}

/** Decides whether an actor can use a permission on another member. */
export function mayActOn(actor: Actor, target: Target, permission: PermissionName): Decision {
  if (lacks(actor, Permission[permission])) return needs(permission)
  if (target.rank === Number.POSITIVE_INFINITY) return refused('target is the owner')
  return actor.rank <= target.rank ? refused('target is not below') : allowed
}

/** Decides whether an actor can time out a member, who has some permissions in the guild. */
export function mayTimeOut(actor: Actor, target: Target & { readonly permissions: bigint }): Decision {
  const decision = mayActOn(actor, target, 'MODERATE_MEMBERS')
  if (!decision.ok) return decision
  return has(target.permissions, Permission.ADMINISTRATOR) ? refused('target is administrator') : allowed
}

/** Decides whether an actor can set a nickname. */
export function mayRename(actor: Actor, target: Target): Decision {
  if (target.userId !== actor.userId) return mayActOn(actor, target, 'MANAGE_NICKNAMES')
  return lacks(actor, Permission.CHANGE_NICKNAME | Permission.MANAGE_NICKNAMES) ? needs('CHANGE_NICKNAME') : allowed
}

/** Returns the roles of a guild from the highest down, @everyone last. */
export function rolesFromTop(roles: Iterable<RoleObject>): RoleObject[] {
  return [...roles].sort((one, other) => other.position - one.position || (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
}

/** Returns a list with one entry moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const copy = [...list]
  const [entry] = copy.splice(from, 1)
  if (entry !== undefined) copy.splice(to, 0, entry)
  return copy
}

/** Returns the positions of roles, given from the highest down and without @everyone. */
export function rolePositions(fromTop: readonly { id: string }[]): { id: string; position: number }[] {
  return fromTop.map(({ id }, index) => ({ id, position: fromTop.length - index }))
}
