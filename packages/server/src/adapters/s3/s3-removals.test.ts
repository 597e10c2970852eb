import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Removals } from './s3-removals.ts'

test('a file that was sent before its removal was announced counts as removed', async () => {
  const removals = new Removals()
  const sent = await removals.beforeSending('a')
  assert.equal(removals.isRemovedSince('a', sent), false)
  const removal = removals.announce(['a', 'b'], async () => undefined)
  assert.equal(removals.isRemovedSince('a', sent), true)
  assert.equal(removals.isRemovedSince('c', sent), false)
  await removal.run()
  assert.equal(removals.isRemovedSince('a', await removals.beforeSending('a')), false)
})

test('a file is sent only when its removal has ended, has failed or is cancelled', async () => {
  const removals = new Removals()
  const order: string[] = []
  const removal = removals.announce(['a'], async () => void order.push('removed'))
  const sending = removals.beforeSending('a').then(() => order.push('sent'))
  await removals.beforeSending('b')
  await removal.run()
  await sending
  assert.deepEqual(order, ['removed', 'sent'])
  const failing = removals.announce(['a'], () => Promise.reject(new Error('away')))
  await assert.rejects(failing.run(), /away/)
  await removals.beforeSending('a')
  removals.announce(['a'], async () => undefined).cancel()
  await removals.beforeSending('a')
})
