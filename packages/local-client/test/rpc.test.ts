/** Games on this computer, with unmodified client libraries. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { TestPlatform } from '@guildhall/testing'
import { Client as XClient } from '@xhayper/discord-rpc'
import { ActivityType, Client as Bot, Events, GatewayIntentBits, type Presence } from 'discord.js'
import { Client } from 'discord-rpc'
import { startPlatform } from '../../server/test/support/platform.ts'
import { type LocalClient, startLocalClient } from '../src/index.ts'

const REDIRECT = 'http://127.0.0.1:9/callback'

interface World {
  users: Record<'alice' | 'bob', { id: string; username: string; token: string }>
  applications: Record<'game' | 'trusted' | 'other', { id: string; client_secret: string; bot: { token: string } }>
  guilds: { lab: { id: string; channels: Record<'general' | 'Voice', { id: string }> } }
}

let platform: TestPlatform
let world: World
let folder: string
let local: LocalClient
let consents = true
let former: string | undefined

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-ipc-'))
  // The libraries look for the socket in the folder that the environment names.
  former = process.env.XDG_RUNTIME_DIR
  process.env.XDG_RUNTIME_DIR = folder
  platform = await startPlatform({
    world: {
      users: { alice: {}, bob: {} },
      applications: {
        game: { name: 'Chess', owner: 'alice', bot: {}, intents: ['GUILD_PRESENCES'], redirect_uris: [REDIRECT] },
        trusted: { name: 'Go', owner: 'alice', redirect_uris: [REDIRECT] },
        other: { name: 'Other', owner: 'bob', bot: {}, redirect_uris: [REDIRECT] },
      },
      guilds: {
        lab: {
          name: 'Lab',
          owner: 'alice',
          members: ['bob'],
          bots: { game: {} },
          channels: { general: { type: 0 }, Voice: { type: 2 } },
        },
      },
    },
  })
  world = platform.world as unknown as World
  local = await startLocalClient({
    server: platform.url,
    credentials: { token: world.users.alice.token },
    ipcFolder: null,
    consent: async () => consents,
    onSignedOut: () => {},
  })
})

after(async () => {
  if (former === undefined) delete process.env.XDG_RUNTIME_DIR
  else process.env.XDG_RUNTIME_DIR = former
  await local.close()
  assert.equal(existsSync(local.ipc), false, 'the socket is removed')
  await platform.close()
  await rm(folder, { recursive: true })
})

/** Connects the application's bot, which sees presences. */
async function connectBot(): Promise<Bot> {
  const bot = new Bot({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildPresences],
    rest: { api: platform.api },
  })
  const isReady = new Promise((resolve) => bot.once(Events.ClientReady, resolve))
  await bot.login(world.applications.game.bot.token)
  await isReady
  return bot
}

/** Resolves with the next presence of a user that a condition accepts. */
function presenceOf(bot: Bot, userId: string, accepts: (presence: Presence) => boolean): Promise<Presence> {
  return new Promise((resolve) => {
    const listener = (_before: Presence | null, presence: Presence) => {
      if (presence.userId !== userId || !accepts(presence)) return
      bot.off(Events.PresenceUpdate, listener)
      resolve(presence)
    }
    bot.on(Events.PresenceUpdate, listener)
  })
}

test('[RPC-1] the socket is readable by this user only', () => {
  assert.equal(local.ipc, join(folder, 'discord-ipc-0'))
  assert.equal(statSync(local.ipc).mode & 0o777, 0o600)
})

test('[RPC-9] a discord.js bot sees what is played by discord-rpc, until the game disconnects', async () => {
  const bot = await connectBot()
  const game = new Client({ transport: 'ipc' })
  await game.login({ clientId: world.applications.game.id })
  assert.equal(game.user?.username, 'alice')
  const received: string[] = []
  bot.on(Events.Raw, (packet: unknown) => received.push(JSON.stringify(packet)))
  const shown = presenceOf(bot, world.users.alice.id, ({ activities }) => activities.length > 0)
  await game.setActivity({
    details: 'Move 3',
    state: 'Thinking',
    startTimestamp: Date.now(),
    partyId: 'p1',
    joinSecret: 's1',
  })
  const [activity] = (await shown).activities
  assert.equal(activity?.name, 'Chess')
  assert.equal(activity?.type, ActivityType.Playing)
  assert.equal(activity?.applicationId, world.applications.game.id)
  assert.deepEqual([activity?.details, activity?.state, activity?.party?.id], ['Move 3', 'Thinking', 'p1'])
  assert.ok(activity?.timestamps?.start)
  assert.ok(!received.some((packet) => packet.includes('secrets')), 'secrets stay private')
  const ended = presenceOf(bot, world.users.alice.id, ({ activities }) => activities.length === 0)
  await game.destroy()
  assert.equal((await ended).status, 'online')
  await bot.destroy()
})

