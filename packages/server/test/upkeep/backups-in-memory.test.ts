/** Routes of backups on a platform that keeps nothing on disk. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

// The read of a setting inside the operation's own read waited for itself, and so did every later request.
test('a platform in memory lists no backups, finds none by name, and goes on serving', {
  timeout: 60_000,
}, async () => {
  await using platform = await startPlatform({ world: { users: { ann: {} } } })
  const operator = api(platform.api, `Bearer ${platform.control.key}`)
  const { status, body } = await operator.get('/admin/backups')
  assert.deepEqual([status, body], [200, []])
  const name = 'guildhall-2026-01-01T00-00-00Z.tar.zst'
  assert.equal((await operator.get(`/admin/backups/${name}`)).status, 404)
  assert.equal((await operator.get('/admin/backups/..%2f..%2fetc%2fpasswd')).status, 404)
  assert.equal((await operator.post('/admin/backups')).status, 400)
  assert.equal((await api(platform.api).get('/gateway')).status, 200)
})
