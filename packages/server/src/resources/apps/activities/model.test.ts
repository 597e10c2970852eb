import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instanceId, launchIdOf, locationId } from './model.ts'

test('instanceId and locationId consist of the ids of launch, guild and channel', () => {
  const instance = { launch_id: 1n, application_id: 2n, channel_id: 3n, guild_id: 4n, created_at: 0 }
  const dm = { ...instance, guild_id: null }
  assert.deepEqual([locationId(instance), locationId(dm)], ['gc-4-3', 'pc-3'])
  assert.deepEqual([instanceId(instance), instanceId(dm)], ['i-1-gc-4-3', 'i-1-pc-3'])
  for (const id of [instanceId(instance), instanceId(dm)]) assert.equal(launchIdOf(id), 1n)
  for (const bad of ['', '1', 'i-1', 'i-1-gc-3', 'i-x-pc-3', 'i-1-pc-3-4', `i-${'9'.repeat(21)}-pc-3`])
    assert.equal(launchIdOf(bad), null, bad)
})
