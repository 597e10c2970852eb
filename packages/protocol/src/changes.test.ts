import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHANGE_NAMES, type ChangeName, datedChanges } from './changes.ts'
import { instant } from './instant.ts'

function takesEffect(name: ChangeName, date: string, changes = datedChanges()): void {
  const at = instant(date)
  assert.equal(changes.inEffect(name, at - 1000), false, `${name} a second before ${date}`)
  assert.equal(changes.inEffect(name, at), true, `${name} at ${date}`)
  assert.equal(changes.since(name), at)
}

const dates: [ChangeName, string, string][] = [
  ['pin_permission', '2025-08-20', 'PRM-13'],
  ['pin_permission_alone', '2026-02-23', 'PRM-14'],
  ['expressions_permission_alone', '2026-02-23', 'PRM-4'],
  ['events_permission_alone', '2026-02-23', 'PRM-7'],
  ['bypass_slowmode', '2026-02-23', 'PRM-16'],
  ['hidden_channels_omitted', '2026-11-16', 'END-16'],
  ['channel_obfuscation_for_all', '2026-11-16', 'GW-3'],
  ['member_request_limit_large', '2025-08-14', 'VER-11'],
  ['member_request_limit_all', '2025-10-01', 'VER-11'],
  ['guild_channel_application_id', '2026-08-05', 'CH-2'],
  ['bot_member_profile', '2025-09-10', 'END-48'],
  ['e2ee_only', '2026-03-01', 'VER-6'],
  ['connections_first_platform_new', '2026-08-14', 'END-3'],
  ['connections_first_platform_all', '2026-09-22', 'END-4'],
  ['connections_second_platform_new', '2026-07-07', 'END-3'],
  ['connections_second_platform_all', '2026-07-10', 'END-5'],
]

for (const [name, date, row] of dates) {
  test(`[${row}] ${name} takes effect on ${date}`, () => takesEffect(name, date))
}

test('every change has a row in the table of this test', () => {
  assert.deepEqual(dates.map(([name]) => name).sort(), [...CHANGE_NAMES].sort())
})

test('[PRM-14] [VER-4] pin_split_date selects one of two dates and rejects others', () => {
  takesEffect('pin_permission_alone', '2026-01-12', datedChanges({ pin_split_date: '2026-01-12' }))
  takesEffect('pin_permission_alone', '2026-02-23', datedChanges({ pin_split_date: '2026-02-23' }))
  takesEffect('bypass_slowmode', '2026-02-23', datedChanges({ pin_split_date: '2026-01-12' }))
  for (const wrong of ['2026-01-13', '', 'later']) {
    assert.throws(() => datedChanges({ pin_split_date: wrong }), /pin_split_date/, wrong)
  }
})

test('instant() reads a date as midnight in UTC and rejects other texts', () => {
  assert.equal(instant('2026-02-23'), Date.UTC(2026, 1, 23))
  assert.equal(instant('2026-02-23T00:00:00Z'), Date.UTC(2026, 1, 23))
  assert.equal(instant('2026-02-23T01:00:00+01:00'), Date.UTC(2026, 1, 23))
  assert.equal(instant('2026-02-23T12:30'), Date.UTC(2026, 1, 23, 12, 30))
  assert.equal(instant('2024-02-29'), Date.UTC(2024, 1, 29))
  for (const wrong of [
    '',
    'today',
    '2026',
    '2026-2-3',
    '2026-13-01',
    '2026-02-30',
    '2026-02-23T25:00:00Z',
    '1771804800000',
  ]) {
    assert.throws(() => instant(wrong), RangeError, wrong)
  }
})
