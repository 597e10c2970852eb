import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runningClock } from '../../kernel/clock.ts'
import { PacedUpdates } from './paced-updates.ts'

function paced(limit = 2) {
  const clock = runningClock(0)
  const ran: string[] = []
  const updates = new PacedUpdates<string>(clock, { limit, windowMs: 20_000 })
  const update = (key: string, name: string) => updates.run(key, () => ran.push(name))
  return { clock, ran, updates, update }
}

test('PacedUpdates runs the last of the updates over the limit when the window ends', () => {
  const { clock, ran, update } = paced()
  for (const name of ['a', 'b', 'c', 'd']) update('one', name)
  assert.deepEqual(ran, ['a', 'b'])
  clock.advance(19_000)
  assert.deepEqual(ran, ['a', 'b'])
  clock.advance(1_000)
  assert.deepEqual(ran, ['a', 'b', 'd'])
  clock.advance(60_000)
  assert.deepEqual(ran, ['a', 'b', 'd'])
  clock.close()
})

test('PacedUpdates counts each key for itself and forgets waiting updates', () => {
  const { clock, ran, updates, update } = paced(1)
  update('one', 'a')
  update('two', 'b')
  update('one', 'c')
  updates.forget('one')
  clock.advance(20_000)
  assert.deepEqual(ran, ['a', 'b'])
  update('one', 'd')
  assert.deepEqual(ran, ['a', 'b', 'd'])
  clock.close()
})

test('PacedUpdates drops a waiting update when a later one runs at once', () => {
  const { clock, ran, update } = paced(1)
  update('one', 'a')
  update('one', 'b')
  clock.advance(20_000)
  update('one', 'c')
  clock.advance(19_000)
  assert.deepEqual(ran, ['a', 'b'])
  clock.advance(20_000)
  assert.deepEqual(ran, ['a', 'b', 'c'])
  clock.close()
})
