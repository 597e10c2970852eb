import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { FirstFrame } from './first-frame.ts'

test('a first frame is written once, at once when the client has sent a message, and never after the close', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const written: string[] = []
  new FirstFrame(() => written.push('late'))
  const early = new FirstFrame(() => written.push('early'))
  const closed = new FirstFrame(() => written.push('closed'))
  early.send()
  closed.cancel()
  assert.deepEqual(written, ['early'])
  mock.timers.runAll()
  closed.send()
  early.send()
  assert.deepEqual(written, ['early', 'late'])
  mock.timers.reset()
})
