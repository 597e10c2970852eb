import type { InviteRoleObject, RoleObject } from '@guildhall/protocol'
import type { StoredRole } from '../../kernel/model.ts'

export function presentRole(role: StoredRole): RoleObject {
  return {
    id: role.id.toString(),
    name: role.name,
    description: null,
    permissions: role.permissions.toString(),
    position: role.position,
    color: role.color,
    colors: role.colors,
    hoist: role.hoist,
    managed: role.managed,
    mentionable: role.mentionable,
    icon: role.icon,
    unicode_emoji: role.unicode_emoji,
    flags: role.flags,
    ...(role.tags ? { tags: role.tags } : {}),
  }
}

/** Returns the fields of a role that an invite contains. [INV-3] */
export function presentPartialRole(role: StoredRole): InviteRoleObject {
  const { id, name, position, color, colors, icon, unicode_emoji } = role
  return { id: id.toString(), name, position, color, colors, icon, unicode_emoji }
}
