import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datedChanges, instant, Permission, type Verdict } from '@guildhall/protocol'
import type { StoredScheduledEvent } from '../../../kernel/model.ts'
import { atNextOccurrence, occursAt } from './model.ts'
import { faultsOf, mayChange, mayChangeStatus, mayCreate, maySee, nextStep } from './rules.ts'

const { CREATE_EVENTS, MANAGE_EVENTS, VIEW_CHANNEL, CONNECT, MANAGE_CHANNELS, MUTE_MEMBERS, MOVE_MEMBERS } = Permission
const STAGE = 1
const VOICE = 2
const EXTERNAL = 3
const hostsStage = MANAGE_CHANNELS | MUTE_MEMBERS | MOVE_MEMBERS
const hostsVoice = VIEW_CHANNEL | CONNECT
const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)
const NO = 'MISSING_PERMISSIONS'

test('[PRM-5] [PRM-6] [PRM-7] [VER-5] mayCreate needs CREATE_EVENTS, or MANAGE_EVENTS until its date, and what hosting needs', () => {
  assert.equal(CREATE_EVENTS, 17592186044416n)
  const before = '2026-02-22T23:59:59Z'
  const after = '2026-02-23T00:00:00Z'
  const cases = [
    [before, CREATE_EVENTS, EXTERNAL, 'ok'],
    [before, MANAGE_EVENTS, EXTERNAL, 'ok'],
    [before, 0n, EXTERNAL, NO],
    [after, CREATE_EVENTS, EXTERNAL, 'ok'],
    [after, MANAGE_EVENTS, EXTERNAL, NO],
    [after, CREATE_EVENTS | hostsVoice, VOICE, 'ok'],
    [after, CREATE_EVENTS | VIEW_CHANNEL, VOICE, NO],
    [after, CREATE_EVENTS | CONNECT, VOICE, NO],
    [after, hostsVoice, VOICE, NO],
    [after, MANAGE_EVENTS | hostsVoice, VOICE, NO],
    [before, MANAGE_EVENTS | hostsVoice, VOICE, 'ok'],
    [after, CREATE_EVENTS | hostsStage, STAGE, 'ok'],
    [after, hostsStage, STAGE, NO],
    ...[MANAGE_CHANNELS, MUTE_MEMBERS, MOVE_MEMBERS].map(
      (one) => [after, CREATE_EVENTS | (hostsStage & ~one), STAGE, NO] as const,
    ),
  ] as const
  for (const [date, permissions, type, expected] of cases)
    assert.equal(
      outcome(mayCreate(permissions, type, instant(date), datedChanges())),
      expected,
      `${date} ${permissions}`,
    )
})

test('[PRM-5] [PRM-7] mayChange needs MANAGE_EVENTS, or CREATE_EVENTS for own events, and what hosting needs', () => {
  const cases = [
    [MANAGE_EVENTS, EXTERNAL, false, 'ok'],
    [MANAGE_EVENTS, EXTERNAL, true, 'ok'],
    [CREATE_EVENTS, EXTERNAL, true, 'ok'],
    [CREATE_EVENTS, EXTERNAL, false, NO],
    [0n, EXTERNAL, true, NO],
    [MANAGE_EVENTS, VOICE, false, NO],
    [MANAGE_EVENTS | hostsVoice, VOICE, false, 'ok'],
    [MANAGE_EVENTS | hostsVoice, STAGE, false, NO],
    [CREATE_EVENTS | hostsStage, STAGE, true, 'ok'],
    [CREATE_EVENTS | hostsStage, STAGE, false, NO],
  ] as const
  for (const [permissions, type, own, expected] of cases)
    assert.equal(outcome(mayChange(permissions, type, own)), expected, `${permissions} ${type} ${own}`)
})

test('maySee needs VIEW_CHANNEL except for external events', () => {
  assert.equal(maySee(0n, EXTERNAL), true)
  for (const type of [STAGE, VOICE]) {
    assert.equal(maySee(VIEW_CHANNEL, type), true)
    assert.equal(maySee(CONNECT | MANAGE_EVENTS, type), false)
  }
})

test('mayChangeStatus allows starting, cancelling and completing only', () => {
  const allowed = new Set(['1 1', '1 2', '1 4', '2 2', '2 3'])
  for (const from of [1, 2, 3, 4]) {
    for (const to of [1, 2, 3, 4]) {
      const over = from > 2 ? 'CANNOT_UPDATE_FINISHED_EVENT' : 'INVALID_FORM_BODY'
      assert.equal(outcome(mayChangeStatus(from, to)), allowed.has(`${from} ${to}`) ? 'ok' : over, `${from} to ${to}`)
    }
  }
})

const HOUR = 3_600_000
const start = instant('2026-03-02T10:00:00Z') // a Monday
const event = (fields: Partial<StoredScheduledEvent> = {}): StoredScheduledEvent => ({
  id: 1n,
  guild_id: 2n,
  creator_id: 3n,
  name: 'n',
  description: null,
  image: null,
  channel_id: null,
  scheduled_start_time: start,
  scheduled_end_time: start + HOUR,
  entity_type: EXTERNAL,
  entity_id: null,
  location: 'here',
  recurrence_rule: null,
  exceptions: [],
  status: 1,
  ...fields,
})
const weekly = {
  start,
  frequency: 2,
  interval: 1,
  by_weekday: [0],
  by_n_weekday: null,
  by_month: null,
  by_month_day: null,
}
const exception = (weeks: number, fields: object) => ({
  id: BigInt(weeks),
  original_scheduled_start_time: start + weeks * 7 * 24 * HOUR,
  scheduled_start_time: null,
  scheduled_end_time: null,
  is_canceled: false,
  ...fields,
})

