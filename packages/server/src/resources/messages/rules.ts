import {
  allow,
  BULK_DELETE_AGE_MAX_DAYS,
  BULK_DELETE_MAX,
  BULK_DELETE_MIN,
  type Changes,
  FILE_MAX_BYTES,
  FILE_MAX_BYTES_BY_PREMIUM,
  FILE_MAX_BYTES_BY_TIER,
  has,
  type Instant,
  namesOf,
  Permission,
  PINS_MAX,
  refuse,
  snowflakeTime,
  UNDELETABLE_MESSAGE_TYPES,
  type Verdict,
} from '@guildhall/protocol'

/** May a member pin here? PIN_MESSAGES was split from MANAGE_MESSAGES, which still served for a while. [PRM-11..14] */
export function mayPin(actor: { permissions: bigint; pinned: number }, at: Instant, changes: Changes): Verdict {
  const enough =
    (changes.inEffect('pin_permission', at) ? Permission.PIN_MESSAGES : 0n) |
    (changes.inEffect('pin_permission_alone', at) ? 0n : Permission.MANAGE_MESSAGES)
  if ((actor.permissions & enough) === 0n) return refuse('MISSING_PERMISSIONS', `needs ${namesOf(enough)}`)
  if (actor.pinned >= PINS_MAX) return refuse('TOO_MANY_PINS', `${actor.pinned} pinned already`)
  return allow
}

/** Of one file: the most of what everybody may, what its uploader may anywhere, and anybody in the guild. [MOD-21] [LIM-1] */
export function fileBytesMax(uploader: { premium_type: number }, guild: { premium_tier: number } | undefined): number {
  const own = FILE_MAX_BYTES_BY_PREMIUM[uploader.premium_type] ?? FILE_MAX_BYTES
  return Math.max(own, FILE_MAX_BYTES_BY_TIER[guild?.premium_tier ?? 0] ?? FILE_MAX_BYTES)
}

/** Own messages, or any with MANAGE_MESSAGES; some system messages stay. */
export function mayDelete(actor: { own: boolean; permissions: bigint }, type: number): Verdict {
  if (UNDELETABLE_MESSAGE_TYPES.has(type)) return refuse('CANNOT_EXECUTE_ON_SYSTEM_MESSAGE', `type ${type} stays`)
  if (actor.own || has(actor.permissions, Permission.MANAGE_MESSAGES)) return allow
  return refuse('MISSING_PERMISSIONS', 'needs MANAGE_MESSAGES')
}

/** 2 to 100 messages, none older than 14 days. */
export function mayBulkDelete(ids: readonly bigint[], at: Instant): Verdict {
  if (ids.length < BULK_DELETE_MIN || ids.length > BULK_DELETE_MAX)
    return refuse('BULK_DELETE_COUNT', `${ids.length} messages`)
  const oldest = at - BULK_DELETE_AGE_MAX_DAYS * 86_400_000
  if (ids.some((id) => snowflakeTime(id) < oldest)) return refuse('MESSAGE_TOO_OLD_TO_BULK_DELETE', 'over 14 days')
  return allow
}
