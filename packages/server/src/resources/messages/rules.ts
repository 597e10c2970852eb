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

/**
 * How long a person must wait before writing again, in ms; 0 for not at all. Bots never wait; from the date on only
 * BYPASS_SLOWMODE exempts, before it three other permissions did. [PRM-16] [PRM-17] [PRM-18]
 */
export function slowmodeWaitMs(
  writer: { bot: boolean; permissions: bigint; lastMessageAt: Instant | null },
  intervalSeconds: number,
  at: Instant,
  changes: Changes,
): number {
  if (writer.bot || intervalSeconds === 0 || writer.lastMessageAt === null) return 0
  const exempting = changes.inEffect('bypass_slowmode', at)
    ? Permission.BYPASS_SLOWMODE
    : Permission.BYPASS_SLOWMODE | Permission.MANAGE_MESSAGES | Permission.MANAGE_CHANNELS | Permission.MANAGE_THREADS
  if ((writer.permissions & exempting) !== 0n) return 0
  return Math.max(writer.lastMessageAt + intervalSeconds * 1000 - at, 0)
}
