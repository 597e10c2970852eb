import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Shares } from './shares.ts'

test('Shares refuses an amount above the limit of one holder or of all, and does not count it', () => {
  const shares = new Shares({ perHolder: 3, total: 5 })
  assert.equal(shares.take('a', 3), true)
  assert.equal(shares.take('a', 1), false)
  assert.equal(shares.take('b', 3), false)
  assert.equal(shares.take('b', 2), true)
  assert.equal(shares.take('c', 1), false)
  shares.give('a', 3)
  assert.equal(shares.take('c', 1), true)
  assert.equal(shares.holders, 2)
})

test('Shares is empty once all amounts were given back', () => {
  const step = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 9 }))
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const shares = new Shares({ perHolder: 20, total: 40 })
      const taken = steps.filter(([holder, amount]) => shares.take(holder, amount))
      assert.ok(shares.total <= 40)
      for (const [holder, amount] of taken) shares.give(holder, amount)
      assert.deepEqual([shares.total, shares.holders], [0, 0])
    }),
  )
})
