import type { Snowflake } from './ids.ts'
import { ALLOWED_MENTIONS_MAX } from './limits.ts'

/** Mentions that a text contains. */
export interface Mentions {
  users: Snowflake[]
  roles: Snowflake[]
  /** Whether the text contains @everyone or @here. */
  everyone: boolean
}

/** Code blocks, which contain no mentions. */
const CODE = /```[\s\S]*?```|``[^`]+``|`[^`\n]+`/g
const USER = /<@!?(\d{1,20})>/g
const ROLE = /<@&(\d{1,20})>/g
const EVERYONE = /@(everyone|here)\b/

/** Returns the mentions of a text, at most 100 users and 100 roles. Does not check that users and roles exist. */
export function mentionsIn(content: string): Mentions {
  if (!content.includes('@')) return { users: [], roles: [], everyone: false }
  const text = content.replaceAll(CODE, '')
  return { users: idsIn(text, USER), roles: idsIn(text, ROLE), everyone: EVERYONE.test(text) }
}

function idsIn(text: string, pattern: RegExp): Snowflake[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => BigInt(match[1] ?? 0)))].slice(0, ALLOWED_MENTIONS_MAX)
}
