import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredReport } from './model.ts'
import { HOUR_MS, isReasonFor, mayReportAuthor, mayReportNow, mayResolve, noticeAt } from './rules.ts'

const REPORT: StoredReport = {
  id: 1n,
  kind: 'message',
  subject: 'message 5',
  state: 'open',
  count: 1,
  user_id: 2n,
  guild_id: 3n,
  channel_id: 4n,
  message_id: 5n,
  evidence: null,
  created_at: 0,
  decided_at: null,
  resolved_by: null,
  note: null,
}

test('nobody reports themselves, and ten reports are an hour', () => {
  assert.equal(mayReportAuthor(1n, 1n).ok, false)
  assert.equal(mayReportAuthor(1n, 2n).ok, true)
  assert.equal(mayReportAuthor(1n, null).ok, true)
  assert.equal(mayReportNow(9).ok, true)
  assert.equal(mayReportNow(10).ok, false)
})

test('reasons belong to what is reported', () => {
  assert.equal(isReasonFor('user', 9), true)
  assert.equal(isReasonFor('message', 9), false)
  assert.equal(isReasonFor('guild', 0), false)
})

test('an open report is decided once, by what its kind permits', () => {
  for (const resolution of ['dismiss', 'remove', 'suspend'] as const) {
    assert.equal(mayResolve(REPORT, resolution).ok, true, resolution)
    assert.equal(mayResolve({ ...REPORT, state: 'dismissed' }, resolution).ok, false, resolution)
  }
  assert.equal(mayResolve({ ...REPORT, kind: 'user' }, 'remove').ok, false)
  assert.equal(mayResolve({ ...REPORT, user_id: null }, 'suspend').ok, false)
})

test('operators are mailed at most once an hour', () => {
  assert.equal(noticeAt(null, 5 * HOUR_MS), 5 * HOUR_MS)
  assert.equal(noticeAt(0, 5 * HOUR_MS), 5 * HOUR_MS)
  assert.equal(noticeAt(5 * HOUR_MS - 1, 5 * HOUR_MS), 6 * HOUR_MS - 1)
})
