import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ReplayWindow } from './replay-window.ts'

test('a counter is fresh once, and up to 255 places late', () => {
  const window = new ReplayWindow()
  assert.ok(window.isFresh(0))
  assert.equal(window.use(1_000), true)
  assert.equal(window.isFresh(1_000), false)
  assert.equal(window.isFresh(744), false)
  assert.equal(window.isFresh(745), true)
  assert.equal(window.use(745), false, 'not the newest')
  assert.equal(window.isFresh(745), false)
  assert.equal(window.use(2 ** 32 - 1), true)
  assert.equal(window.isFresh(1_001), false)
})
