import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instant } from './instant.ts'
import { isOccurrence, nextOccurrence, type RecurrencePattern } from './recurrence.ts'

const rule = (fields: Partial<RecurrencePattern>): RecurrencePattern => ({
  start: instant('2026-01-05T18:30:00Z'), // a Monday
  frequency: 3,
  interval: 1,
  by_weekday: null,
  by_n_weekday: null,
  by_month: null,
  by_month_day: null,
  ...fields,
})

/** The days of the next occurrences from a day on. */
function days(fields: Partial<RecurrencePattern>, after: string, count: number): string[] {
  const found: string[] = []
  let at: number | null = instant(after)
  while (found.length < count) {
    at = nextOccurrence(rule(fields), at)
    if (at === null) break
    assert.equal(at % 86_400_000, 18.5 * 3_600_000, 'the time of day is the rule’s')
    found.push(new Date(at).toISOString().slice(0, 10))
  }
  return found
}

test('nextOccurrence follows daily, weekly, monthly and yearly rules', () => {
  const cases: [Partial<RecurrencePattern>, string, string[]][] = [
    [{}, '2026-02-27T18:30:00Z', ['2026-02-28', '2026-03-01']],
    [{}, '2026-02-27T18:29:59Z', ['2026-02-27', '2026-02-28']],
    [{}, '2020-01-01', ['2026-01-05', '2026-01-06']],
    [{ by_weekday: [0, 1, 2, 3, 4] }, '2026-01-08T20:00:00Z', ['2026-01-09', '2026-01-12', '2026-01-13']],
    [{ by_weekday: [5, 6] }, '2026-01-05', ['2026-01-10', '2026-01-11', '2026-01-17']],
    [{ frequency: 2, by_weekday: [2] }, '2026-01-05', ['2026-01-07', '2026-01-14']],
    [{ frequency: 2, interval: 2, by_weekday: [2] }, '2026-01-05', ['2026-01-07', '2026-01-21', '2026-02-04']],
    [{ frequency: 2 }, '2026-01-06', ['2026-01-12', '2026-01-19']],
    [{ frequency: 1, by_n_weekday: [{ n: 4, day: 2 }] }, '2026-01-05', ['2026-01-28', '2026-02-25', '2026-03-25']],
    // The fifth weekday is the last one, also in months with four.
    [{ frequency: 1, by_n_weekday: [{ n: 5, day: 6 }] }, '2026-01-05', ['2026-01-25', '2026-02-22', '2026-03-29']],
    [{ frequency: 1, start: instant('2026-01-31T18:30:00Z') }, '2026-02-01', ['2026-03-31', '2026-05-31']],
    [{ frequency: 0, by_month: [7], by_month_day: [24] }, '2026-01-05', ['2026-07-24', '2027-07-24']],
    [{ frequency: 0, by_month: [2], by_month_day: [29] }, '2097-01-01', ['2104-02-29', '2108-02-29']],
  ]
  for (const [fields, after, expected] of cases)
    assert.deepEqual(days(fields, after, expected.length), expected, JSON.stringify(fields))
})

test('isOccurrence compares times to the millisecond', () => {
  const weekly = rule({ frequency: 2 })
  for (const [at, expected] of [
    ['2026-01-12T18:30:00Z', true],
    ['2026-01-12T18:30:00.001Z', false],
    ['2026-01-13T18:30:00Z', false],
    ['2025-12-29T18:30:00Z', false],
  ] as const)
    assert.equal(isOccurrence(weekly, instant(at)), expected, at)
})
