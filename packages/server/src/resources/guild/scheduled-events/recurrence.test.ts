import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instant } from '@guildhall/protocol'
import { faultsOfRule, type RequestedRule } from './recurrence.ts'

const rule = (fields: Partial<RequestedRule>): RequestedRule => ({
  start: instant('2026-01-05T18:30:00Z'), // a Monday
  frequency: 3,
  interval: 1,
  by_weekday: null,
  by_n_weekday: null,
  by_month: null,
  by_month_day: null,
  end: null,
  count: null,
  by_year_day: null,
  ...fields,
})

test('faultsOfRule reports the field of each rule beyond the documented limits', () => {
  const cases: [Partial<RequestedRule>, string | null][] = [
    [{}, null],
    [{ interval: 2 }, 'interval'],
    [{ frequency: 2, interval: 2 }, null],
    [{ frequency: 2, interval: 3 }, 'interval'],
    [{ frequency: 1, interval: 2 }, 'interval'],
    [{ end: 1 }, 'end'],
    [{ count: 3 }, 'count'],
    [{ by_year_day: [3] }, 'by_year_day'],
    [{ by_weekday: [0, 1, 2, 3, 4] }, null],
    [{ by_weekday: [4, 3, 2, 1, 0] }, null],
    [{ by_weekday: [1, 2, 3, 4, 5] }, null],
    [{ by_weekday: [6, 0, 1, 2, 3] }, null],
    [{ by_weekday: [4, 5] }, null],
    [{ by_weekday: [5, 6] }, null],
    [{ by_weekday: [6, 0] }, null],
    [{ by_weekday: [0, 2] }, 'by_weekday'],
    [{ frequency: 2, by_weekday: [0] }, null],
    [{ frequency: 2, by_weekday: [0, 1] }, 'by_weekday'],
    [{ frequency: 1, by_weekday: [0] }, 'by_weekday'],
    [{ frequency: 1, by_n_weekday: [{ n: 1, day: 0 }] }, null],
    [
      {
        frequency: 1,
        by_n_weekday: [
          { n: 1, day: 0 },
          { n: 2, day: 0 },
        ],
      },
      'by_n_weekday',
    ],
    [{ frequency: 2, by_n_weekday: [{ n: 1, day: 0 }] }, 'by_n_weekday'],
    [{ frequency: 0, by_month: [7], by_month_day: [24] }, null],
    [{ frequency: 0, by_month: [7] }, 'by_month_day'],
    [{ frequency: 0, by_month_day: [7] }, 'by_month_day'],
    [{ frequency: 0, by_month: [2], by_month_day: [29] }, null],
    [{ frequency: 0, by_month: [2], by_month_day: [30] }, 'by_month_day'],
    [{ frequency: 0, by_month: [2], by_month_day: [-1] }, 'by_month_day'],
    [{ frequency: 1, by_month: [7], by_month_day: [24] }, 'by_month'],
    [{ frequency: 2, by_weekday: [0], by_month: [7], by_month_day: [24] }, 'by_weekday'],
  ]
  for (const [fields, field] of cases) {
    const faults = faultsOfRule(rule(fields))
    assert.equal(faults.any, field !== null, JSON.stringify(fields))
    if (field) assert.ok(field in faults.toJSON(), JSON.stringify(fields))
  }
})
