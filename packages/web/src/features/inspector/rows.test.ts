import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movedRow, shownRows } from './rows.ts'

test('only rows in view and a few beyond them are rendered', () => {
  assert.deepEqual(shownRows({ top: 0, height: 320, rowPx: 32, count: 10_000 }), { start: 0, end: 22 })
  assert.deepEqual(shownRows({ top: 160_000, height: 320, rowPx: 32, count: 10_000 }), { start: 4_988, end: 5_022 })
  assert.deepEqual(shownRows({ top: 0, height: 320, rowPx: 32, count: 3 }), { start: 0, end: 3 })
  // After the list became shorter, before the browser has moved the scroll position.
  assert.deepEqual(shownRows({ top: 9_000, height: 320, rowPx: 32, count: 3 }), { start: 0, end: 3 })
})

const MOVES: [key: string, active: number, next: number | undefined][] = [
  ['ArrowDown', 4, 5],
  ['ArrowDown', 99, 99],
  ['ArrowUp', 0, 0],
  ['ArrowUp', -1, 99],
  ['PageUp', 25, 15],
  ['PageDown', 95, 99],
  ['Home', 50, 0],
  ['End', -1, 99],
  ['a', 4, undefined],
]

for (const [key, active, next] of MOVES) {
  test(`${key} in row ${active} leads to ${next}`, () => {
    assert.equal(movedRow(key, { active, count: 100, page: 10 }), next)
  })
}
