import { AutoModerationTrigger } from '@guildhall/protocol'
import type { StoredAutoModerationRule } from '../../kernel/model.ts'
import { allowedBy, fold, hitsOf, readKeyword } from './keywords.ts'
import { compilePattern, type Pattern } from './patterns.ts'
import { PRESETS } from './presets.ts'

export interface Match {
  /** The keyword or pattern as the rule has it; null where it is no word that triggered. */
  readonly keyword: string | null
  readonly matched: string | null
}

interface Matcher {
  readonly words: readonly NonNullable<ReturnType<typeof readKeyword>>[]
  readonly allowed: readonly NonNullable<ReturnType<typeof readKeyword>>[]
  readonly patterns: readonly Pattern[]
}

/** Made once of a rule, which is never changed but replaced. */
const matchers = new WeakMap<StoredAutoModerationRule, Matcher>()

function matcherOf(rule: StoredAutoModerationRule): Matcher {
  let matcher = matchers.get(rule)
  if (!matcher) {
    const { keyword_filter, regex_patterns, presets, allow_list } = rule.trigger
    const preset = rule.trigger_type === AutoModerationTrigger.KEYWORD_PRESET
    const words = preset ? presets.flatMap((id) => PRESETS[id] ?? []) : keyword_filter
    matcher = {
      words: words.flatMap((word) => readKeyword(word) ?? []),
      allowed: allow_list.flatMap((word) => readKeyword(word) ?? []),
      patterns: preset ? [] : regex_patterns.map(compilePattern),
    }
    matchers.set(rule, matcher)
  }
  return matcher
}

/**
 * Real time that the patterns of all rules may take for one text. Each is linear, but there may be seventy of them: who
 * has made them costly loses the last ones, not the platform its time.
 */
export class Budget {
  #leftMs = 50

  /** Does something and takes its time off; undefined when there was none left. */
  spend<T>(what: () => T): T | undefined {
    if (this.#leftMs <= 0) return undefined
    const startedAt = performance.now()
    const result = what()
    this.#leftMs -= performance.now() - startedAt
    return result
  }
}

/** The first word of a text that a rule objects to; what the allow list covers does not count. */
export function wordMatch(rule: StoredAutoModerationRule, content: string, budget: Budget): Match | null {
  const { words, allowed, patterns } = matcherOf(rule)
  const folded = fold(content)
  const { text } = folded
  let spans: readonly { start: number; end: number }[] | undefined
  const isAllowed = (start: number, end: number) => {
    spans ??= allowed.flatMap((word) => [...allowedBy(word, text)].map((hit) => folded.original(hit.start, hit.end)))
    return spans.some((span) => span.start <= start && span.end >= end)
  }
  for (const word of words) {
    for (const hit of hitsOf(word, text)) {
      const { start, end } = folded.original(hit.start, hit.end)
      if (!isAllowed(start, end)) return { keyword: hit.keyword, matched: content.slice(start, end) }
    }
  }
  for (const pattern of patterns) {
    const found = budget.spend(() => pattern.find(content))
    if (found && !isAllowed(found.start, found.end))
      return { keyword: pattern.source, matched: content.slice(found.start, found.end) }
  }
  return null
}
