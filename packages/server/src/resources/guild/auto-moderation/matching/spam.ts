import type { Instant, Snowflake } from '@guildhall/protocol'

/** Recent texts and mentions of a guild, in the memory of one process. Repetition and raids are recognized by them. */
export interface RecentActivity {
  /** Last texts by author. */
  readonly texts: Map<Snowflake, { text: string; at: Instant }[]>
  /** Mentions of members, oldest first. */
  mentions: { userId: Snowflake; count: number; at: Instant }[]
  /** Time until which all mentions count as part of a raid. */
  raidUntil: Instant
}

/** Returns the activity of a guild without messages. */
export function newActivity(): RecentActivity {
  return { texts: new Map(), mentions: [], raidUntil: 0 }
}

const REPEATED_MAX = 4
const REPEATED_WITHIN_MS = 30_000
const TEXTS_MAX = 10
const AUTHORS_MAX = 1_000
/** Shorter texts are not counted, because everyone repeats them. */
const REPEATABLE_LENGTH = 4

/** Records a text. Returns whether its author has sent the same text more than four times within 30 s. */
export function isRepeated(activity: RecentActivity, userId: Snowflake, content: string, now: Instant): boolean {
  const text = content.trim().toLowerCase()
  const earlier = (activity.texts.get(userId) ?? []).filter(({ at }) => at > now - REPEATED_WITHIN_MS)
  // Deletes the entry first, so that the map is in the order of the last text.
  activity.texts.delete(userId)
  activity.texts.set(userId, [...earlier.slice(1 - TEXTS_MAX), { text, at: now }])
  if (activity.texts.size > AUTHORS_MAX) {
    const [oldest] = activity.texts.keys()
    if (oldest !== undefined) activity.texts.delete(oldest)
  }
  if (text.length < REPEATABLE_LENGTH) return false
  return earlier.filter((entry) => entry.text === text).length >= REPEATED_MAX
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

/** Records mentions. Returns whether a mention raid is active, and whether it begins with these mentions. */
export function mentionRaid(
  activity: RecentActivity,
  { userId, count }: { userId: Snowflake; count: number },
  now: Instant,
): { active: boolean; begins: boolean } {
  if (count === 0) return { active: false, begins: false }
  if (now < activity.raidUntil) return { active: true, begins: false }
  activity.mentions = [...activity.mentions.filter(({ at }) => at > now - RAID_WITHIN_MS), { userId, count, at: now }]
  const total = activity.mentions.reduce((sum, entry) => sum + entry.count, 0)
  const members = new Set(activity.mentions.map((entry) => entry.userId)).size
  if (total < RAID_MENTIONS || members < RAID_MEMBERS) return { active: false, begins: false }
  activity.mentions = []
  activity.raidUntil = now + RAID_LASTS_MS
  return { active: true, begins: true }
}
