import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SharedQuestion } from './shared-question.ts'

test('calls of a tick share a question, and calls during it share the next one', async () => {
  const open: PromiseWithResolvers<void>[] = []
  const question = new SharedQuestion(() => {
    const asked = Promise.withResolvers<void>()
    open.push(asked)
    return asked.promise
  })
  const first = [question.answered(), question.answered()]
  await new Promise(setImmediate)
  assert.equal(open.length, 1)
  const second = [question.answered(), question.answered()]
  await new Promise(setImmediate)
  assert.equal(open.length, 1)
  open[0]?.reject(new Error('away'))
  for (const call of first) await assert.rejects(call, /away/)
  assert.equal(open.length, 1)
  // Those who have their answer ask again in the next turn of the event loop, and share the question.
  await new Promise(setImmediate)
  const third = question.answered()
  await new Promise(setImmediate)
  assert.equal(open.length, 2)
  open[1]?.resolve()
  await Promise.all([...second, third])
  assert.equal(open.length, 2)
})
