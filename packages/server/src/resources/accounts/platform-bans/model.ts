import type { Instant } from '@guildhall/protocol'
import type { PlatformBanTable } from '../../../kernel/store/game-tables.ts'

/** Ban of a user from the whole platform, by the operator. */
export type PlatformBan = PlatformBanTable

/** Longest temporary ban: a hundred years. */
export const DURATION_MAX_S = 3_155_760_000

/** Whether a ban is active: a temporary one ends by the clock. [SUB-9] [SUB-10] */
export function isBanActive(ban: Pick<PlatformBan, 'until'> | undefined, now: Instant): boolean {
  return ban !== undefined && (ban.until === null || ban.until > now)
}

/** Returns what a banned person reads who signs in with the right password. */
export function bannedText(ban: Pick<PlatformBan, 'reason'> | undefined): string {
  return ban?.reason ? `This account is banned: ${ban.reason}` : 'This account is banned.'
}
