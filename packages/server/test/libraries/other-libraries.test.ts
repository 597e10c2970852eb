/**
 * Client libraries besides those of discord.js, unmodified except for the base address: each connects, writes and
 * receives.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Agent } from 'node:https'
import { createBot, Intents } from '@discordeno/bot'
import { api } from '@guildhall/testing'
import Eris from 'eris'
import { Client as Oceanic } from 'oceanic.js'
import { guildhallTest } from '../support/fixture.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT', 'GUILD_MEMBERS', 'GUILD_PRESENCES'] } },
  guilds: {
    lab: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '8' } }, channels: { general: { type: 0 } } },
  },
}
const test = guildhallTest({ world, tls: 'local' })
const { platform } = test
const say = (content: string) => platform.ann.api.post(`/channels/${platform.lab.general.id}/messages`, { content })

test('responses have the content type application/json without parameters', async () => {
  for (const path of ['/gateway', '/nope', '/users/@me']) {
    assert.equal((await api(platform.api).get(path)).headers.get('content-type'), 'application/json')
  }
})

test('[SVC-3] the gateway’s address needs no credential, in both versions, and an unknown route is 404', async () => {
  for (const version of ['v9', 'v10']) {
    const ask = (path: string) => api(`${platform.api}/${version}`).get(path)
    const [gateway, nothing] = [await ask('/gateway'), await ask('/nope')]
    assert.deepEqual([gateway.status, Object.keys(gateway.body)], [200, ['url']])
    assert.match(String(gateway.body.url), /^wss?:/)
    assert.deepEqual([nothing.status, nothing.body], [404, { code: 0, message: '404: Not Found' }])
  }
})

test('[SVC-3] the gateway’s address ignores the Authorization header, since a library may send a token without its prefix', async () => {
  for (const authorization of [platform.app.token, 'Bot nonsense', 'nonsense']) {
    const { status } = await fetch(`${platform.api}/v10/gateway`, { headers: { authorization } })
    assert.equal(status, 200, authorization)
    const ofBot = await fetch(`${platform.api}/v10/gateway/bot`, { headers: { authorization } })
    assert.equal(ofBot.status, 401, authorization)
  }
})

test('oceanic.js uses members, files, reactions, threads, commands, invites, received messages', async () => {
  const client = new Oceanic({
    auth: `Bot ${platform.app.token}`,
    rest: { baseURL: `${platform.api}/v10` },
    gateway: { intents: ['ALL'], getAllUsers: true },
  })
  const failed: unknown[] = []
  client.on('error', (error) => failed.push(error))
  const ready = new Promise<void>((resolve) => client.once('ready', resolve))
  await client.connect()
  await ready
  const guild = client.guilds.get(platform.lab.id) ?? assert.fail()
  assert.equal(guild.members.size, 3)
  const message = await client.rest.channels.createMessage(platform.lab.general.id, {
    content: 'by oceanic',
    files: [{ name: 'a.txt', contents: Buffer.from('x') }],
  })
  assert.equal(message.attachments.size, 1)
  await message.createReaction('👍')
  const thread = await client.rest.channels.startThreadFromMessage(platform.lab.general.id, message.id, {
    name: 'thread',
  })
  assert.equal(thread.name, 'thread')
  const commands = await client.application.bulkEditGlobalCommands([{ type: 1, name: 'x', description: 'y' }])
  assert.equal(commands.length, 1)
  assert.ok((await guild.getAuditLog()).entries.length > 0)
  assert.ok((await client.rest.channels.createInvite(platform.lab.general.id, {})).code)
  const heard = new Promise<string>((resolve) =>
    client.on('messageCreate', ({ content, author }) => void (author.bot || resolve(content))),
  )
  await say('to oceanic')
  assert.equal(await heard, 'to oceanic')
  client.disconnect(false)
  assert.deepEqual(failed, [])
})

test('eris, over TLS only, uses members, files, edits, reactions, events, received messages', async () => {
  const agent = Object.assign(new Agent({ ca: await readFile(platform.ca ?? '') }), {
    // Eris knows no other port than that of HTTPS.
    defaultPort: Number(new URL(platform.url).port),
  })
  const client = Eris(`Bot ${platform.app.token}`, {
    intents: ['all'],
    getAllUsers: true,
    rest: { domain: '127.0.0.1', agent, baseURL: '/api/v10' },
  })
  const failed: unknown[] = []
  client.on('error', (error) => failed.push(error))
  const ready = new Promise<void>((resolve) => client.once('ready', resolve))
  await client.connect()
  await ready
  const guild = client.guilds.get(platform.lab.id) ?? assert.fail()
  assert.equal(guild.members.size, 3)
  const file = { name: 'a.txt', file: Buffer.from('x') }
  const message = await client.createMessage(platform.lab.general.id, { content: 'by eris' }, file)
  assert.equal(message.attachments.length, 1)
  await message.addReaction('👍')
  assert.equal((await message.getReaction('👍')).length, 1)
  assert.equal((await message.edit('edited')).content, 'edited')
  const hour = 3_600_000
  const event = await guild.createScheduledEvent({
    name: 'launch',
    privacyLevel: 2,
    scheduledStartTime: new Date(Date.now() + hour),
    scheduledEndTime: new Date(Date.now() + 2 * hour),
    entityType: 3,
    entityMetadata: { location: 'here' },
    channelID: null as never,
  })
  assert.equal(event.name, 'launch')
  const heard = new Promise<string>((resolve) =>
    client.on('messageCreate', ({ content, author }) => void (author.bot || resolve(content))),
  )
  await say('to eris')
  assert.equal(await heard, 'to eris')
  client.disconnect({ reconnect: false })
  agent.destroy()
  assert.deepEqual(failed, [])
})

test('discordeno receives READY and guilds, and sends and receives messages', async () => {
  const ready = Promise.withResolvers<string>()
  const heard = Promise.withResolvers<string>()
  const bot = createBot({
    token: platform.app.token,
    intents: Intents.Guilds | Intents.GuildMessages | Intents.MessageContent,
    desiredProperties: {
      message: { id: true, content: true, author: true },
      user: { id: true, username: true, toggles: true },
      guild: { id: true, name: true },
    },
    events: {
      guildCreate: ({ name }) => ready.resolve(name),
      messageCreate: ({ content }) => void (content.startsWith('by') || heard.resolve(content)),
    },
  })
  bot.rest.baseUrl = platform.api
  // Its own pauses would hold the test.
  bot.rest.deleteQueueDelay = 1
  bot.gateway.spawnShardDelay = 0
  await bot.start()
  assert.equal(await ready.promise, 'lab')
  const sent = await bot.helpers.sendMessage(platform.lab.general.id, { content: 'by discordeno' })
  assert.equal(sent.content, 'by discordeno')
  await say('to discordeno')
  assert.equal(await heard.promise, 'to discordeno')
  await bot.shutdown()
  // Its leftover timers would hold the process.
  clearInterval(bot.gateway.resharding.checkIntervalId)
  for (const { bucket } of bot.gateway.shards.values()) clearTimeout(bucket.timeoutId)
})
