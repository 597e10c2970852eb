/** Somebody makes a guild whose GUILD_CREATE is as large as the limits allow, to keep others from their gateway. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Intent } from '@guildhall/protocol'
import { RawGateway } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

const CHANNELS = 80
const OVERWRITES = 1_000
/** More than the replay buffer of a session keeps. */
const LARGE_BYTES = 4 * 1024 * 1024

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'bob', bot: {} } },
  guilds: {
    trap: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '8' } }, channels: { general: {} } },
    second: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '8' } }, channels: { general: {} } },
    home: { owner: 'bob', bots: { app: { permissions: '8' } }, channels: { general: {} } },
  },
}

test('a bot and a person get READY and each GUILD_CREATE, and resume, in guilds that exceed the replay buffer', {
  timeout: 120_000,
}, async () => {
  await using platform = await startPlatform({ world, rateLimits: 'off' })
  const ann = platform.ann.api
  const permission_overwrites = Array.from({ length: OVERWRITES }, (_, index) => ({
    id: `${10n ** 18n + BigInt(index)}`,
    type: 1,
    allow: '1024',
    deny: '2048',
  }))
  for (const guild of ['trap', 'second'] as const) {
    for (let number = 0; number < CHANNELS; number += 1) {
      const channel = { name: `c${number}`, type: 0, permission_overwrites }
      const response: { status: number } = await ann.post(`/guilds/${platform[guild].id}/channels`, channel)
      assert.equal(response.status, 201)
    }
  }
  const tooMany = [...permission_overwrites, { id: '1', type: 1, allow: '0', deny: '0' }]
  const refused: { status: number } = await ann.post(`/guilds/${platform.trap.id}/channels`, {
    name: 'more',
    type: 0,
    permission_overwrites: tooMany,
  })
  assert.equal(refused.status, 400)

  for (const token of [platform.app.token, platform.bob.token]) {
    const guilds = new Map<string, number>()
    const all = Promise.withResolvers<void>()
    const gateway = await RawGateway.connect(platform.gateway, {
      onFrame: ({ t, d }) => {
        if (t !== 'GUILD_CREATE') return
        guilds.set((d as { id?: string }).id ?? '', JSON.stringify(d).length)
        if (guilds.size === Object.keys(world.guilds).length) all.resolve()
      },
    })
    gateway.send(2, { token, intents: Intent.GUILDS, properties: {} })
    const ended = gateway.closed.then(({ code }) => {
      throw new Error(`closed with ${code} after ${guilds.size} guilds`)
    })
    await Promise.race([all.promise, ended])
    assert.ok((guilds.get(platform.trap.id) ?? 0) > LARGE_BYTES)
    ended.catch(() => undefined)
    await gateway.drop()
    const resumed = await RawGateway.connect(platform.gateway)
    await resumed.next(10)
    resumed.send(6, { token, session_id: gateway.sessionId, seq: gateway.seq })
    await resumed.next('RESUMED')
    await resumed.close()
  }
})
