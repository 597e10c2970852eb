import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snowflakeAt } from '@guildhall/protocol'
import { anyTooOldBelow, tooOldBelow } from './rules.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 5, 1)
const at = (days: number) => snowflakeAt(NOW - days * DAY_MS)

test('the shorter time of the instance and the guild decides', () => {
  const byGuild = new Map([
    [1n, 7],
    [2n, 90],
  ])
  for (const [days, guildId, expected] of [
    [30, 1n, at(7)],
    [30, 2n, at(30)],
    [30, 3n, at(30)],
    [30, null, at(30)],
    [null, 2n, at(90)],
    [null, 3n, null],
    [null, null, null],
  ] as const)
    assert.equal(tooOldBelow({ days, byGuild }, guildId, NOW), expected, `${days} ${guildId}`)
  assert.equal(anyTooOldBelow({ days: 30, byGuild }, NOW), at(7))
  assert.equal(anyTooOldBelow({ days: null, byGuild: new Map() }, NOW), null)
})
