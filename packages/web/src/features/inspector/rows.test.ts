import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownRows } from './rows.ts'

test('only rows in view and a few beyond them are rendered', () => {
  assert.deepEqual(shownRows({ top: 0, height: 320, rowPx: 32, count: 10_000 }), { start: 0, end: 22 })
  assert.deepEqual(shownRows({ top: 160_000, height: 320, rowPx: 32, count: 10_000 }), { start: 4_988, end: 5_022 })
  assert.deepEqual(shownRows({ top: 0, height: 320, rowPx: 32, count: 3 }), { start: 0, end: 3 })
  // After the list became shorter, before the browser has moved the scroll position.
  assert.deepEqual(shownRows({ top: 9_000, height: 320, rowPx: 32, count: 3 }), { start: 0, end: 3 })
})
