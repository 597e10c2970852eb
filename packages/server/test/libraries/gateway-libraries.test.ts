/** The gateway by libraries that nobody here wrote: shards, compressions, lost connections and restarts. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { REST, type RESTOptions } from '@discordjs/rest'
import { CompressionMethod, WebSocketManager, WebSocketShardEvents } from '@discordjs/ws'
import { api } from '@guildhall/testing'
import { Client, Events } from 'discord.js'
import { ALL_INTENTS, type Lab, PRIVILEGED, startLab } from '../support/gateway-lab.ts'
import { spawnPlatform } from '../support/platform.ts'
import { testStore } from '../support/test-store.ts'

const GUILDS = 12
const guilds = Object.fromEntries(
  Array.from({ length: GUILDS }, (_, index) => [
    `g${index}`,
    {
      // Three guilds for each of four shards.
      id: String((1_000_000n + BigInt(index)) << 22n),
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '8' } },
      channels: { general: {} },
    },
  ]),
)
const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: PRIVILEGED, max_concurrency: 4 } },
  guilds,
}
const shardOf = (guildId: string) => Number((BigInt(guildId) >> 22n) % 4n)

const COMPRESSIONS = {
  'no compression': {},
  'zlib-stream': { compression: CompressionMethod.ZlibNative },
  'payload compression': { useIdentifyCompression: true },
} as const

/** Without the library's own five seconds between two starts of a shard. */
const AT_ONCE = { buildIdentifyThrottler: async () => ({ waitForIdentify: async () => undefined }) }

interface Told {
  shard: number
  t: string
  d: { id: string; guild_id?: string; content: string }
}

