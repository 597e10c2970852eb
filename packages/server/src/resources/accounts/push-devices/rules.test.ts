import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextPush, outcomeOf, type PushOutcome } from './rules.ts'

const OUTCOMES: [outcome: PushOutcome, statuses: number[]][] = [
  ['sent', [200, 201, 202, 204]],
  ['gone', [404, 410]],
  ['again', [408, 429, 500, 502, 503]],
  ['refused', [301, 302, 307, 400, 401, 403, 413]],
]

for (const [outcome, statuses] of OUTCOMES) {
  test(`the statuses ${statuses.join(', ')} of a push service mean ${outcome}`, () => {
    for (const status of statuses) assert.equal(outcomeOf(status), outcome, String(status))
  })
}

const HOUR_MS = 3_600_000
const RETRIES: [attempts: number, expiresAt: number, retryAfter: number | null, at: number | null][] = [
  [1, HOUR_MS, null, 5_000],
  [2, HOUR_MS, null, 20_000],
  [5, 2 * HOUR_MS, null, 1_280_000],
  [6, 2 * HOUR_MS, null, null],
  [1, HOUR_MS, 60, 60_000],
  [3, HOUR_MS, 1, 80_000],
  [1, 2 * HOUR_MS, 999_999, HOUR_MS],
  [1, 5_000, null, null],
  [1, 5_001, null, 5_000],
]

for (const [attempts, expiresAt, retryAfter, at] of RETRIES) {
  test(`after ${attempts} failures, with ${retryAfter} s to wait and ${expiresAt} ms to live, the next attempt is at ${at}`, () => {
    assert.equal(nextPush(attempts, { now: 0, expiresAt, retryAfter }), at)
  })
}
