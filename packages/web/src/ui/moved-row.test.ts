import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movedRow } from './moved-row.ts'

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
