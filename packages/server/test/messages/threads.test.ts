/** Threads and emojis by discord.js and by hand. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { type ChannelObject, KNOWN_INTENTS, type MessageObject } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import { ChannelType, Client, Events, type Guild, type TextChannel, ThreadAutoArchiveDuration } from 'discord.js'
import { guildhallTest } from '../support/fixture.ts'
import { startPlatform } from '../support/platform.ts'
import { guildSession } from '../support/sessions.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: {
    app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] },
    manager: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '8' }, manager: { permissions: String(1 << 30) } },
      roles: { '@everyone': { permissions: String(1024 | 2048 | 65536) } },
      channels: { general: {}, forum: { type: 15 } },
    },
  },
}
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGP8z8DwnwEJMCFzAEAoBAH+2u3TAAAAAElFTkSuQmCC'

const test = guildhallTest({ world })
const { platform } = test
let client: Client<true>
let guild: Guild
let general: TextChannel

describe('threads and emojis', () => {
  before(async () => {
    await test.start()
    const connecting = new Client({ intents: KNOWN_INTENTS, rest: { api: platform.api } })
    const ready = new Promise((resolve) => connecting.once(Events.ClientReady, resolve))
    await connecting.login(platform.app.token)
    await ready
    client = connecting as Client<true>
    guild = client.guilds.cache.first() as Guild
    general = guild.channels.cache.find((channel) => channel.name === 'general') as TextChannel
  })
  after(async () => {
    await client.destroy()
  })

  test('a message loses HAS_THREAD with its thread, and discord.js starts another one from it', async () => {
    const message = await general.send('start')
    const first = await message.startThread({ name: 'talk' })
    assert.equal((await message.fetch(true)).hasThread, true)
    await using gateway = await guildSession(platform.app, KNOWN_INTENTS)
    await first.delete()
    await gateway.next('THREAD_DELETE')
    const { d: updated } = await gateway.next('MESSAGE_UPDATE')
    assert.deepEqual([updated.id, updated.flags, updated.edited_timestamp], [message.id, 0, null])
    const stored = await platform.bob.api.get<MessageObject>(`/channels/${general.id}/messages/${message.id}`)
    assert.deepEqual([stored.body.flags, stored.body.thread], [0, undefined])
    const fetched = await message.fetch(true)
    assert.equal(fetched.hasThread, false)
    assert.equal((await fetched.startThread({ name: 'again' })).id, message.id)
  })

  test('discord.js starts a thread from a message, reads its members and its archive', async () => {
    const message = await general.send('start')
    const thread = await message.startThread({ name: 'talk', autoArchiveDuration: ThreadAutoArchiveDuration.OneHour })
    assert.equal(thread.id, message.id)
    await assert.rejects(message.startThread({ name: 'again' }), { code: 160004 })
    await thread.members.add(platform.bob.id)
    assert.equal((await thread.members.fetch()).size, 2)
    assert.equal((await platform.bob.api.post(`/channels/${thread.id}/messages`, { content: 'x' })).code, 50013)
    await thread.send('hello')
    const active = await guild.channels.fetchActiveThreads()
    // The message that tells of bob counts too, the reference to the starting message does not.
    assert.equal(active.threads.get(thread.id)?.messageCount, 2)
    const archived = new Promise<void>((resolve) => {
      client.on(Events.ThreadUpdate, (_, now) => {
        if (now.archived) resolve()
      })
    })
    platform.clock.advance(61 * 60_000)
    await archived
    const listed = await general.threads.fetchArchived()
    assert.ok(listed.threads.has(thread.id))
    await thread.send('awake')
    assert.equal(
      (
        await api(platform.api, `Bot ${client.token}`).get<{ thread_metadata: { archived: boolean } }>(
          `/channels/${thread.id}`,
        )
      ).body.thread_metadata.archived,
      false,
    )
    await thread.setLocked(true)
    await thread.delete()
    assert.equal((await platform.ann.api.get(`/channels/${thread.id}`)).code, 10003)
  })

  test('a private thread is visible to its members only', async () => {
    const session = await guildSession(platform.bob, 0)
    const thread = await general.threads.create({ name: 'quiet', type: ChannelType.PrivateThread })
    await session.none('MESSAGE_CREATE', () => thread.send('secret'))
    assert.equal((await platform.bob.api.get(`/channels/${thread.id}`)).code, 50001)
    await thread.members.add(platform.bob.id)
    await thread.send('welcome')
    const joined = await session.next('MESSAGE_CREATE')
    assert.deepEqual([joined.d.type, joined.d.content], [1, ''])
    assert.equal((await session.next('MESSAGE_CREATE')).d.content, 'welcome')
    await thread.members.remove(platform.bob.id)
    await session.none('MESSAGE_CREATE', () => thread.send('secret again'))
    await session.close()
  })

  test('a forum post is a thread with a first message', async () => {
    const forum = guild.channels.cache.find((channel) => channel.type === ChannelType.GuildForum)
    assert.ok(forum?.type === ChannelType.GuildForum)
    const post = await forum.threads.create({ name: 'idea', message: { content: 'first' } })
    assert.equal((await post.fetchStarterMessage())?.content, 'first')
    const bot = api(platform.api, `Bot ${client.token}`)
    const other = { name: 'other', message: { content: 'first' } }
    const { body } = await bot.post<ChannelObject>(`/channels/${forum.id}/threads`, other)
    assert.equal(body.last_message_id, body.id)
    const direct = await bot.post<MessageObject>(`/channels/${forum.id}/messages`, { content: 'x' })
    assert.equal(direct.code, 50008)
  })

  test('discord.js manages emojis of the guild and of the application', async () => {
    const updated = new Promise((resolve) => client.once(Events.GuildEmojiCreate, resolve))
    const emoji = await guild.emojis.create({ attachment: PNG, name: 'dot' })
    await updated
    assert.equal((await fetch(`${platform.cdn}/emojis/${emoji.id}.png`)).status, 200)
    await emoji.setName('point')
    assert.equal((await guild.emojis.fetch(emoji.id, { force: true })).name, 'point')
    const message = await general.send('react')
    await message.react(emoji)
    assert.equal((await platform.bob.api.post(`/guilds/${guild.id}/emojis`, { name: 'mine', image: PNG })).code, 50013)
    const deleted = new Promise((resolve) => client.once(Events.GuildEmojiDelete, resolve))
    await emoji.delete()
    await deleted
    await assert.rejects(guild.emojis.fetch(emoji.id), { code: 10014 })
    const own = await client.application.emojis.create({ attachment: PNG, name: 'own' })
    assert.equal((await client.application.emojis.fetch()).size, 1)
    await own.delete()
  })
})

test('[PRM-2] [PRM-4] creating emojis needs either permission until 23 February 2026', async () => {
  for (const [date, status] of [
    ['2026-02-22T23:59:00Z', 201],
    ['2026-02-23T00:00:00Z', 403],
  ] as const) {
    await using dated = await startPlatform({ world, rateLimits: 'off', date: Date.parse(date) })
    const manager = api(dated.api, `Bot ${dated.world?.applications.manager?.bot?.token}`)
    const made = await manager.post(`/guilds/${dated.world?.guilds.lab?.id}/emojis`, { name: 'dot', image: PNG })
    assert.equal(made.status, status, date)
  }
})
