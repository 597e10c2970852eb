import assert from 'node:assert/strict'
import { test } from 'node:test'
import { levelOfQuality } from './quality.ts'

test('a connection is fair from 3 % loss or 200 ms on, and poor from 8 % or 400 ms on', () => {
  const cases: [lossPercent: number, pingMs: number | null, level: string][] = [
    [0, null, 'good'],
    [2, 199, 'good'],
    [3, 20, 'fair'],
    [0, 200, 'fair'],
    [8, 20, 'poor'],
    [0, 400, 'poor'],
  ]
  for (const [lossPercent, pingMs, level] of cases) assert.equal(levelOfQuality({ lossPercent, pingMs }), level)
})
