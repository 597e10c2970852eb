import { AutoModerationTrigger, type Instant, mentionsIn } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { StoredAutoModerationRule, User } from '../../../../kernel/model.ts'
import { findMatch, type Match, TimeBudget } from '../matching/match.ts'
import { isRepeated, looksLikeSpam, mentionRaid, newActivity, type RecentActivity } from '../matching/spam.ts'
import type { TriggeredRule } from '../rules.ts'

/** Recent activity of each guild. It is dropped together with the guild view. */
const activities = new WeakMap<GuildView, RecentActivity>()

function activityOf(view: GuildView): RecentActivity {
  let activity = activities.get(view)
  if (!activity) {
    activity = newActivity()
    activities.set(view, activity)
  }
  return activity
}

export interface Evaluation {
  readonly triggered: readonly TriggeredRule[]
  /** Whether this text starts a mention raid. */
  readonly raidBegins: boolean
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
  let raidBegins = false
  for (const rule of rules) {
    let match: Match | null
    if (rule.trigger_type === AutoModerationTrigger.SPAM) match = isSpam(text, now) ? NO_KEYWORD : null
    else if (rule.trigger_type === AutoModerationTrigger.MENTION_SPAM) {
      const spam = mentionSpam(rule, text, now)
      raidBegins ||= spam.raidBegins
      match = spam.triggers ? NO_KEYWORD : null
    } else match = findMatch(rule, text.content, budget)
    if (match) triggered.push({ rule, ...match })
  }
  return { triggered, raidBegins }
}

function isSpam({ view, user, content, counted }: EvaluatedText, now: Instant): boolean {
  const repeated = counted && isRepeated(activityOf(view), user.id, content, now)
  return repeated || looksLikeSpam(content)
}

function mentionSpam(
  { trigger }: StoredAutoModerationRule,
  { view, user, content, counted }: EvaluatedText,
  now: Instant,
): { triggers: boolean; raidBegins: boolean } {
  const { users, roles } = mentionsIn(content)
  const count = users.length + roles.length
  const raid =
    counted && trigger.mention_raid_protection_enabled
      ? mentionRaid(activityOf(view), { userId: user.id, count }, now)
      : { active: false, begins: false }
  return { triggers: raid.active || count > trigger.mention_total_limit, raidBegins: raid.begins }
}
