/** Voice sessions, games in lobbies, and bots of eris and oceanic.js over a reset of the world. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Agent } from 'node:https'
import { test } from 'node:test'
import { api, VoiceClient } from '@guildhall/testing'
import Eris from 'eris'
import { Client as Oceanic } from 'oceanic.js'
import { startGames } from '../support/games.ts'
import { startPlatform } from '../support/platform.ts'
import { startVoiceLab } from '../support/voice-lab.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT', 'GUILD_MEMBERS', 'GUILD_PRESENCES'] } },
  guilds: {
    lab: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '8' } }, channels: { general: {}, other: {} } },
  },
}

type Platform = Awaited<ReturnType<typeof startPlatform>>

async function reset({ control }: { control: { url: string; key: string } }): Promise<void> {
  assert.equal((await api(control.url, `Bearer ${control.key}`).post('/reset', {})).status, 200)
}

test('voice connections end with 4014 at a reset, nobody is left in the call, and all can join again', async () => {
  await using lab = await startVoiceLab({ databaseUrl: null })
  const one = await lab.join('one', 'lounge')
  const bob = await lab.join('bob', 'lounge')
  await bob.voice.encrypted(one.userId)
  const closed = Promise.all([one.voice.closed, bob.voice.closed])
  await reset(lab.platform)
  assert.deepEqual(
    (await closed).map(({ code }) => code),
    [4014, 4014],
  )
  const stay = await one.session.next<{ voice_states: unknown[] }>('GUILD_CREATE')
  assert.deepEqual(stay.d.voice_states, [])
  assert.equal((await bob.session.next(9)).d, false)

  const place = { guildId: lab.guildId, channelId: lab.channel('lounge') }
  const again = await VoiceClient.join(one.session, place)
  const other = await lab.join('bob', 'lounge')
  await other.voice.encrypted(one.userId)
  again.speaking()
  again.sendFrame(Buffer.from('after the reset'))
  await other.voice.until(() => other.voice.framesOf(one.userId).length > 0, 'a frame of the bot')
  await Promise.all([again.leave(), other.voice.leave()])
  await Promise.all([one.session.close(), bob.session.close(), other.session.close()])
})

test("a game's session identifies again after a restore; its lobby is that of the snapshot, and lobbies work", async () => {
  await using games = await startGames({ databaseUrl: null })
  const control = api(games.platform.control.url, `Bearer ${games.platform.control.key}`)
  const { gateway, token } = await games.play('bob')
  const members = [{ id: games.userId('bob') }]
  const create = async () => (await games.bot('chess').post<{ id: string }>('/lobbies', { members })).body.id
  const kept = await create()
  await control.put('/snapshots/signed-in')
  const gone = await create()
  assert.equal((await control.post('/snapshots/signed-in/restore', {})).status, 200)
  assert.equal((await gateway.next(9)).d, false)
  await gateway.close()
  assert.equal((await games.bot('chess').get(`/lobbies/${gone}`)).status, 404)
  const again = await games.play({ token })
  const created = async (session: typeof gateway) => (await session.next<{ id: string }>('LOBBY_CREATE')).d.id
  assert.equal(await created(again.gateway), kept)
  const later = await create()
  assert.equal(await created(again.gateway), later)

  // The player authorized the game after the start, so that a reset ends the grant, as it ends the lobby.
  await reset(games.platform)
  assert.equal((await again.gateway.closed).code, 4004)
  assert.equal((await games.bearer(token).get('/users/@me')).status, 401)
  assert.equal((await games.bot('chess').get(`/lobbies/${kept}`)).status, 404)
  const { gateway: anew } = await games.play('bob')
  const other = await create()
  assert.equal(await created(anew), other)
  await anew.close()
})

/** A bot of a library, as the test below uses it. */
interface LibraryBot {
  /** Ids of the guild's channels that the library has. */
  channels(): string[]
  /** Resolves when the library reports the guild as available. */
  available(): Promise<unknown>
  /** Resolves with the content of the next message of a person. */
  heard(): Promise<string>
  send(content: string): Promise<string>
  /** Disconnections and errors that the library reported. */
  readonly failed: unknown[]
  close(): void
}

