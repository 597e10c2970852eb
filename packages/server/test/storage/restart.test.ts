/** A bot goes on after a restart; platforms do not know of each other. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { KNOWN_INTENTS, type MessageObject } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import { spawnPlatform, startPlatform } from '../support/platform.ts'

test('[GW-13] a bot receives op 7, and after the restart resumes its session', {
  timeout: 60_000,
}, async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-restart-'))
  const first = await spawnPlatform({ data, rateLimits: 'off' })
  const token = first.world.applications.ping?.bot.token ?? ''
  const alice = first.world.users.alice?.token
  const path = `/channels/${first.world.guilds.workshop?.channels.general?.id}/messages`
  try {
    const before = await RawGateway.connect(first.gateway)
    await before.identify({ token, intents: KNOWN_INTENTS })
    const seen = await before.next('GUILD_CREATE')
    const other = await RawGateway.connect(first.gateway)
    await other.identify({ token, intents: KNOWN_INTENTS })
    const written = await api(first.api, alice).post<MessageObject>(path, { content: 'before' })
    assert.equal((await before.next('MESSAGE_CREATE')).d.content, 'before')
    await other.close()
    const [, end] = await Promise.all([before.next(7), before.closed, first.stop()])
    assert.equal(end.code, 4000)

    await using second = await spawnPlatform({ data, rateLimits: 'off' })
    await api(second.api, alice).post<MessageObject>(path, { content: 'after' })
    const again = await RawGateway.connect(second.gateway)
    await again.next(10)
    // As if the last ones had never arrived: what was sent by the process before, then what has happened since.
    again.send(6, { token, session_id: before.sessionId, seq: seen.s })
    const missed = [await again.next('MESSAGE_CREATE'), await again.next('MESSAGE_CREATE')]
    assert.deepEqual(
      missed.map(({ d }) => d.content),
      ['before', 'after'],
    )
    assert.ok((missed[0]?.s ?? 0) > (seen.s ?? 0) && (missed[1]?.s ?? 0) > (missed[0]?.s ?? 0))
    await again.next('RESUMED')
    const kept = await api(second.api, `Bot ${token}`).get<MessageObject>(`${path}/${written.body.id}`)
    assert.equal(kept.body.content, 'before')

    // A session that its client ended on purpose cannot be resumed.
    const ended = await RawGateway.connect(second.gateway)
    await ended.next(10)
    ended.send(6, { token, session_id: other.sessionId, seq: other.seq })
    assert.equal((await ended.next(9)).d, false)
    await ended.close()
    await again.close()
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})

test('two platforms side by side share nothing', async () => {
  const world = { users: { ann: {} }, applications: { ping: { owner: 'ann', bot: {} } } }
  await using one = await startPlatform({ world, rateLimits: 'off' })
  await using other = await startPlatform({ world, rateLimits: 'off', date: Date.parse('2025-01-01') })
  const token = `Bot ${one.ping.token}`
  assert.equal((await api(one.api, token).get('/users/@me')).status, 200)
  assert.equal((await api(other.api, token).get('/users/@me')).status, 401)
  one.clock.advance(60_000)
  assert.ok(other.clock.now() < Date.parse('2025-01-02'))
})

test('the time of the last pin stays as it was after an unpin and a restart', async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-restart-'))
  try {
    const options = { data, databaseUrl: undefined, rateLimits: 'off' }
    const first = await startPlatform(options as never)
    const token = first.world?.users.alice?.token
    const channel = `/channels/${first.world?.guilds.workshop?.channels.general?.id}`
    const alice = api(first.api, token)
    const ids: string[] = []
    for (const content of ['one', 'two']) {
      ids.push((await alice.post<MessageObject>(`${channel}/messages`, { content })).body.id)
      assert.equal((await alice.put(`${channel}/messages/pins/${ids.at(-1)}`)).status, 204)
      first.clock.advance(60_000)
    }
    const lastPin = async (client = alice) =>
      (await client.get<{ last_pin_timestamp: string | null }>(channel)).body.last_pin_timestamp
    const both = await lastPin()
    await alice.delete(`${channel}/messages/pins/${ids[1]}`)
    const one = await lastPin()
    assert.ok(both !== null && one !== null && one < both)
    await first.close()
    {
      await using second = await startPlatform(options as never)
      const again = api(second.api, token)
      assert.equal(await lastPin(again), one)
      await again.delete(`${channel}/messages/pins/${ids[0]}`)
      assert.equal(await lastPin(again), null)
    }
    await using third = await startPlatform(options as never)
    assert.equal(await lastPin(api(third.api, token)), null)
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})
