import { allow, type Instant, refuse, type Snowflake, snowflakeTime, type Verdict } from '@guildhall/protocol'
import type { RaidMode, RaidParts } from './model.ts'

const NEW_ACCOUNT_MS = 24 * 60 * 60 * 1_000
const LINK = /\bhttps?:\/\//i

/** Whether raid mode is on. */
export function isRaidOn(raid: RaidMode | null, now: Instant): raid is RaidMode {
  return raid !== null && raid.until > now
}

/** Whether raid mode restricts an account: a person's that is younger than 24 hours. */
export function isNewAccount({ id, bot }: { id: Snowflake; bot: boolean }, now: Instant): boolean {
  return !bot && snowflakeTime(id) > now - NEW_ACCOUNT_MS
}

/** Whether a new account may send a message in raid mode. */
export function mayWriteInRaid({ files, text, mentionsEveryone, isFirstDm }: RaidParts): Verdict {
  if (files > 0) return refused('files')
  if (LINK.test(text)) return refused('links')
  if (mentionsEveryone) return refused('mentions of everyone')
  return isFirstDm ? refused('first direct messages') : allow
}

const refused = (what: string) => refuse('MISSING_PERMISSIONS', `raid mode: accounts of the last day send no ${what}`)