test('[RPC-8] [RPC-9] [EVT-19] @xhayper/discord-rpc is authorized by the person, and reads guilds and channels', async () => {
  consents = true
  const game = new XClient({
    clientId: world.applications.game.id,
    clientSecret: world.applications.game.client_secret,
  })
  // The library has no option for another base address.
  const { options } = Reflect.get(game, 'rest') as { options: { api: string } }
  options.api = platform.api
  await game.login({ scopes: ['identify', 'rpc'], redirect_uri: REDIRECT } as never)
  assert.equal(game.user?.username, 'alice')
  const { guilds } = (await game.request('GET_GUILDS')).data as { guilds: { id: string; name: string }[] }
  assert.deepEqual(
    guilds.map(({ name }) => name),
    ['Lab'],
  )
  const general = world.guilds.lab.channels.general.id
  const channel = (await game.request('GET_CHANNEL', { channel_id: general })).data as { name: string }
  assert.equal(channel.name, 'general')
  await assert.rejects(game.request('GET_CHANNEL', { channel_id: '1' }), { code: 4005 })
  const voice = world.guilds.lab.channels.Voice.id
  await assert.rejects(game.request('SELECT_VOICE_CHANNEL', { channel_id: general }), { code: 4005 })
  const joined = (await game.request('SELECT_VOICE_CHANNEL', { channel_id: voice })).data as {
    voice_states: { user: { username: string } }[]
  }
  assert.deepEqual(
    joined.voice_states.map(({ user }) => user.username),
    ['alice'],
  )
  const selected = (await game.request('GET_SELECTED_VOICE_CHANNEL')).data as { id: string }
  assert.equal(selected.id, voice)
  const settings = (await game.request('SET_VOICE_SETTINGS', { mute: true })).data as { mute: boolean; deaf: boolean }
  assert.deepEqual([settings.mute, settings.deaf], [true, false])
  assert.equal((await game.request('SELECT_VOICE_CHANNEL', { channel_id: null })).data, null)
  await followGuild(game)
  await game.destroy()
})

