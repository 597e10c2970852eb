import type { Role } from '../../kernel/model.ts'

export function presentRole(role: Role): Record<string, unknown> {
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

/** What an invite shows of a role. [INV-3] */
export function presentPartialRole(role: Role): Record<string, unknown> {
  const { id, name, position, color, colors, icon, unicode_emoji } = role
  return { id: id.toString(), name, position, color, colors, icon, unicode_emoji }
}
