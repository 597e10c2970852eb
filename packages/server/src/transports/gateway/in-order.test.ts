import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { InOrder } from './in-order.ts'

test('tasks of one key follow each other however long each takes; others do not wait', async () => {
  const inOrder = new InOrder<string>()
  const [one, other] = ['one', 'other'] as const
  const done: string[] = []
  const task = (name: string, ms: number) => async () => {
    await pause(ms)
    done.push(name)
  }
  const all = [inOrder.run(one, task('slow', 30)), inOrder.run(one, task('quick', 0))]
  await inOrder.run(other, task('other', 0))
  assert.equal(inOrder.unfinished(one), 2)
  await Promise.all(all)
  assert.deepEqual(done, ['other', 'slow', 'quick'])
  assert.equal(inOrder.unfinished(one), 0)
})

test('a task that fails says so and holds nobody up', async () => {
  const inOrder = new InOrder<string>()
  const key = 'key'
  const failed = inOrder.run(key, () => Promise.reject(new Error('no')))
  const next = inOrder.run(key, async () => undefined)
  await assert.rejects(failed, /no/)
  await next
  assert.equal(inOrder.unfinished(key), 0)
})
