/** A bot goes on after a restart; platforms do not know of each other. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api, spawnPlatform, startPlatform } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits, type Message } from 'discord.js'

test('discord.js reconnects by itself after a restart, and its cache is right', { timeout: 60_000 }, async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-restart-'))
  const first = await spawnPlatform({ data, rateLimits: 'off' })
  const port = Number(new URL(first.url).port)
  const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits
  const client = new Client({ intents: [Guilds, GuildMessages, MessageContent], rest: { api: first.api } })
  const heard = () => new Promise<Message>((resolve) => client.once(Events.MessageCreate, resolve))
  const say = (content: string) => {
    const channel = first.world.guilds.workshop?.channels.general?.id
    return api(first.api, first.world.users.alice?.token).post<{ id: string }>(`/channels/${channel}/messages`, {
      content,
    })
  }
  try {
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
    await client.login(first.world.applications.ping?.bot.token)
    await ready
    const before = heard()
    const written = await say('before')
    assert.equal((await before).content, 'before')
    await first.stop()
    const again = new Promise((resolve) => client.once(Events.GuildAvailable, resolve))
    const resumed = new Promise((resolve) => client.once(Events.ShardReady, resolve))
    await using second = await spawnPlatform({ data, port, rateLimits: 'off' })
    await Promise.race([again, resumed])
    const after = heard()
    await say('after')
    const message = await after
    assert.equal(message.content, 'after')
    assert.equal((await message.channel.messages.fetch(written.body.id)).content, 'before')
    assert.equal(second.url, first.url)
    // Before the platform ends, or the client would try to come back for ever.
    await client.destroy()
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
