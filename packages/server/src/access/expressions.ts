import {
  allow,
  type Changes,
  type Instant,
  namesOf,
  Permission,
  refuse,
  type Snowflake,
  type Verdict,
} from '@guildhall/protocol'
import type { User } from '../kernel/model.ts'
import type { Work } from '../kernel/work.ts'
import { listUsers } from '../resources/accounts/users/store.ts'

/** Permissions of expressions: a guild's emojis, stickers and sounds. */
const { CREATE_GUILD_EXPRESSIONS: CREATE, MANAGE_GUILD_EXPRESSIONS: MANAGE } = Permission

/** Whether a member may create an expression. MANAGE_GUILD_EXPRESSIONS allows it until its end date. [PRM-2] [PRM-4] */
export function mayCreateExpression(permissions: bigint, at: Instant, changes: Changes): Verdict {
  return needsOneOf(permissions, changes.inEffect('expressions_permission_alone', at) ? CREATE : CREATE | MANAGE)
}

/** Whether a member may change or delete an expression; `own` says that the member created it. [PRM-4] */
export function mayChangeExpression(permissions: bigint, own: boolean): Verdict {
  return needsOneOf(permissions, own ? CREATE | MANAGE : MANAGE)
}

function needsOneOf(permissions: bigint, sufficient: bigint): Verdict {
  if ((permissions & sufficient) !== 0n) return allow
  return refuse('MISSING_PERMISSIONS', `needs one of ${namesOf(sufficient)}`)
}

/**
 * Returns the creators of expressions, by id, for a member who can create or manage expressions; other members see no
 * creators.
 */
export async function listCreators(
  work: Work,
  permissions: bigint,
  expressions: Iterable<{ readonly user_id: Snowflake | null }>,
): Promise<ReadonlyMap<Snowflake | null, User>> {
  if ((permissions & (CREATE | MANAGE)) === 0n) return new Map()
  return listUsers(
    work,
    [...expressions].flatMap(({ user_id }) => user_id ?? []),
  )
}
