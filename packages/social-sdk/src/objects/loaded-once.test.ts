import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadedOnce } from './loaded-once.ts'

test('something is loaded once, and again only after a failure', async () => {
  let attempts = 0
  const load = loadedOnce(async () => {
    attempts += 1
    if (attempts === 1) throw new Error('the network is gone')
    return attempts
  })
  await assert.rejects(load(), /the network is gone/)
  assert.deepEqual(await Promise.all([load(), load()]), [2, 2])
  assert.equal(await load(), 2)
})
