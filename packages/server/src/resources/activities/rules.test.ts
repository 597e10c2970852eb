import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { instanceId, launchIdOf, locationId, mayLaunch } from './rules.ts'

const { USE_EMBEDDED_ACTIVITIES, USE_EXTERNAL_APPS } = Permission

test('who may launch an activity', () => {
  const cases: [bigint, boolean, boolean, boolean][] = [
    [USE_EMBEDDED_ACTIVITIES, true, true, true],
    [0n, true, true, false],
    [USE_EXTERNAL_APPS, true, true, false],
    [USE_EMBEDDED_ACTIVITIES, true, false, false],
    [USE_EMBEDDED_ACTIVITIES | USE_EXTERNAL_APPS, true, false, true],
    [USE_EMBEDDED_ACTIVITIES, false, false, true],
  ]
  for (const [permissions, inGuild, installed, expected] of cases)
    assert.equal(mayLaunch({ permissions, inGuild, installed }).ok, expected, `${permissions} ${inGuild} ${installed}`)
})

test('instances and places are named by their parts', () => {
  const instance = { launch_id: 1n, application_id: 2n, channel_id: 3n, guild_id: 4n, created_at: 0 }
  const dm = { ...instance, guild_id: null }
  assert.deepEqual([locationId(instance), locationId(dm)], ['gc-4-3', 'pc-3'])
  assert.deepEqual([instanceId(instance), instanceId(dm)], ['i-1-gc-4-3', 'i-1-pc-3'])
  for (const id of [instanceId(instance), instanceId(dm)]) assert.equal(launchIdOf(id), 1n)
  for (const bad of ['', '1', 'i-1', 'i-1-gc-3', 'i-x-pc-3', 'i-1-pc-3-4', `i-${'9'.repeat(21)}-pc-3`])
    assert.equal(launchIdOf(bad), null, bad)
})
