import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growthPerDay } from './rules.ts'

const DAY_MS = 86_400_000

test('growthPerDay divides by the days since the sample, and by one day at least', () => {
  assert.equal(growthPerDay(undefined, 500, 10 * DAY_MS), 0)
  assert.equal(growthPerDay({ day: 10, bytes: 100 }, 500, 10.5 * DAY_MS), 400)
  assert.equal(growthPerDay({ day: 10, bytes: 100 }, 500, 14 * DAY_MS), 100)
  assert.equal(growthPerDay({ day: 10, bytes: 500 }, 100, 14 * DAY_MS), -100)
})
