import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recentSlots } from './recent-slots.ts'

test('a question opens the table of the present minute, and a second one around its ends', () => {
  const minute = 12 * 60 * 1_000_000
  assert.deepEqual(recentSlots(minute + 30, 500), [0])
  assert.deepEqual(recentSlots(minute + 5, 500), [11, 0], 'an event may be inserted before the end of a minute')
  assert.deepEqual(recentSlots(minute + 57, 500), [0])
  assert.deepEqual(recentSlots(minute + 57, 1_500), [0, 1], 'and another one after it')
  assert.deepEqual(recentSlots(minute + 11 * 60 + 59, 1_000), [11, 0])
})

test('a long pause opens the tables of all its minutes', () => {
  const minute = 12 * 60 * 1_000_000
  assert.deepEqual(recentSlots(minute + 30, 120_000), [0, 1, 2])
  assert.equal(recentSlots(minute + 30, 9 * 60_000)?.length, 10)
  assert.equal(recentSlots(minute + 30, 11 * 60_000), null)
  assert.equal(recentSlots(minute + 30, 3 * 3_600_000), null)
})
