import { createHash } from 'node:crypto'
import type { Instant, Snowflake } from '@guildhall/protocol'

/** Recent texts and mentions of a guild. Repetition and raids are recognized by them. */
export interface RecentActivity {
  /** Digests of the last texts by author. */
  readonly texts: Map<Snowflake, { digest: string; at: Instant }[]>
  /** Mentions of members, oldest first. */
  mentions: { userId: Snowflake; count: number; at: Instant }[]
  /** Time until which all mentions count as part of a raid. */
  raidUntil: Instant
}

/** A text that counts for later ones. */
export interface CountedText {
  readonly userId: Snowflake
  readonly at: Instant
  /** Null for a text that everyone repeats. */
  readonly digest: string | null
  /** Number of mentions that count towards a raid. */
  readonly mentions: number
  /** Whether a raid begins with these mentions. */
  readonly raidBegins: boolean
}

/**
 * Returns the activity of a guild without messages.
 *
 * @param raidDetectedAt time at which the last raid began
 */
export function newActivity(raidDetectedAt: Instant | null = null): RecentActivity {
  const raidUntil = raidDetectedAt === null ? 0 : raidDetectedAt + RAID_LASTS_MS
  return { texts: new Map(), mentions: [], raidUntil }
}

const REPEATED_MAX = 4
const REPEATED_WITHIN_MS = 30_000
const TEXTS_MAX = 10
const AUTHORS_MAX = 1_000
/** Shorter texts are not counted, because everyone repeats them. */
const REPEATABLE_LENGTH = 4
const DIGEST_LENGTH = 16

/** Returns a digest that equal texts have in common; null for a text that is too short to count. */
export function digestOf(content: string): string | null {
  const text = content.trim().toLowerCase()
  if (text.length < REPEATABLE_LENGTH) return null
  return createHash('sha256').update(text).digest('base64').slice(0, DIGEST_LENGTH)
}

/** Returns whether an author has sent the same text four times within 30 s. */
export function isRepeated({ texts }: RecentActivity, userId: Snowflake, digest: string, now: Instant): boolean {
  const same = (texts.get(userId) ?? []).filter((text) => text.digest === digest && text.at > now - REPEATED_WITHIN_MS)
  return same.length >= REPEATED_MAX
}

/** Records a text. */
export function noteText(activity: RecentActivity, { userId, at, digest, mentions, raidBegins }: CountedText): void {
  if (digest !== null) noteDigest(activity, userId, { digest, at })
  if (raidBegins) {
    activity.mentions = []
    activity.raidUntil = at + RAID_LASTS_MS
  } else if (mentions > 0 && at >= activity.raidUntil) {
    activity.mentions = [...recentMentions(activity, at), { userId, count: mentions, at }]
  }
}

function noteDigest({ texts }: RecentActivity, userId: Snowflake, text: { digest: string; at: Instant }): void {
  const earlier = (texts.get(userId) ?? []).filter(({ at }) => at > text.at - REPEATED_WITHIN_MS)
  // Deletes the entry first, so that the map is in the order of the last text.
  texts.delete(userId)
  texts.set(userId, [...earlier.slice(1 - TEXTS_MAX), text])
  if (texts.size <= AUTHORS_MAX) return
  const [oldest] = texts.keys()
  if (oldest !== undefined) texts.delete(oldest)
}

const LINES_ALIKE_MAX = 8
const MARKS_MAX = 30
const INVITES_MAX = 3
const RUN = /(\S)\1{99,}/u
const MARK = /\p{M}/gu
const INVITE = /(?:discord\.gg|discord(?:app)?\.com\/invite|\/invite)\/[\w-]{2,32}/gi

/** Returns whether a text is spam by itself: 100 equal characters, many accents, equal lines, or many invites. */
export function looksLikeSpam(content: string): boolean {
  if (RUN.test(content)) return true
  if ((content.match(MARK)?.length ?? 0) > Math.max(MARKS_MAX, content.length / 2)) return true
  if (new Set(content.match(INVITE)).size > INVITES_MAX) return true
  const lines = content.split('\n').filter((line) => line.trim() !== '')
  return lines.length > LINES_ALIKE_MAX && new Set(lines).size <= lines.length / LINES_ALIKE_MAX
}

const RAID_WITHIN_MS = 30_000
const RAID_MENTIONS = 40
const RAID_MEMBERS = 3
const RAID_LASTS_MS = 10 * 60_000

/** Returns whether mentions are part of a raid, and whether it begins with them. */
export function mentionRaid(
  activity: RecentActivity,
  { userId, count }: { userId: Snowflake; count: number },
  now: Instant,
): { active: boolean; begins: boolean } {
  if (count === 0) return { active: false, begins: false }
  if (now < activity.raidUntil) return { active: true, begins: false }
  const mentions = [...recentMentions(activity, now), { userId, count }]
  const total = mentions.reduce((sum, entry) => sum + entry.count, 0)
  const members = new Set(mentions.map((entry) => entry.userId)).size
  const begins = total >= RAID_MENTIONS && members >= RAID_MEMBERS
  return { active: begins, begins }
}

const recentMentions = ({ mentions }: RecentActivity, now: Instant) =>
  mentions.filter(({ at }) => at > now - RAID_WITHIN_MS)
