import { allow, has, namesOf, Permission, refuse, type Verdict } from '@guildhall/protocol'

/** Who changes overwrites may set only bits that they have, unless they manage roles there. */
export function mayOverwrite(
  permissions: bigint,
  before: { allow: bigint; deny: bigint } | undefined,
  after: { allow: bigint; deny: bigint },
): Verdict {
  if (has(permissions, Permission.ADMINISTRATOR)) return allow
  const touched = (after.allow ^ (before?.allow ?? 0n)) | (after.deny ^ (before?.deny ?? 0n))
  if (touched === 0n) return allow
  if (!has(permissions, Permission.MANAGE_ROLES)) return refuse('MISSING_PERMISSIONS', 'needs MANAGE_ROLES')
  const foreign = touched & ~permissions
  return foreign === 0n ? allow : refuse('MISSING_PERMISSIONS', `cannot set ${namesOf(foreign)}`)
}
