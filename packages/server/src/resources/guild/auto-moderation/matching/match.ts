import { AutoModerationTrigger } from '@guildhall/protocol'
import type { StoredAutoModerationRule } from '../../../../kernel/model.ts'
import { findAllowed, findKeyword, fold, type Keyword, parseKeyword } from './keywords.ts'
import { compilePattern, type Pattern } from './patterns.ts'
import { PRESETS } from './presets.ts'

export interface Match {
  /** Keyword or pattern of the rule; null for spam and mentions. */
  readonly keyword: string | null
  readonly matched: string | null
}

interface Matcher {
  readonly keywords: readonly Keyword[]
  readonly allowed: readonly Keyword[]
  readonly patterns: readonly Pattern[]
}

/** Matchers of rules. A changed rule is a new object, so an entry never becomes outdated. */
const matchers = new WeakMap<StoredAutoModerationRule, Matcher>()

function matcherOf(rule: StoredAutoModerationRule): Matcher {
  let matcher = matchers.get(rule)
  if (!matcher) {
    const { keyword_filter, regex_patterns, presets, allow_list } = rule.trigger
    const isPreset = rule.trigger_type === AutoModerationTrigger.KEYWORD_PRESET
    const keywords = isPreset ? presets.flatMap((id) => PRESETS[id] ?? []) : keyword_filter
    matcher = {
      keywords: keywords.flatMap((keyword) => parseKeyword(keyword) ?? []),
      allowed: allow_list.flatMap((keyword) => parseKeyword(keyword) ?? []),
      patterns: isPreset ? [] : regex_patterns.map(compilePattern),
    }
    matchers.set(rule, matcher)
  }
  return matcher
}

/**
 * Monotonic time that the patterns of all rules may take for one text. Each pattern takes linear time, but a guild may
 * have seventy. Patterns after the limit are skipped.
 */
export class TimeBudget {
  #leftMs = 50

  /** Runs a function and subtracts its time. Returns undefined without running it when no time is left. */
  run<T>(work: () => T): T | undefined {
    if (this.#leftMs <= 0) return undefined
    const startedAt = performance.now()
    const result = work()
    this.#leftMs -= performance.now() - startedAt
    return result
  }
}

/** Returns the first match of a rule's keywords and patterns in a text. The allow list exempts what it covers. */
export function findMatch(rule: StoredAutoModerationRule, content: string, budget: TimeBudget): Match | null {
  const { keywords, allowed, patterns } = matcherOf(rule)
  const folded = fold(content)
  const { text } = folded
  let spans: readonly { start: number; end: number }[] | undefined
  const isAllowed = (start: number, end: number) => {
    spans ??= allowed.flatMap((keyword) =>
      [...findAllowed(keyword, text)].map((hit) => folded.original(hit.start, hit.end)),
    )
    return spans.some((span) => span.start <= start && span.end >= end)
  }
  for (const keyword of keywords) {
    for (const hit of findKeyword(keyword, text)) {
      const { start, end } = folded.original(hit.start, hit.end)
      if (!isAllowed(start, end)) return { keyword: hit.keyword, matched: content.slice(start, end) }
    }
  }
  for (const pattern of patterns) {
    const found = budget.run(() => pattern.find(content))
    if (found && !isAllowed(found.start, found.end))
      return { keyword: pattern.source, matched: content.slice(found.start, found.end) }
  }
  return null
}
