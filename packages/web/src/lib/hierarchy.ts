import { type GuildObject, Permission, type RoleObject } from '@guildhall/protocol'
import { guildPermissions } from './permissions.ts'

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

/** Returns the position of a member's highest role; infinite for the owner. */
export function rankOf({ guild, roles }: GuildRoles, userId: string, roleIds: readonly string[]): number {
  if (guild.owner_id === userId) return Number.POSITIVE_INFINITY
  return Math.max(0, ...roleIds.map((id) => roles.get(id)?.position ?? 0))
}

/** Returns a member as an actor. */
export function actorOf(guild: GuildRoles, userId: string, roleIds: readonly string[]): Actor {
  return {
    userId,
    permissions: guildPermissions({ ...guild, member: { userId, roles: [...roleIds] } }),
    rank: rankOf(guild, userId, roleIds),
  }
}

const lacks = (actor: Actor, bit: bigint) => (actor.permissions & bit) === 0n

/** Returns why an actor cannot change a role; null if they can. */
export function whyNotEditRole(actor: Actor, role: Pick<RoleObject, 'position'>): string | null {
  if (lacks(actor, Permission.MANAGE_ROLES)) return 'You need the permission Manage Roles.'
  if (actor.rank <= role.position) return 'This role is not below your highest role.'
  return null
}

/** Returns why an actor cannot delete a role; null if they can. */
export function whyNotDeleteRole(actor: Actor, role: RoleObject, guildId: string): string | null {
  if (role.id === guildId) return 'Every member has this role.'
  if (role.managed) return 'An integration manages this role.'
  return whyNotEditRole(actor, role)
}

/** Returns why an actor cannot give a role to members or take it; null if they can. */
export function whyNotAssign(actor: Actor, role: RoleObject, guildId: string): string | null {
  return whyNotDeleteRole(actor, role, guildId)
}

/** Returns why an actor cannot set a permission of a role; null if they can. */
export function whyNotGrant(actor: Actor, bit: bigint, before: bigint): string | null {
  return lacks(actor, bit) && (before & bit) === 0n ? 'You do not have this permission yourself.' : null
}

/** Returns why an actor cannot use a permission on another member; null if they can. */
export function whyNotActOn(
  actor: Actor,
  target: { userId: string; rank: number },
  permission: { bit: bigint; name: string },
): string | null {
  if (lacks(actor, permission.bit)) return `You need the permission ${permission.name}.`
  if (target.rank === Number.POSITIVE_INFINITY) return 'Nobody can do this to the owner.'
  if (actor.rank <= target.rank) return 'The highest role of this member is not below yours.'
  return null
}

/** Returns why an actor cannot set a nickname; null if they can. */
export function whyNotRename(actor: Actor, target: { userId: string; rank: number }): string | null {
  if (target.userId !== actor.userId)
    return whyNotActOn(actor, target, { bit: Permission.MANAGE_NICKNAMES, name: 'Manage Nicknames' })
  return lacks(actor, Permission.CHANGE_NICKNAME | Permission.MANAGE_NICKNAMES)
    ? 'You need the permission Change Nickname.'
    : null
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
