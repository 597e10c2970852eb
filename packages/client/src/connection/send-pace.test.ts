import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SendPace } from './send-pace.ts'

test('commands over the limit of the platform wait, in order, and heartbeats have room', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const now = context.mock.method(performance, 'now', () => 0)
  const sent: number[] = []
  const pace = new SendPace((op) => {
    pace.note()
    sent.push(op)
  })
  for (let op = 0; op < 130; op += 1) pace.send(op, null)
  assert.equal(sent.length, 110)
  now.mock.mockImplementation(() => 60_000)
  context.mock.timers.tick(60_000)
  assert.deepEqual(sent, [...Array(130).keys()])
})

test('commands that wait are forgotten with their connection', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  context.mock.method(performance, 'now', () => 0)
  let sent = 0
  const pace = new SendPace(() => {
    pace.note()
    sent += 1
  })
  for (let op = 0; op < 130; op += 1) pace.send(op, null)
  pace.clear()
  context.mock.timers.tick(120_000)
  assert.equal(sent, 110)
  pace.send(1, null)
  assert.equal(sent, 111)
})
