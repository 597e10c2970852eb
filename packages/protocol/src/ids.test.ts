import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EPOCH_MS, parseSnowflake, snowflakeAt, snowflakeTime } from './ids.ts'

test('parseSnowflake() accepts decimal digits up to a signed 64-bit integer', () => {
  const cases: [string, bigint | null][] = [
    ['0', 0n],
    ['175928847299117063', 175928847299117063n],
    ['9223372036854775807', 9223372036854775807n],
    ['9223372036854775808', null],
    ['18446744073709551615', null],
    ['000000000000000000001', null],
    ['', null],
    ['-1', null],
    ['1.0', null],
    ['0x10', null],
    [' 1', null],
    ['1\n', null],
    ['١', null],
  ]
  for (const [text, expected] of cases) assert.equal(parseSnowflake(text), expected, JSON.stringify(text))
})

test('snowflakeTime() and snowflakeAt() convert between ids and times', () => {
  // Example of the public documentation.
  assert.equal(snowflakeTime(175928847299117063n), Date.parse('2016-04-30T11:18:25.796Z'))
  const ms = Date.parse('2026-02-23T00:00:00Z')
  assert.equal(snowflakeTime(snowflakeAt(ms)), ms)
  assert.equal(snowflakeTime(snowflakeAt(ms) - 1n), ms - 1)
  assert.equal(snowflakeAt(EPOCH_MS), 0n)
  assert.equal(snowflakeAt(0), 0n)
})