/** Asserts that GUILD_STATUS tells of a new name of the guild, until the game unsubscribes. */
async function followGuild(game: XClient): Promise<void> {
  const { id } = world.guilds.lab
  const rename = (name: string) =>
    fetch(`${platform.api}/v10/guilds/${id}`, {
      method: 'PATCH',
      headers: { authorization: world.users.alice.token, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
  const seen: { guild: { id: string; name: string }; online: number }[] = []
  const names = () => seen.map(({ guild }) => guild.name)
  game.on('GUILD_STATUS' as never, ((data: (typeof seen)[number]) => seen.push(data)) as never)
  const first = await game.subscribe('GUILD_STATUS', { guild_id: id })
  const told = once(game as never, 'GUILD_STATUS')
  await rename('Laboratory')
  await told
  assert.deepEqual([seen[0]?.guild.id, seen[0]?.online, names()], [id, 0, ['Laboratory']])
  await first.unsubscribe()
  await rename('Nobody hears')
  const known = async () => ((await game.request('GET_GUILD', { guild_id: id })).data as { name: string }).name
  while ((await known()) !== 'Nobody hears');
  const again = once(game as never, 'GUILD_STATUS')
  await game.subscribe('GUILD_STATUS', { guild_id: id })
  await rename('Lab')
  await again
  assert.deepEqual(names(), ['Laboratory', 'Lab'])
}

test('[RPC-7] [EVT-18] a denied AUTHORIZE, an unknown command and missing scopes are errors', async () => {
  consents = false
  const game = new Client({ transport: 'ipc' })
  const { id } = world.applications.other
  await game.connect(id)
  const request = (cmd: string, args: object = {}) =>
    (game as unknown as { request(cmd: string, args: object): Promise<unknown> }).request(cmd, args)
  await assert.rejects(request('AUTHORIZE', { client_id: id, scopes: ['identify'] }), { code: 5000 })
  await assert.rejects(request('AUTHORIZE', { client_id: world.applications.game.id, scopes: ['rpc'] }), { code: 4007 })
  await assert.rejects(request('NOTHING'), { code: 4002 })
  await assert.rejects(request('GET_GUILDS'), { code: 4006 })
  await assert.rejects(request('AUTHENTICATE', { access_token: 'wrong' }), { code: 4009 })
  await assert.rejects(request('SET_ACTIVITY', { activity: { details: 7 } }), { code: 4000 })
  await game.destroy()
})

test('[ACT-3] [ACT-4] [ACT-5] [ACT-6] [ACT-7] SET_ACTIVITY takes web links of 1 to 256 characters, or null', async () => {
  const game = new Client({ transport: 'ipc' })
  await game.connect(world.applications.trusted.id)
  const outcome = (activity: object) =>
    (game as unknown as { request(cmd: string, args: object): Promise<unknown> })
      .request('SET_ACTIVITY', { pid: 1, activity })
      .then(
        () => 'ok',
        ({ code }: { code: number }) => code,
      )
  const long = (length: number) => 'https://example.com/'.padEnd(length, 'x')
  for (const [link, expected] of [
    ['https://example.com', 'ok'],
    ['HTTP://example.com/a', 'ok'],
    [null, 'ok'],
    [long(256), 'ok'],
    [long(257), 4000],
    ['', 4000],
    ['ftp://example.com', 4000],
    ['javascript:alert(1)', 4000],
  ] as const)
    for (const activity of [
      { state: 'state', state_url: link },
      { details: 'details', details_url: link },
      { assets: { large_url: link } },
      { assets: { small_url: link } },
    ])
      assert.equal(await outcome(activity), expected, JSON.stringify(activity).slice(0, 80))
  assert.equal(await outcome({ status_display_type: 3 }), 4000)
  await game.destroy()
})

test('[RPC-9] AUTHORIZE accepts an RPC token once, and does not ask the owner', async () => {
  const { trusted: own, other } = world.applications
  const send = (client_id: string, client_secret: string) =>
    fetch(`${platform.api}/oauth2/token/rpc`, {
      method: 'POST',
      body: new URLSearchParams({ client_id, client_secret }),
    })
  const tokenOf = async ({ id, client_secret }: { id: string; client_secret: string }) =>
    ((await (await send(id, client_secret)).json()) as { rpc_token: string }).rpc_token
  assert.notEqual((await send(own.id, 'wrong')).status, 200)
  const game = new XClient({ clientId: own.id })
  await game.connect()
  consents = false
  const rpc_token = await tokenOf(own)
  const { code } = (await game.request('AUTHORIZE', { scopes: ['identify', 'rpc'], rpc_token })).data
  assert.equal(typeof code, 'string')
  const messages = { scopes: ['messages.read'], rpc_token: await tokenOf(own) }
  await assert.rejects(game.request('AUTHORIZE', messages), { code: 5000 })
  consents = true
  for (const refused of [rpc_token, await tokenOf(other)])
    await assert.rejects(game.request('AUTHORIZE', { scopes: ['identify'], rpc_token: refused }), { code: 5000 })
  await game.destroy()

  consents = false
  const stranger = new XClient({ clientId: other.id })
  await stranger.connect()
  const unapproved = { scopes: ['identify'], rpc_token: await tokenOf(other) }
  await assert.rejects(stranger.request('AUTHORIZE', unapproved), { code: 5000 })
  await stranger.destroy()
})

test('[RPC-2] a second client takes the next socket, and a stale one is taken over', async () => {
  const stale = join(folder, 'discord-ipc-1')
  // A socket file that no process serves.
  const dead = createServer().listen(stale)
  await new Promise((resolve) => dead.once('listening', resolve))
  await new Promise((resolve) => dead.close(resolve))
  await writeFile(stale, '')
  const second = await startLocalClient({
    server: platform.url,
    credentials: { token: world.users.bob.token },
    ipcFolder: null,
    consent: async () => false,
    onSignedOut: () => {},
  })
  try {
    assert.equal(second.ipc, stale)
  } finally {
    await second.close()
  }
})