/** A manager of four shards, and all events that it received. */
function follow(rest: REST, token: string, options: object = {}) {
  const manager = new WebSocketManager({ token, intents: ALL_INTENTS as never, rest, shardCount: 4, ...options })
  const told: Told[] = []
  const waiting = new Set<() => void>()
  const hear = (shard: number, t: string, d: unknown) => {
    told.push({ shard, t, d: d as Told['d'] })
    for (const look of waiting) look()
  }
  manager.on(WebSocketShardEvents.Dispatch, (payload, shard) => hear(shard, payload.t, payload.d))
  manager.on(WebSocketShardEvents.Error, () => undefined)
  manager.on(WebSocketShardEvents.SocketError, () => undefined)
  return {
    manager,
    told,
    [Symbol.asyncDispose]: async () => manager.destroy(),
    async until(what: string, done: () => boolean): Promise<void> {
      await new Promise<void>((resolve, reject) => {
        const guard = setTimeout(() => reject(new Error(`never came: ${what}`)), 15_000)
        const look = () => {
          if (!done()) return
          clearTimeout(guard)
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
    },
  }
}

type Followed = ReturnType<typeof follow>
const count = ({ told }: Followed, t: string) => told.filter((one) => one.t === t).length
const contents = ({ told }: Followed) => told.filter(({ t }) => t === 'MESSAGE_CREATE').map(({ d }) => d.content)

async function sayEverywhere(lab: Lab, words: string): Promise<string[]> {
  const said: string[] = []
  for (let index = 0; index < GUILDS; index += 1) {
    const content = `${words} ${index}`
    const path = `/channels/${lab.channelId(`g${index}`, 'general')}/messages`
    assert.equal((await lab.person('ann').post(path, { content })).status, 200)
    said.push(content)
  }
  return said
}

for (const [name, options] of Object.entries(COMPRESSIONS)) {
  test(`@discordjs/ws, 4 shards, ${name}: each event reaches the guild’s own shard and no other`, async () => {
    await using lab = await startLab({ world: world as never, rateLimits: 'documented' })
    const rest = new REST({ api: lab.platform.api }).setToken(lab.token('app'))
    await using bot = follow(rest, lab.token('app'), options)
    await bot.manager.connect()
    await bot.until('guilds', () => count(bot, 'GUILD_CREATE') === GUILDS)
    const said = await sayEverywhere(lab, '🙂 hello')
    const dm = await lab.person('bob').post<{ id: string }>('/users/@me/channels', { recipient_id: lab.userId('app') })
    await lab.person('bob').post(`/channels/${dm.body.id}/messages`, { content: 'in private' })
    said.push('in private')
    await bot.until('messages', () => contents(bot).length >= said.length)
    assert.deepEqual(contents(bot).sort(), said.sort())
    for (const { shard, t, d } of bot.told) {
      const guildId = t === 'GUILD_CREATE' ? d.id : d.guild_id
      if (guildId) assert.equal(shard, shardOf(guildId), t)
      else if (t === 'MESSAGE_CREATE') assert.equal(shard, 0)
    }
    assert.deepEqual([count(bot, 'READY'), count(bot, 'GUILD_CREATE')], [4, GUILDS])
  })
}

/** A stretch of network before the platform that can be cut. */
async function network(lab: Lab) {
  const { hostname, port } = new URL(lab.platform.url)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from
        .on('error', () => to.destroy())
        .on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
      from.pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  /** The library's requests, with a gateway address in this network. */
  const makeRequest = async (url: string, init: object) => {
    const answer = await fetch(url, init)
    if (!url.endsWith('/gateway/bot')) return answer
    const body = (await answer.json()) as object
    return Response.json({ ...body, url: `ws://127.0.0.1:${own}/gateway` }, { headers: answer.headers })
  }
  return {
    rest: { api: lab.platform.api, makeRequest } as unknown as Partial<RESTOptions>,
    get size() {
      return sockets.size / 2
    },
    cut() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    [Symbol.dispose]: () => void server.close(),
  }
}

for (const [name, options] of Object.entries(COMPRESSIONS)) {
  test(`[GW-13] @discordjs/ws, ${name}: shards whose sockets are killed resume and miss nothing`, async () => {
    await using lab = await startLab({ world: world as never })
    using net = await network(lab)
    await using bot = follow(new REST(net.rest).setToken(lab.token('app')), lab.token('app'), options)
    await bot.manager.connect()
    await bot.until('guilds', () => count(bot, 'GUILD_CREATE') === GUILDS)
    assert.equal(net.size, 4)
    const said = await sayEverywhere(lab, 'before')
    net.cut()
    said.push(...(await sayEverywhere(lab, 'meanwhile')))
    await bot.until('resumes', () => count(bot, 'RESUMED') === 4)
    said.push(...(await sayEverywhere(lab, 'after')))
    await bot.until('messages', () => contents(bot).length >= said.length)
    assert.deepEqual(contents(bot).sort(), said.sort())
    assert.equal(count(bot, 'READY'), 4)
  })
}

/** While nothing listens this library gives its sessions up, so it is a new start that must work; raw ones resume. */
test('[SVC-14] [GW-13] @discordjs/ws: four shards reconnect after op 7, and go on after the restart', async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-restart-'))
  // Cleanup that must run after the manager's, which would try to connect for ever if it outlived the platform.
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(data, { recursive: true, force: true }))
  // One store for both, which on PostgreSQL is no file in the folder.
  const { databaseUrl, drop } = await testStore()
  stack.defer(drop)
  const first = stack.use(await spawnPlatform({ data, databaseUrl, world, rateLimits: 'off' }))
  const token = first.world.applications.app?.bot.token ?? ''
  const say = async (content: string) => {
    for (const { channels } of Object.values(first.world.guilds)) {
      const path = `/channels/${channels.general?.id}/messages`
      assert.equal((await api(first.api, first.world.users.ann?.token).post(path, { content })).status, 200)
    }
  }
  await using bot = follow(new REST({ api: first.api }).setToken(token), token, AT_ONCE)
  const toldToReconnect = new Set<number>()
  bot.manager.on(WebSocketShardEvents.Debug, (message, shard) => {
    if (message.includes('Told to reconnect')) toldToReconnect.add(shard)
  })
  await bot.manager.connect()
  await bot.until('guilds', () => count(bot, 'GUILD_CREATE') === GUILDS)
  await say('before')
  await bot.until('messages', () => contents(bot).length === GUILDS)
  await first.stop()
  assert.deepEqual([...toldToReconnect].sort(), [0, 1, 2, 3])
  stack.use(await spawnPlatform({ data, databaseUrl, rateLimits: 'off', port: Number(new URL(first.url).port) }))
  await bot.until('new starts', () => count(bot, 'RESUMED') + count(bot, 'READY') === 8)
  await bot.until('guilds', () => count(bot, 'RESUMED') > 0 || count(bot, 'GUILD_CREATE') === 2 * GUILDS)
  await say('after')
  await bot.until('messages', () => contents(bot).length === 2 * GUILDS)
})

test('[SVC-14] [GW-13] discord.js: shards, killed sockets and timed-out sessions', async () => {
  await using lab = await startLab({ world: world as never })
  using net = await network(lab)
  const client = new Client({ intents: ALL_INTENTS, shardCount: 4, shards: [0, 1, 2, 3], rest: net.rest as never })
  await using stack = new AsyncDisposableStack()
  stack.defer(() => client.destroy())
  const heard: string[] = []
  const resumed: number[] = []
  client.on(Events.MessageCreate, (message) => {
    assert.equal(message.guild?.shardId, shardOf(message.guildId ?? '0'))
    heard.push(message.content)
  })
  client.on(Events.ShardResume, (shard) => resumed.push(shard))
  client.on(Events.Error, () => undefined)
  client.on(Events.ShardError, () => undefined)
  const ready = once(client, Events.ClientReady)
  await client.login(lab.token('app'))
  await ready
  assert.equal(client.guilds.cache.size, GUILDS)
  const until = async (what: string, done: () => boolean) => {
    const end = Date.now() + 15_000
    while (!done()) {
      assert.ok(Date.now() < end, `never came: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const said = await sayEverywhere(lab, 'before')
  net.cut()
  said.push(...(await sayEverywhere(lab, 'meanwhile')))
  await until('resumes', () => resumed.length === 4)
  assert.deepEqual(resumed.sort(), [0, 1, 2, 3])
  lab.wallClock.advance(70_000)
  said.push(...(await sayEverywhere(lab, 'timed out')))
  await until('resumes', () => resumed.length === 8)
  said.push(...(await sayEverywhere(lab, 'after')))
  await until('messages', () => heard.length >= said.length)
  assert.deepEqual(heard.sort(), said.sort())
})
