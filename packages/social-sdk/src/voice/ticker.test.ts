import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyFrame } from './ticker.ts'

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

test('everyFrame leaves no timer after a tick that ends it', async () => {
  const before = timers()
  let ticks = 0
  await new Promise<void>((resolve) => {
    const stop = everyFrame(() => {
      ticks += 1
      stop()
      resolve()
    })
  })
  assert.deepEqual([ticks, timers()], [1, before])
})
