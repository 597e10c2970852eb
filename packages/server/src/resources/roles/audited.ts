import type { Role } from '../../kernel/model.ts'
import { presentRole } from './present.ts'

/** What the audit log tells of a role. */
export const AUDITED = ['name', 'permissions', 'color', 'colors', 'hoist', 'mentionable', 'unicode_emoji', 'icon_hash']

/** The audit log names hashes of images as such. */
export function auditedRole(role: Role): Record<string, unknown> {
  const { icon, ...wire } = presentRole(role)
  return { ...wire, icon_hash: icon }
}

/** For the audit log of a role that comes or goes. */
export function auditedFields(role: Role, side: 'old_value' | 'new_value') {
  const wire = auditedRole(role)
  return AUDITED.filter((key) => wire[key] !== null).map((key) => ({ key, [side]: wire[key] }))
}
