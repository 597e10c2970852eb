import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OnceOrder } from './once-order.ts'

test('no index is given twice, whatever sequence numbers a sender chooses', () => {
  const order = new OnceOrder()
  const given = new Set<number>()
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  let sequence = 65_000
  for (let n = 0; n < 50_000; n++) {
    // Mostly the next number, at times one again, a late one, or any other.
    const choice = random(20)
    if (choice === 0) sequence = random(65_536)
    else if (choice > 3) sequence = (sequence + 1) % 65_536
    const index = order.take(choice === 1 ? Math.max(0, sequence - random(300)) : sequence)
    if (index === undefined) continue
    assert.ok(!given.has(index))
    given.add(index)
  }
  assert.ok(given.size > 20_000)
})

test('a sender that begins anew is continued after some packets', () => {
  const order = new OnceOrder()
  for (let sequence = 40_000; sequence < 40_100; sequence++) assert.equal(order.take(sequence), sequence)
  const taken = Array.from({ length: 20 }, (_, n) => order.take(10_000 + n))
  assert.deepEqual(taken.slice(0, 4), [undefined, undefined, undefined, undefined])
  assert.deepEqual(
    taken.slice(4),
    Array.from({ length: 16 }, (_, n) => 40_100 + n),
  )
})

test('late packets keep their place, repeated ones are not given', () => {
  const order = new OnceOrder()
  assert.equal(order.take(10), 10)
  assert.equal(order.take(12), 12)
  assert.equal(order.take(11), 11)
  assert.equal(order.take(11), undefined)
  assert.equal(order.take(12), undefined)
})
