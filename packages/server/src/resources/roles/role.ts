import type { RoleData, StoredRole } from '../../kernel/model.ts'

export const ROLE_DEFAULTS: RoleData = {
  color: 0,
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
  hoist: false,
  icon: null,
  unicode_emoji: null,
  managed: false,
  mentionable: false,
  tags: null,
  flags: 0,
}

export type RoleInput = Pick<StoredRole, 'id' | 'guild_id' | 'name' | 'position' | 'permissions'> & Partial<RoleData>

/** A role with what is not given as a new one has it. */
export function newRole(role: RoleInput): StoredRole {
  return { ...ROLE_DEFAULTS, ...role }
}
