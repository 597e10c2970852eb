import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { FirstFrame } from './first-frame.ts'

test('a first frame waits for a turn of the event loop and for no timer', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const written: string[] = []
  new FirstFrame(() => written.push('frame'))
  await Promise.resolve()
  assert.deepEqual(written, [])
  await setImmediate()
  assert.deepEqual(written, ['frame'])
})

test('a first frame is written once, at once when the client has sent a message, and never after the close', async () => {
  const written: string[] = []
  new FirstFrame(() => written.push('late'))
  const early = new FirstFrame(() => written.push('early'))
  const closed = new FirstFrame(() => written.push('closed'))
  early.send()
  closed.cancel()
  assert.deepEqual(written, ['early'])
  await setImmediate()
  closed.send()
  early.send()
  assert.deepEqual(written, ['early', 'late'])
})
