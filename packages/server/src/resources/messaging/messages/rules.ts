import {
  ApiError,
  allow,
  BULK_DELETE_AGE_MAX_DAYS,
  BULK_DELETE_MAX,
  BULK_DELETE_MIN,
  type Changes,
  type Faults,
  FILE_MAX_BYTES,
  FILE_MAX_BYTES_BY_PREMIUM,
  FILE_MAX_BYTES_BY_TIER,
  has,
  type Instant,
  MessageFlag,
  MessageType,
  namesOf,
  needs,
  Permission,
  PINS_MAX,
  refuse,
  snowflakeTime,
  UNDELETABLE_MESSAGE_TYPES,
  type Verdict,
} from '@guildhall/protocol'
import { isVoice } from '../../guild/channels/model.ts'

/**
 * Returns whether a member may pin a message. PIN_MESSAGES was split from MANAGE_MESSAGES, which kept working until a
 * later date. [PRM-11..14]
 */
export function mayPin(actor: { permissions: bigint; pinned: number }, at: Instant, changes: Changes): Verdict {
  const enough =
    (changes.inEffect('pin_permission', at) ? Permission.PIN_MESSAGES : 0n) |
    (changes.inEffect('pin_permission_alone', at) ? 0n : Permission.MANAGE_MESSAGES)
  if ((actor.permissions & enough) === 0n) return refuse('MISSING_PERMISSIONS', `needs ${namesOf(enough)}`)
  if (actor.pinned >= PINS_MAX) return refuse('TOO_MANY_PINS', `${actor.pinned} pinned already`)
  return allow
}

/**
 * Returns the limit of one file in bytes: the largest of everyone's limit, the uploader's and the guild's.
 * [MOD-21] [LIM-1]
 */
export function fileBytesMax(
  uploader: { premium_type: number } | undefined,
  guild: { premium_tier: number } | undefined,
): number {
  const own = FILE_MAX_BYTES_BY_PREMIUM[uploader?.premium_type ?? 0] ?? FILE_MAX_BYTES
  return Math.max(own, FILE_MAX_BYTES_BY_TIER[guild?.premium_tier ?? 0] ?? FILE_MAX_BYTES)
}

/**
 * Returns whether a message may be deleted: by its author, or with MANAGE_MESSAGES. Some system messages never may. An
 * alert of automatic moderation has the member who broke the rule as its author, and only MANAGE_MESSAGES removes it
 * (developers/resources/message, "Message Types").
 */
export function mayDelete(actor: { own: boolean; permissions: bigint }, type: number): Verdict {
  if (UNDELETABLE_MESSAGE_TYPES.has(type))
    return refuse('CANNOT_EXECUTE_ON_SYSTEM_MESSAGE', `messages of type ${type} cannot be deleted`)
  const own = actor.own && type !== MessageType.AUTO_MODERATION_ACTION
  if (own || has(actor.permissions, Permission.MANAGE_MESSAGES)) return allow
  return refuse('MISSING_PERMISSIONS', 'needs MANAGE_MESSAGES')
}

/**
 * Returns whether a caller may fetch messages of a channel: those of a voice or stage channel need CONNECT
 * (developers/resources/message, "Get Channel Messages").
 */
export function mayReadVoiceText(channelType: number, permissions: bigint): Verdict {
  return isVoice(channelType) ? needs(permissions, Permission.CONNECT) : allow
}

/** Returns whether messages may be bulk-deleted: 2 to 100 of them, none older than 14 days. */
export function mayBulkDelete(ids: readonly bigint[], at: Instant): Verdict {
  if (ids.length < BULK_DELETE_MIN || ids.length > BULK_DELETE_MAX)
    return refuse('BULK_DELETE_COUNT', `${ids.length} messages`)
  const oldest = at - BULK_DELETE_AGE_MAX_DAYS * 86_400_000
  if (ids.some((id) => snowflakeTime(id) < oldest))
    return refuse('MESSAGE_TOO_OLD_TO_BULK_DELETE', 'a message is older than 14 days')
  return allow
}

/** Returns flags with SUPPRESS_EMBEDS as requested: the only flag that others than the author may change. */
export function withEmbedSuppression(flags: number, requested: number): number {
  return (flags & ~MessageFlag.SUPPRESS_EMBEDS) | (requested & MessageFlag.SUPPRESS_EMBEDS)
}

/** Returns the error for an empty message: 50013 when the author's embeds were left out for lack of EMBED_LINKS. */
export function emptyMessageError(embedsRemoved: boolean): ApiError {
  return new ApiError(embedsRemoved ? 'MISSING_PERMISSIONS' : 'EMPTY_MESSAGE')
}

const LEGACY_FIELDS = ['content', 'embeds', 'sticker_ids', 'poll', 'shared_client_theme'] as const
type LegacyFields = Partial<Record<(typeof LEGACY_FIELDS)[number], unknown>>

/** Adds a fault for each field that a message with IS_COMPONENTS_V2 cannot have. */
export function checkLegacyFields(fields: LegacyFields, faults: Faults): void {
  for (const field of LEGACY_FIELDS) {
    const value = fields[field]
    if (value == null || value === '' || (Array.isArray(value) && value.length === 0)) continue
    faults.add(
      [field],
      'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
    )
  }
}
