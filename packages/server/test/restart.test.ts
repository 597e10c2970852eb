/** A bot goes on after a restart; platforms do not know of each other. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api, RawGateway, spawnPlatform, startPlatform } from '@guildhall/testing'

interface Wire {
  id: string
  content: string
}

test('a bot is told to reconnect, and after the restart goes on where it was', { timeout: 60_000 }, async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-restart-'))
  const first = await spawnPlatform({ data, rateLimits: 'off' })
  const token = first.world.applications.ping?.bot.token ?? ''
  const path = `/channels/${first.world.guilds.workshop?.channels.general?.id}/messages`
  try {
    const before = await RawGateway.connect(first.gateway)
    await before.identify({ token, intents: 53608447 })
    const written = await api(first.api, first.world.users.alice?.token).post<Wire>(path, { content: 'before' })
    assert.equal((await before.next<Wire>('MESSAGE_CREATE')).d.content, 'before')
    const [, end] = await Promise.all([before.next(7), before.closed, first.stop()])
    assert.equal(end.code, 4000)

    await using second = await spawnPlatform({ data, rateLimits: 'off' })
    const again = await RawGateway.connect(second.gateway)
    await again.next(10)
    again.send(6, { token, session_id: before.sessionId, seq: before.seq })
    assert.equal((await again.next(9)).d, false)
    await again.identify({ token, intents: 53608447 })
    await api(second.api, first.world.users.alice?.token).post<Wire>(path, { content: 'after' })
    assert.equal((await again.next<Wire>('MESSAGE_CREATE')).d.content, 'after')
    const kept = await api(second.api, `Bot ${token}`).get<Wire>(`${path}/${written.body.id}`)
    assert.equal(kept.body.content, 'before')
    await again.close()
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})

test('two platforms side by side share nothing', async () => {
  await using one = await startPlatform({ rateLimits: 'off' } as never)
  await using other = await startPlatform({ rateLimits: 'off', date: Date.parse('2025-01-01') } as never)
  const token = `Bot ${one.world?.applications.ping?.bot?.token}`
  assert.equal((await api(one.api, token).get('/users/@me')).status, 200)
  assert.equal((await api(other.api, token).get('/users/@me')).status, 401)
  one.clock.advance(60_000)
  assert.ok(other.clock.now() < Date.parse('2025-01-02'))
})
