import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthAfter } from './model.ts'

test('monthAfter() keeps day and time, or takes the last day of a shorter month', () => {
  const cases = [
    ['2024-08-27T19:48:44.406Z', '2024-09-27T19:48:44.406Z'],
    ['2024-12-31T00:00:00.000Z', '2025-01-31T00:00:00.000Z'],
    ['2024-01-31T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['2025-01-31T12:00:00.000Z', '2025-02-28T12:00:00.000Z'],
    ['2025-02-28T12:00:00.000Z', '2025-03-28T12:00:00.000Z'],
  ]
  for (const [from = '', to] of cases) assert.equal(new Date(monthAfter(Date.parse(from))).toISOString(), to)
})
