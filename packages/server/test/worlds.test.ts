/** Reset, snapshots and named worlds of the control API. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import { startPlatform } from './support/platform.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] } },
  guilds: {
    lab: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '8' } }, channels: { general: {} } },
  },
}

describe('worlds of the control API', () => {
  test('POST /control/reset returns rows and platform date to the start', async () => {
    await using platform = await startPlatform({ world, databaseUrl: null })
    const control = api(platform.control.url, `Bearer ${platform.control.key}`)
    const ann = api(platform.api, platform.world?.users.ann?.token)
    const guild = platform.world?.guilds.lab
    const general = guild?.channels.general?.id
    const before = await ann.get(`/guilds/${guild?.id}/channels`)
    const date = platform.clock.now()
    assert.equal((await ann.post(`/channels/${general}/messages`, { content: 'hello' })).status, 200)
    assert.equal((await ann.post(`/guilds/${guild?.id}/channels`, { name: 'more' })).status, 201)
    await control.patch('/clock', { advance_ms: 86_400_000, frozen: true })
    for (let i = 0; i < 5; i += 1) {
      const reset = await control.post<{ duration_ms: number }>('/reset', {})
      assert.equal(reset.status, 200, JSON.stringify(reset.body))
    }
    assert.deepEqual((await ann.get(`/guilds/${guild?.id}/channels`)).body, before.body)
    assert.deepEqual((await ann.get(`/channels/${general}/messages`)).body, [])
    assert.ok(platform.clock.now() - date < 86_000_000)
    assert.equal(platform.clock.frozen, false)
    assert.equal((await ann.post(`/channels/${general}/messages`, { content: 'again' })).status, 200)
  })
})
