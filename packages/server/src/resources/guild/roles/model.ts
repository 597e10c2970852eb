import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { RoleData, StoredRole } from '../../../kernel/model.ts'

/** Fields of a new role that its creator did not set. */
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

/** Fields that a new role needs, and any others. */
export type RoleInput = Pick<StoredRole, 'id' | 'guild_id' | 'name' | 'position' | 'permissions'> & Partial<RoleData>

/** Returns a role with defaults for the fields that are missing. */
export function newRole(role: RoleInput): StoredRole {
  return { ...ROLE_DEFAULTS, ...role }
}

/** Returns a role of a guild, or throws UNKNOWN_ROLE (10011). */
export function getRole(view: GuildView, id: Snowflake): StoredRole {
  const role = view.roles.get(id)
  if (!role) throw new ApiError('UNKNOWN_ROLE')
  return role
}