const LIBRARIES: Record<string, (platform: Platform, token: string) => Promise<LibraryBot>> = {
  async 'oceanic.js'(platform, token) {
    const client = new Oceanic({
      auth: `Bot ${token}`,
      rest: { baseURL: `${platform.api}/v10` },
      gateway: { intents: ['ALL'], getAllUsers: true },
    })
    const failed: unknown[] = []
    client.on('error', (error) => failed.push(error))
    client.on('disconnect', () => failed.push('disconnect'))
    const ready = new Promise<void>((resolve) => client.once('ready', resolve))
    await client.connect()
    await ready
    const { guildId, channelId } = placeOf(platform)
    return {
      failed,
      channels: () => [...(client.guilds.get(guildId)?.channels.keys() ?? [])],
      available: () => new Promise<unknown>((resolve) => client.once('guildAvailable', resolve)),
      heard: () =>
        new Promise((resolve) => client.on('messageCreate', ({ content, author }) => author.bot || resolve(content))),
      send: async (content) => (await client.rest.channels.createMessage(channelId, { content })).content,
      close: () => client.disconnect(false),
    }
  },

  async eris(platform, token) {
    const agent = Object.assign(new Agent({ ca: await readFile(platform.ca ?? '') }), {
      // Eris knows no other port than that of HTTPS.
      defaultPort: Number(new URL(platform.url).port),
    })
    const rest = { domain: '127.0.0.1', agent, baseURL: '/api/v10' }
    const client = Eris(`Bot ${token}`, { intents: ['all'], getAllUsers: true, rest })
    const failed: unknown[] = []
    client.on('error', (error) => failed.push(error))
    client.on('disconnect', () => failed.push('disconnect'))
    const ready = new Promise<void>((resolve) => client.once('ready', resolve))
    await client.connect()
    await ready
    const { guildId, channelId } = placeOf(platform)
    return {
      failed,
      channels: () => [...(client.guilds.get(guildId)?.channels.keys() ?? [])].map(String),
      available: () => new Promise<unknown>((resolve) => client.once('guildAvailable', resolve)),
      heard: () =>
        new Promise((resolve) => client.on('messageCreate', ({ content, author }) => author.bot || resolve(content))),
      send: async (content) => (await client.createMessage(channelId, { content })).content,
      close: () => {
        client.disconnect({ reconnect: false })
        agent.destroy()
      },
    }
  },
}

function placeOf({ world: filled }: Platform) {
  const lab = filled?.guilds.lab ?? assert.fail()
  return { guildId: lab.id, channelId: lab.channels.general?.id ?? '', otherId: lab.channels.other?.id ?? '' }
}

for (const [name, login] of Object.entries(LIBRARIES)) {
  test(`a bot of ${name} stays connected over a reset, has the channels of the start, and goes on`, async () => {
    await using platform = await startPlatform({ world, rateLimits: 'off', databaseUrl: null, tls: 'local' })
    const token = platform.app.token
    const ann = platform.ann.api
    const { guildId, channelId, otherId } = placeOf(platform)
    const bot = await login(platform, token)
    try {
      const before = bot.channels().sort()
      assert.deepEqual(before, [channelId, otherId].sort())
      const said = bot.heard()
      await ann.post(`/guilds/${guildId}/channels`, { name: 'since' })
      await ann.delete(`/channels/${otherId}`)
      await ann.post(`/channels/${channelId}/messages`, { content: 'before' })
      assert.equal(await said, 'before')
      assert.notDeepEqual(bot.channels().sort(), before)
      const available = bot.available()
      await reset(platform)
      await available
      assert.deepEqual(bot.channels().sort(), before)
      const heard = bot.heard()
      await ann.post(`/channels/${channelId}/messages`, { content: 'after the reset' })
      assert.equal(await heard, 'after the reset')
      assert.equal(await bot.send('still here'), 'still here')
      assert.deepEqual(bot.failed, [])
    } finally {
      bot.close()
    }
  })
}
