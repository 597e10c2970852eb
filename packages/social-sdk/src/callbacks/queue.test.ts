import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallbackQueue, RunCallbacks } from './queue.ts'

test('RunCallbacks calls what is due in order, and what becomes due meanwhile at its next call', () => {
  const queue = new CallbackQueue()
  const calls: string[] = []
  queue.post(() => {
    calls.push('first')
    queue.post(() => calls.push('third'))
    RunCallbacks() // Does nothing inside of a callback.
  })
  queue.post(() => calls.push('second'))
  RunCallbacks()
  assert.deepEqual(calls, ['first', 'second'])
  RunCallbacks()
  assert.deepEqual(calls, ['first', 'second', 'third'])
})

test('a callback that throws does not stop the others, and RunCallbacks throws the first error', () => {
  const queue = new CallbackQueue()
  const calls: number[] = []
  for (const number of [1, 2, 3])
    queue.post(() => {
      calls.push(number)
      if (number < 3) throw new Error(`of ${number}`)
    })
  assert.throws(RunCallbacks, /of 1/)
  assert.deepEqual(calls, [1, 2, 3])
  RunCallbacks()
})

test('a one-shot callback is called once, and its promise is resolved after it, also when it throws', async () => {
  const queue = new CallbackQueue()
  const calls: unknown[] = []
  const callback = (...given: [number, string]) => {
    calls.push(given)
    throw new Error('of the game')
  }
  const { promise, settle } = queue.open<[number, string]>(callback, () => [0, ''])
  let isResolved = false
  const resolved = promise.then(() => {
    isResolved = true
  })
  settle([1, 'a'])
  settle([2, 'b'])
  await Promise.resolve()
  assert.equal(isResolved, false)
  assert.throws(RunCallbacks, /of the game/)
  await resolved
  assert.deepEqual(await promise, [1, 'a'])
  RunCallbacks()
  assert.deepEqual(calls, [[1, 'a']])
})

test('after the end, one-shot callbacks that wait receive it once, and nothing else is called', async () => {
  const queue = new CallbackQueue()
  const calls: string[] = []
  const open = (name: string) =>
    queue.open<[string]>(
      (how) => calls.push(`${name} ${how}`),
      () => ['ended'],
    )
  const [waiting, due] = [open('waiting'), open('due')]
  queue.post(() => calls.push('event'))
  due.settle(['done'])
  queue.end()
  const late = open('late')
  late.settle(['done'])
  waiting.settle(['done'])
  queue.post(() => calls.push('event'))
  RunCallbacks()
  RunCallbacks()
  assert.deepEqual(calls.sort(), ['due ended', 'late ended', 'waiting ended'])
  assert.deepEqual(await Promise.all([waiting.promise, due.promise, late.promise]), [['ended'], ['ended'], ['ended']])
})

test('one Client that ends inside of a callback stops its own later callbacks only', () => {
  const [one, other] = [new CallbackQueue(), new CallbackQueue()]
  const calls: string[] = []
  one.post(() => one.end())
  one.post(() => calls.push('one'))
  other.post(() => calls.push('other'))
  RunCallbacks()
  assert.deepEqual(calls, ['other'])
})
