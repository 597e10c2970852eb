import { AutoModerationTrigger, type Instant, mentionsIn } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { StoredAutoModerationRule, User } from '../../../../kernel/model.ts'
import { activityOf } from '../activity.ts'
import { findMatch, type Match, TimeBudget } from '../matching/match.ts'
import { type CountedText, digestOf, isRepeated, looksLikeSpam, mentionRaid } from '../matching/spam.ts'
import type { TriggeredRule } from '../rules.ts'

export interface Evaluation {
  readonly triggered: readonly TriggeredRule[]
  /** The text, if it counts for later ones; null for one that does not. */
  readonly counted: CountedText | null
}

/** Text of a user in a guild. `counted` is false for titles and edits, which do not count as repeated messages. */
interface EvaluatedText {
  readonly view: GuildView
  readonly user: User
  readonly content: string
  readonly counted: boolean
}

const NO_KEYWORD: Match = { keyword: null, matched: null }

/** Evaluates rules for a text, in their order. */
export function evaluateRules(
  rules: Iterable<StoredAutoModerationRule>,
  text: EvaluatedText,
  now: Instant,
): Evaluation {
  const budget = new TimeBudget()
  const triggered: TriggeredRule[] = []
  const counted = { userId: text.user.id, at: now, digest: null as string | null, mentions: 0, raidBegins: false }
  for (const rule of rules) {
    let match: Match | null
    if (rule.trigger_type === AutoModerationTrigger.SPAM) {
      const digest = text.counted ? digestOf(text.content) : null
      counted.digest = digest
      match = isSpam(text, digest, now) ? NO_KEYWORD : null
    } else if (rule.trigger_type === AutoModerationTrigger.MENTION_SPAM) {
      const spam = mentionSpam(rule, text, now)
      counted.mentions = Math.max(counted.mentions, spam.counted)
      counted.raidBegins ||= spam.raidBegins
      match = spam.triggers ? NO_KEYWORD : null
    } else match = findMatch(rule, text.content, budget)
    if (match) triggered.push({ rule, ...match })
  }
  return { triggered, counted: counted.digest !== null || counted.mentions > 0 ? counted : null }
}

function isSpam({ view, user, content }: EvaluatedText, digest: string | null, now: Instant): boolean {
  return (digest !== null && isRepeated(activityOf(view), user.id, digest, now)) || looksLikeSpam(content)
}

function mentionSpam(
  { trigger }: StoredAutoModerationRule,
  { view, user, content, counted }: EvaluatedText,
  now: Instant,
): { triggers: boolean; raidBegins: boolean; counted: number } {
  const { users, roles } = mentionsIn(content)
  const count = users.length + roles.length
  const isCounted = counted && trigger.mention_raid_protection_enabled === true
  const raid = isCounted
    ? mentionRaid(activityOf(view), { userId: user.id, count }, now)
    : { active: false, begins: false }
  return {
    triggers: raid.active || count > trigger.mention_total_limit,
    raidBegins: raid.begins,
    counted: isCounted ? count : 0,
  }
}
