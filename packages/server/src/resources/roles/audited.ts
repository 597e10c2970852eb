import type { StoredRole } from '../../kernel/model.ts'
import { presentRole } from './present.ts'

/** Keys of a role that the audit log records. */
export const AUDITED = [
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
export function auditedRole(role: StoredRole) {
  const { icon, ...fields } = presentRole(role)
  return { ...fields, icon_hash: icon }
}
