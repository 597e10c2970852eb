/** A restart while users are in voice channels. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { GatewayOp } from '@guildhall/protocol'
import { RawGateway } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'
import { testStore } from '../support/test-store.ts'

const world = {
  users: { ann: {} },
  applications: {},
  guilds: { lab: { owner: 'ann', channels: { general: {}, lounge: { type: 2 } } } },
}

test('[GW-13] a restart keeps a user in voice, and resuming tells the address of the new voice server', async () => {
  const store = await testStore()
  const data = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  const options = { rateLimits: 'off', data, databaseUrl: store.databaseUrl } as const
  try {
    const first = await startPlatform({ ...options, world })
    const token = first.world?.users.ann?.token ?? ''
    const guild = first.world?.guilds.lab
    const before = await RawGateway.connect(first.gateway)
    await before.identify({ token })
    await before.next('GUILD_CREATE')
    before.send(4, { guild_id: guild?.id, channel_id: guild?.channels.lounge?.id, self_mute: true, self_deaf: false })
    await before.next('VOICE_SERVER_UPDATE')
    const place = { guild_id: guild?.id, channel_id: guild?.channels.lounge?.id }
    before.send(GatewayOp.STREAM_CREATE, { type: 'guild', ...place })
    const { d: stream } = await before.next<{ stream_key: string }>('STREAM_CREATE')
    while (!(await before.next<{ self_stream: boolean }>('VOICE_STATE_UPDATE')).d.self_stream);
    await first.close()

    await using second = await startPlatform(options as never)
    const resumed = await RawGateway.connect(second.gateway)
    await resumed.next(10)
    resumed.send(6, { token, session_id: before.sessionId, seq: before.seq })
    const server = await resumed.next<{ endpoint: string }>('VOICE_SERVER_UPDATE')
    assert.equal(server.d.endpoint, new URL(second.gateway).host)
    await resumed.next('RESUMED')
    resumed.send(GatewayOp.STREAM_PING, stream)
    const lost = await resumed.next<{ reason: string; unavailable: boolean }>('STREAM_DELETE')
    assert.deepEqual(lost.d, { stream_key: stream.stream_key, reason: 'stream_ended', unavailable: true })
    const other = await RawGateway.connect(second.gateway)
    await other.identify({ token })
    const { d } = await other.next<{ voice_states: Record<string, unknown>[] }>('GUILD_CREATE')
    assert.equal(d.voice_states.length, 1)
    assert.equal(d.voice_states[0]?.session_id, before.sessionId)
    assert.equal(d.voice_states[0]?.self_mute, true)
    assert.equal(d.voice_states[0]?.self_stream, false)
    await other.close()
    await resumed.close()
  } finally {
    await store.drop()
    await rm(data, { recursive: true, force: true })
  }
})