test('faultsOf reports missing fields, past times and changes of active events', () => {
  const now = start - HOUR
  const cases: [Partial<StoredScheduledEvent>, string | null, StoredScheduledEvent?][] = [
    [{}, null],
    [{ location: null }, 'entity_metadata'],
    [{ scheduled_end_time: null }, 'scheduled_end_time'],
    [{ channel_id: 5n }, 'channel_id'],
    [{ entity_type: VOICE, channel_id: 5n, location: null, scheduled_end_time: null }, null],
    [{ entity_type: VOICE }, 'channel_id'],
    [{ entity_type: STAGE }, 'channel_id'],
    [{ scheduled_start_time: now }, 'scheduled_start_time'],
    [{ scheduled_start_time: now + 1 }, null],
    [{ scheduled_end_time: start }, 'scheduled_end_time'],
    [{ scheduled_end_time: start + 1 }, null],
    [{ scheduled_end_time: now + 5 * 366 * 24 * HOUR }, null],
    [{ scheduled_end_time: now + 5 * 366 * 24 * HOUR + 1 }, 'scheduled_end_time'],
    [
      { scheduled_start_time: instant('9000-01-01'), scheduled_end_time: null, entity_type: VOICE, channel_id: 5n },
      'scheduled_start_time',
    ],
    // An unchanged start time may be in the past.
    [{ scheduled_start_time: now - 1 }, null, event({ scheduled_start_time: now - 1, status: 2 })],
    [{ scheduled_start_time: start + 1 }, 'scheduled_start_time', event({ status: 2 })],
    [{ channel_id: 5n, entity_type: VOICE }, 'entity_type', event({ status: 2 })],
    [{ name: 'x', status: 2 }, null, event({ status: 2 })],
  ]
  for (const [fields, field, before] of cases) {
    const faults = faultsOf(event(fields), now, before)
    assert.equal(
      faults.any,
      field !== null,
      JSON.stringify(fields, (_, value) => `${value}`),
    )
    if (field) assert.ok(field in faults.toJSON(), field)
  }
})

test('nextStep starts, finishes, skips, cancels or checks an event by its type and times', () => {
  const voice = { entity_type: VOICE, channel_id: 5n, location: null }
  const now = start + 7
  const cases: [Partial<StoredScheduledEvent>, number, string][] = [
    [{}, start, 'start'],
    [{ status: 2 }, start + HOUR, 'finish'],
    [voice, start + 3 * HOUR, 'cancel'],
    [{ ...voice, status: 2 }, now + 5 * 60_000, 'check'],
    [{ recurrence_rule: weekly, exceptions: [exception(0, { is_canceled: true })] }, start, 'skip'],
    [{ recurrence_rule: weekly, exceptions: [exception(1, { is_canceled: true })] }, start, 'start'],
    [{ recurrence_rule: weekly, exceptions: [exception(0, { scheduled_start_time: start + 9 })] }, start + 9, 'start'],
    [
      { status: 2, recurrence_rule: weekly, exceptions: [exception(0, { scheduled_start_time: start + 9 })] },
      start + HOUR + 9,
      'finish',
    ],
    [
      { status: 2, recurrence_rule: weekly, exceptions: [exception(0, { scheduled_end_time: start + 9 })] },
      start + 9,
      'finish',
    ],
  ]
  for (const [fields, at, does] of cases) assert.deepEqual(nextStep(event(fields), now), { at, does })
  for (const status of [3, 4]) assert.equal(nextStep(event({ status }), now), null)
})

test('atNextOccurrence keeps the length, skips cancelled occurrences and occursAt recognises occurrences', () => {
  const WEEK = 7 * 24 * HOUR
  const series = (fields: Partial<StoredScheduledEvent> = {}) =>
    event({ recurrence_rule: weekly, status: 2, ...fields })
  assert.equal(atNextOccurrence(event(), start), null)
  const next = atNextOccurrence(series(), start + HOUR)
  assert.deepEqual(
    [next?.status, next?.scheduled_start_time, next?.scheduled_end_time],
    [1, start + WEEK, start + WEEK + HOUR],
  )
  // A later time never gives an occurrence in the past.
  assert.equal(atNextOccurrence(series(), start + 2 * WEEK)?.scheduled_start_time, start + 3 * WEEK)
  const called = [exception(0, {}), exception(1, { is_canceled: true }), exception(2, {})]
  const skipping = atNextOccurrence(series({ exceptions: called }), start)
  assert.equal(skipping?.scheduled_start_time, start + 2 * WEEK)
  assert.deepEqual(
    skipping?.exceptions.map(({ id }) => id),
    [2n],
  )
  assert.equal(occursAt(series(), start + WEEK), true)
  assert.equal(occursAt(series(), start + WEEK + 1), false)
  assert.equal(occursAt(series(), start - WEEK), false)
  assert.equal(occursAt(event(), start), false)
})
