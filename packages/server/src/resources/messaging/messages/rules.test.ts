import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datedChanges, instant, MessageType, Permission, type Verdict } from '@guildhall/protocol'
import { fileBytesMax, mayBulkDelete, mayDelete, mayPin } from './rules.ts'

const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)
const { PIN_MESSAGES: pin, MANAGE_MESSAGES: manage } = Permission

test('[PRM-11] [PRM-12] [PRM-13] [PRM-14] mayPin requires the permission of the date', () => {
  const cases = [
    ['2025-08-19', pin, 'MISSING_PERMISSIONS'],
    ['2025-08-19', manage, 'ok'],
    ['2025-08-20', pin, 'ok'],
    ['2025-08-20', manage, 'ok'],
    ['2026-02-22', manage, 'ok'],
    ['2026-02-23', manage, 'MISSING_PERMISSIONS'],
    ['2026-02-23', pin, 'ok'],
    ['2026-02-23', 0n, 'MISSING_PERMISSIONS'],
  ] as const
  for (const [date, permissions, expected] of cases) {
    const verdict = mayPin({ permissions, pinned: 0 }, instant(date), datedChanges())
    assert.equal(outcome(verdict), expected, `${date} with ${permissions}`)
  }
  const early = datedChanges({ pin_split_date: '2026-01-12' })
  assert.equal(outcome(mayPin({ permissions: manage, pinned: 0 }, instant('2026-01-11'), early)), 'ok')
  assert.equal(outcome(mayPin({ permissions: manage, pinned: 0 }, instant('2026-01-12'), early)), 'MISSING_PERMISSIONS')
})

test('[END-57] mayPin rejects the 251st pin', () => {
  const at = instant('2026-06-01')
  assert.equal(outcome(mayPin({ permissions: pin, pinned: 249 }, at, datedChanges())), 'ok')
  assert.equal(outcome(mayPin({ permissions: pin, pinned: 250 }, at, datedChanges())), 'TOO_MANY_PINS')
})

test('mayDelete allows authors and MANAGE_MESSAGES, except for some system messages', () => {
  const own = { own: true, permissions: 0n }
  assert.equal(outcome(mayDelete(own, MessageType.DEFAULT)), 'ok')
  assert.equal(outcome(mayDelete({ own: false, permissions: 0n }, MessageType.DEFAULT)), 'MISSING_PERMISSIONS')
  assert.equal(outcome(mayDelete({ own: false, permissions: manage }, MessageType.DEFAULT)), 'ok')
  for (const type of [1, 2, 3, 4, 5, 21])
    assert.equal(outcome(mayDelete({ own: true, permissions: manage }, type)), 'CANNOT_EXECUTE_ON_SYSTEM_MESSAGE')
})

test('mayDelete requires MANAGE_MESSAGES for an alert of automatic moderation, also from its author', () => {
  const type = MessageType.AUTO_MODERATION_ACTION
  assert.equal(outcome(mayDelete({ own: true, permissions: 0n }, type)), 'MISSING_PERMISSIONS')
  assert.equal(outcome(mayDelete({ own: true, permissions: manage }, type)), 'ok')
})

test('mayBulkDelete allows 2 to 100 messages of the last 14 days', () => {
  const at = instant('2026-06-01')
  const idAt = (time: number) => BigInt(time - 1_420_070_400_000) << 22n
  const fresh = Array.from({ length: 101 }, (_, index) => idAt(at) + BigInt(index))
  assert.equal(outcome(mayBulkDelete(fresh.slice(0, 1), at)), 'BULK_DELETE_COUNT')
  assert.equal(outcome(mayBulkDelete(fresh.slice(0, 2), at)), 'ok')
  assert.equal(outcome(mayBulkDelete(fresh.slice(0, 100), at)), 'ok')
  assert.equal(outcome(mayBulkDelete(fresh, at)), 'BULK_DELETE_COUNT')
  const edge = at - 14 * 86_400_000
  assert.equal(outcome(mayBulkDelete([idAt(edge), idAt(at)], at)), 'ok')
  assert.equal(outcome(mayBulkDelete([idAt(edge - 1), idAt(at)], at)), 'MESSAGE_TOO_OLD_TO_BULK_DELETE')
})

test('[MOD-21] [LIM-1] [LIM-2] [LIM-3] fileBytesMax returns the largest of three limits', () => {
  const cases = [
    [0, undefined, 20],
    [1, undefined, 50],
    [2, undefined, 500],
    [3, undefined, 50],
    [0, 0, 20],
    [0, 1, 20],
    [0, 2, 50],
    [0, 3, 100],
    [1, 3, 100],
    [2, 3, 500],
    [3, 1, 50],
  ] as const
  for (const [premium_type, tier, mib] of cases) {
    const guild = tier === undefined ? undefined : { premium_tier: tier }
    assert.equal(fileBytesMax({ premium_type }, guild), mib * 1024 * 1024, `${premium_type} in ${tier}`)
  }
})
