import type { InviteRoleObject, RoleObject } from '@guildhall/protocol'
import type { StoredRole } from '../../../kernel/model.ts'

/** Returns the role object. */
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

/** Keys of a role that the audit log records. */
export const AUDITED_ROLE_KEYS = [
  'name',
  'permissions',
  'color',
  'colors',
  'hoist',
  'mentionable',
  'unicode_emoji',
  'icon_hash',
] as const

/** Returns a role's fields for the audit log, where `icon_hash` is the name of the icon. */
export function presentAuditedRole(role: StoredRole) {
  const { icon, ...fields } = presentRole(role)
  return { ...fields, icon_hash: icon }
}
