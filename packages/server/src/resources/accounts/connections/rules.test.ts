import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datedChanges, instant } from '@guildhall/protocol'
import { isReturned } from './rules.ts'

test('[END-3] [END-4] [END-5] isReturned() withdraws connections of two platforms, new ones first', () => {
  const changes = datedChanges()
  const cases = [
    ['battlenet', '2026-08-13T23:59:59Z', '2026-09-21T23:59:59Z', true],
    ['battlenet', '2026-08-14T00:00:00Z', '2026-08-14T00:00:00Z', false],
    ['battlenet', '2026-08-13T23:59:59Z', '2026-09-22T00:00:00Z', false],
    ['riotgames', '2026-07-06T23:59:59Z', '2026-07-09T23:59:59Z', true],
    ['riotgames', '2026-07-07T00:00:00Z', '2026-07-07T00:00:00Z', false],
    ['riotgames', '2026-07-06T23:59:59Z', '2026-07-10T00:00:00Z', false],
    ['leagueoflegends', '2026-07-06T23:59:59Z', '2026-07-09T23:59:59Z', true],
    ['leagueoflegends', '2026-07-07T00:00:00Z', '2026-07-07T00:00:00Z', false],
    ['leagueoflegends', '2026-07-06T23:59:59Z', '2026-07-10T00:00:00Z', false],
    ['github', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z', true],
  ] as const
  for (const [type, created, now, expected] of cases) {
    const connection = { type, created_at: instant(created) }
    assert.equal(isReturned(connection, changes, instant(now)), expected, `${type} of ${created} at ${now}`)
  }
})
