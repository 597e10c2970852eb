import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationText, parseDuration, sizeText } from './durations.ts'

const DURATIONS: [text: string, ms: number | null][] = [
  ['15 minutes', 900_000],
  ['1h 30m', 5_400_000],
  ['1 day and 2 hours', 93_600_000],
  ['250ms', 250],
  ['1.5 s', 1_500],
  ['2 weeks', 1_209_600_000],
  ['10 Min', 600_000],
  ['', null],
  ['15', null],
  ['soon', null],
  ['15 minutes ago', null],
]

for (const [text, ms] of DURATIONS) {
  test(`${JSON.stringify(text)} is ${ms === null ? 'no duration' : `${ms} ms`}`, () => {
    assert.equal(parseDuration(text), ms)
  })
}

test('durations and sizes are short', () => {
  assert.deepEqual([0.2, 12.4, 3_420, 61_000].map(durationText), ['<1 ms', '12 ms', '3.4 s', '61 s'])
  assert.deepEqual([640, 3_100, 2_500_000].map(sizeText), ['640 B', '3.1 kB', '2.5 MB'])
})
