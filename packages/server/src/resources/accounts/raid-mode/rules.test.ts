import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snowflakeAt } from '@guildhall/protocol'
import { isNewAccount, isRaidOn, mayWriteInRaid } from './rules.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const HOUR_MS = 3_600_000

test('raid mode ends by itself', () => {
  assert.equal(isRaidOn(null, NOW), false)
  assert.equal(isRaidOn({ until: NOW + 1 }, NOW), true)
  assert.equal(isRaidOn({ until: NOW }, NOW), false)
})

test('an account is new for 24 hours, and a bot never is', () => {
  const made = (ago: number, bot = false) => isNewAccount({ id: snowflakeAt(NOW - ago), bot }, NOW)
  assert.equal(made(HOUR_MS), true)
  assert.equal(made(24 * HOUR_MS - 1), true)
  assert.equal(made(24 * HOUR_MS), false)
  assert.equal(made(HOUR_MS, true), false)
})

test('a new account sends plain text in raid mode', () => {
  const plain = { files: 0, text: 'hello, see example.com', mentionsEveryone: false, isFirstDm: false }
  assert.equal(mayWriteInRaid(plain).ok, true)
  for (const part of [{ files: 1 }, { text: 'HTTPS://x' }, { mentionsEveryone: true }, { isFirstDm: true }])
    assert.equal(mayWriteInRaid({ ...plain, ...part }).ok, false, JSON.stringify(part))
})
