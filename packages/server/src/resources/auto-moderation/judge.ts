import { AutoModerationTrigger, type Instant } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { StoredAutoModerationRule, User } from '../../kernel/model.ts'
import { mentionsIn } from '../messages/index.ts'
import type { Triggered } from './act.ts'
import { Budget, type Match, wordMatch } from './match.ts'
import { looksLikeSpam, nothingRecent, type Recent, raidOf, repeats } from './spam.ts'

/** What each guild has seen lately: goes with its view. */
const seen = new WeakMap<GuildView, Recent>()

function recentOf(view: GuildView): Recent {
  let recent = seen.get(view)
  if (!recent) {
    recent = nothingRecent()
    seen.set(view, recent)
  }
  return recent
}

export interface Judgement {
  readonly triggered: readonly Triggered[]
  /** A raid by mentions has begun with this. */
  readonly raidBegins: boolean
}

const NO_WORD: Match = { keyword: null, matched: null }

/** Holds a text against rules, in their order. `counted` is false for what is no message of its own: titles and edits. */
export function judge(
  rules: Iterable<StoredAutoModerationRule>,
  written: { view: GuildView; user: User; content: string; counted: boolean },
  now: Instant,
): Judgement {
  const { view, user, content, counted } = written
  const budget = new Budget()
  const triggered: Triggered[] = []
  let raidBegins = false
  for (const rule of rules) {
    let match: Match | null = null
    if (rule.trigger_type === AutoModerationTrigger.SPAM) {
      const repeated = counted && repeats(recentOf(view), user.id, content, now)
      match = repeated || looksLikeSpam(content) ? NO_WORD : null
    } else if (rule.trigger_type === AutoModerationTrigger.MENTION_SPAM) {
      const { users, roles } = mentionsIn(content, null)
      const count = users.length + roles.length
      const raid =
        counted && rule.trigger.mention_raid_protection_enabled
          ? raidOf(recentOf(view), { userId: user.id, count }, now)
          : { on: false, begins: false }
      raidBegins ||= raid.begins
      match = raid.on || count > rule.trigger.mention_total_limit ? NO_WORD : null
    } else match = wordMatch(rule, content, budget)
    if (match) triggered.push({ rule, ...match })
  }
  return { triggered, raidBegins }
}
