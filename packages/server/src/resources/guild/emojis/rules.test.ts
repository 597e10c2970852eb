import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Verdict } from '@guildhall/protocol'
import { mayAddApplicationEmoji, mayAddGuildEmoji } from './rules.ts'

const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)

test('mayAddGuildEmoji() counts static and animated emojis separately, by tier and feature', () => {
  const emojis = (count: number, animated: boolean) => Array.from({ length: count }, () => ({ animated }))
  const cases = [
    [0, [], 49, false, 'ok'],
    [0, [], 50, false, 'TOO_MANY_EMOJIS'],
    [0, [], 50, true, 'TOO_MANY_ANIMATED_EMOJIS'],
    [1, [], 50, false, 'ok'],
    [1, [], 100, false, 'TOO_MANY_EMOJIS'],
    [3, [], 249, true, 'ok'],
    [3, [], 250, true, 'TOO_MANY_ANIMATED_EMOJIS'],
    [0, ['MORE_EMOJI'], 199, false, 'ok'],
    [0, ['MORE_EMOJI'], 200, false, 'TOO_MANY_EMOJIS'],
    [3, ['MORE_EMOJI'], 249, false, 'ok'],
  ] as const
  for (const [premium_tier, features, count, animated, expected] of cases) {
    const existing = [...emojis(count, animated), ...emojis(300, !animated)]
    const verdict = mayAddGuildEmoji({ premium_tier, features }, existing, animated)
    assert.equal(outcome(verdict), expected, `tier ${premium_tier}, ${features}, ${count}, animated ${animated}`)
  }
})

test('mayAddApplicationEmoji() allows 2,000 emojis', () => {
  assert.equal(outcome(mayAddApplicationEmoji(1_999)), 'ok')
  assert.equal(outcome(mayAddApplicationEmoji(2_000)), 'TOO_MANY_EMOJIS')
})
