import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRange } from './byte-range.ts'

test('readRange parses ranges of a file of ten bytes', () => {
  const cases = [
    [undefined, null],
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=8-99', { start: 8, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=-', null],
    ['bytes=0-1,4-5', null],
    ['lines=0-1', null],
    [`bytes=${'9'.repeat(40)}-`, null],
  ] as const
  for (const [header, expected] of cases) assert.deepEqual(readRange(header, 10), expected, header)
  assert.equal(readRange('bytes=0-', 0), 'unsatisfiable')
})
