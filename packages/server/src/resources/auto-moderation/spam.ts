import type { Instant, Snowflake } from '@guildhall/protocol'

/** What a guild has seen lately, kept by one process: spam and raids are told by what came before. */
export interface Recent {
  /** By author: their last texts. */
  readonly texts: Map<Snowflake, { text: string; at: Instant }[]>
  /** Who mentioned how many, in the order of time. */
  mentions: { userId: Snowflake; count: number; at: Instant }[]
  /** Until when mentions are held back. */
  raidUntil: Instant
}

export function nothingRecent(): Recent {
  return { texts: new Map(), mentions: [], raidUntil: 0 }
}

const REPEATED_MAX = 4
const REPEATED_WITHIN_MS = 30_000
const TEXTS_KEPT = 10
const AUTHORS_KEPT = 1_000
/** Shorter texts are said again and again by everybody. */
const REPEATABLE_LENGTH = 4

/** Takes note of a text and tells whether its author has been saying the same again and again. */
export function repeats(recent: Recent, userId: Snowflake, content: string, now: Instant): boolean {
  const text = content.trim().toLowerCase()
  const earlier = (recent.texts.get(userId) ?? []).filter(({ at }) => at > now - REPEATED_WITHIN_MS)
  // Deleted first, so that who wrote last is forgotten last.
  recent.texts.delete(userId)
  recent.texts.set(userId, [...earlier.slice(1 - TEXTS_KEPT), { text, at: now }])
  if (recent.texts.size > AUTHORS_KEPT) {
    const [oldest] = recent.texts.keys()
    if (oldest !== undefined) recent.texts.delete(oldest)
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

/** What spam looks like by itself: one letter a hundred times, a heap of accents, the same line, invite upon invite. */
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

/** Takes note of mentions and tells whether a raid by mentions is on, and whether it has begun with these. */
export function raidOf(
  recent: Recent,
  { userId, count }: { userId: Snowflake; count: number },
  now: Instant,
): { on: boolean; begins: boolean } {
  if (count === 0) return { on: false, begins: false }
  if (now < recent.raidUntil) return { on: true, begins: false }
  recent.mentions = [...recent.mentions.filter(({ at }) => at > now - RAID_WITHIN_MS), { userId, count, at: now }]
  const total = recent.mentions.reduce((sum, entry) => sum + entry.count, 0)
  const members = new Set(recent.mentions.map((entry) => entry.userId)).size
  if (total < RAID_MENTIONS || members < RAID_MEMBERS) return { on: false, begins: false }
  recent.mentions = []
  recent.raidUntil = now + RAID_LASTS_MS
  return { on: true, begins: true }
}
