import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wireTime } from './instant.ts'

test('wireTime writes every time as the date library does, in any order of days', () => {
  const around = [0, 1_784_937_599_999, 951_782_400_000, -62_135_596_800_000, 253_402_300_800_000, 1_784_937_600_000]
  for (const at of around)
    for (const offset of [0, -1, 1, -0.5, 999.9, 59_999, 60_000, 3_599_999, 86_399_999, 86_400_000, -86_400_000])
      assert.equal(wireTime(at + offset), `${new Date(at + offset).toISOString().slice(0, -1)}000+00:00`)
})

test('wireTime rejects a time that no date has, and goes on with the next one', () => {
  assert.throws(() => wireTime(Number.NaN), RangeError)
  assert.throws(() => wireTime(9e15), RangeError)
  assert.equal(wireTime(1), '1970-01-01T00:00:00.001000+00:00')
})
