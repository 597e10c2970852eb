import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EPOCH_MS, snowflakeTime } from '@guildhall/protocol'
import fc from 'fast-check'
import { snowflakeSource } from './ids.ts'

test('ids always grow, whatever the clock does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: EPOCH_MS, max: EPOCH_MS + 2 ** 40 }), { maxLength: 200 }), (times) => {
      const ids = snowflakeSource(7)
      let last = -1n
      for (const time of times) {
        const id = ids.next(time)
        assert.ok(id > last)
        assert.equal((id >> 12n) & 1023n, 7n)
        last = id
      }
    }),
  )
})

test('a millisecond holds 4096 ids, then the next begins', () => {
  const ids = snowflakeSource(0)
  const at = EPOCH_MS + 1_000
  for (let count = 0; count < 4096; count += 1) assert.equal(snowflakeTime(ids.next(at)), at)
  assert.equal(snowflakeTime(ids.next(at)), at + 1)
})

test('ids begin above what a store holds', () => {
  const ids = snowflakeSource(0)
  const held = snowflakeSource(3).next(EPOCH_MS + 5_000)
  ids.raiseAbove(held)
  assert.ok(ids.next(EPOCH_MS + 1_000) > held)
  const own = ids.next(EPOCH_MS + 9_000)
  ids.raiseAbove(own)
  assert.equal(ids.next(EPOCH_MS + 9_000), own + 1n, 'an id of its own uses up no millisecond')
})
