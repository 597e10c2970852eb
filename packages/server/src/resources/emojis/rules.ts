import { allow, type Changes, type Instant, namesOf, Permission, refuse, type Verdict } from '@guildhall/protocol'

/** Creating: CREATE_GUILD_EXPRESSIONS; before the split MANAGE_GUILD_EXPRESSIONS served as well. [PRM-2] [PRM-4] */
export function mayCreateExpression(permissions: bigint, at: Instant, changes: Changes): Verdict {
  const alone = changes.inEffect('expressions_permission_alone', at)
  const enough = Permission.CREATE_GUILD_EXPRESSIONS | (alone ? 0n : Permission.MANAGE_GUILD_EXPRESSIONS)
  return permissions & enough ? allow : refuse('MISSING_PERMISSIONS', `needs one of ${namesOf(enough)}`)
}

/** Changing: MANAGE_GUILD_EXPRESSIONS, or CREATE_GUILD_EXPRESSIONS for one's own. */
export function mayChangeExpression(permissions: bigint, own: boolean): Verdict {
  const enough = Permission.MANAGE_GUILD_EXPRESSIONS | (own ? Permission.CREATE_GUILD_EXPRESSIONS : 0n)
  return permissions & enough ? allow : refuse('MISSING_PERMISSIONS', `needs one of ${namesOf(enough)}`)
}
