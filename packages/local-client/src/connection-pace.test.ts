import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionPace } from './connection-pace.ts'

test('the third connection of an application within a minute waits, others do not', () => {
  let now = 0
  const pace = new ConnectionPace(() => now)
  assert.equal(pace.delayOf('1'), 0)
  now = 10_000
  assert.equal(pace.delayOf('1'), 0)
  assert.equal(pace.delayOf('1'), 50_000)
  assert.equal(pace.delayOf('1'), 60_000)
  assert.equal(pace.delayOf('2'), 0)
  now = 200_000
  assert.equal(pace.delayOf('1'), 0)
})
