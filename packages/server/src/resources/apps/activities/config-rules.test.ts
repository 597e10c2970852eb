import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activityConfigOf, changedActivityConfig } from './config-rules.ts'

const config = (embedded_activity_config: Parameters<typeof activityConfigOf>[0]['embedded_activity_config']) =>
  activityConfigOf({ id: 5n, embedded_activity_config })

test('activityConfigOf fills in defaults of the activity and of each supported platform', () => {
  const { application_id, supported_platforms, client_platform_config } = config({})
  assert.deepEqual([application_id, supported_platforms], ['5', ['web']])
  assert.deepEqual(Object.keys(client_platform_config), ['web'])
  assert.equal(client_platform_config.web?.release_phase, 'in_development')
  const stored = config({ supported_platforms: ['web', 'ios'], shelf_rank: 3 })
  assert.deepEqual([stored.shelf_rank, Object.keys(stored.client_platform_config)], [3, ['web', 'ios']])
})

test('changedActivityConfig keeps settings of platforms that a change does not name', () => {
  const before = changedActivityConfig({}, { client_platform_config: { ios: { release_phase: 'global_launch' } } })
  const after = changedActivityConfig(before, { client_platform_config: { web: { label_type: 1, label_until: 0 } } })
  assert.equal(after.client_platform_config?.ios?.release_phase, 'global_launch')
  assert.equal(after.client_platform_config?.web?.label_until, '1970-01-01T00:00:00.000000+00:00')
  assert.equal(after.client_platform_config?.web?.release_phase, 'in_development')
  const cleared = changedActivityConfig(after, { client_platform_config: { web: { label_until: null } } })
  assert.equal(cleared.client_platform_config?.web?.label_until, null)
  assert.equal(cleared.client_platform_config?.web?.label_type, 1)
})

test('changedActivityConfig without platforms leaves theirs alone', () => {
  const before = { client_platform_config: {}, shelf_rank: 1 }
  assert.deepEqual(changedActivityConfig(before, { requires_age_gate: true }), { ...before, requires_age_gate: true })
})
