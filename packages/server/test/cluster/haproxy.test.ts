/** Three nodes behind HAProxy by its recipe, replaced one after the other under a bot of four shards. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits } from 'discord.js'
import { clusterStore } from '../support/cluster-store.ts'
import { freePort } from '../support/free-port.ts'
import { ON_POSTGRES_AND_NATS, startNats } from '../support/nats-server.ts'
import { spawnPlatform } from '../support/platform.ts'
import { until } from '../support/until.ts'

const RECIPE = join(import.meta.dirname, '../../../../deploy/nodes/haproxy.cfg')
const HAS_HAPROXY = spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0
const SHARDS = 4
/** A quarter of it is left to HAProxy to notice that the node ends. */
const DRAIN_S = 8

/** Ids whose guilds are on one shard each. */
const idOf = (shard: number, low: number) => String((BigInt(2 ** 37 * SHARDS + shard) << 22n) + BigInt(low))
const names = Array.from({ length: SHARDS }, (_, shard) => `guild${shard}`)
const world = {
  users: { ann: { token: 'ann-token-of-the-world-file' } },
  applications: { app: { owner: 'ann', bot: { token: 'token-of-the-bot-in-the-world-file' } } },
  guilds: Object.fromEntries(
    names.map((name, shard) => [
      name,
      { id: idOf(shard, 1), owner: 'ann', bots: { app: {} }, channels: { general: { id: idOf(shard, 2) } } },
    ]),
  ),
}

/** Starts HAProxy by the recipe, on a port of this machine and with these nodes. */
async function startProxy(folder: string, { port, nodes }: { port: number; nodes: readonly number[] }) {
  const recipe = await readFile(RECIPE, 'utf8')
  const fitted = recipe
    .replace(/^ *bind :80\n/m, '')
    .replace(/bind :443.*/, `bind 127.0.0.1:${port}`)
    .replace(/^ *http-request .*\n/gm, '')
    .replaceAll(/10\.0\.0\.(\d):7700/g, (_, number) => `127.0.0.1:${nodes[Number(number) - 4]}`)
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, fitted)
  const proxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  await once(proxy, 'spawn')
  return proxy
}

/** Posts into a channel again and again. */
async function write(url: string, channelId: string, end: AbortSignal): Promise<string[]> {
  const acknowledged: string[] = []
  while (!end.aborted) {
    const { status, body } = await api(url, world.users.ann.token).post<{ id: string }>(
      `/channels/${channelId}/messages`,
      { content: 'hi' },
    )
    assert.equal(status, 200, 'each request gets its response')
    acknowledged.push(body.id)
    await pause(20)
  }
  return acknowledged
}

/** Logs a bot of four shards in. Nothing but its base address tells it of the platform. */
async function login(url: string) {
  const { Guilds, GuildMessages } = GatewayIntentBits
  const client = new Client({
    ...{ intents: [Guilds, GuildMessages], rest: { api: url } },
    ...{ shards: Array.from({ length: SHARDS }, (_, shard) => shard), shardCount: SHARDS },
  })
  const seen: string[][] = Array.from({ length: SHARDS }, () => [])
  const faults: string[] = []
  const ready: number[] = []
  const resumed: number[] = []
  client.on(Events.MessageCreate, ({ id, guild }) => void seen[guild?.shardId ?? -1]?.push(id))
  client.on(Events.ShardReady, (shard) => void ready.push(shard))
  client.on(Events.ShardResume, (shard) => void resumed.push(shard))
  client.on(Events.ShardDisconnect, ({ code }, shard) => void faults.push(`shard ${shard} ended with ${code}`))
  client.on(Events.Error, (error) => void faults.push(`error: ${error}`))
  client.on(Events.ShardError, (error, shard) => void faults.push(`error of shard ${shard}: ${error}`))
  client.on(Events.Warn, (text) => void faults.push(`warning: ${text}`))
  const logged = once(client, Events.ClientReady)
  await client.login(world.applications.app.bot.token)
  await logged
  return { client, seen, faults, ready, resumed }
}

test('three nodes behind HAProxy are replaced, and four shards of discord.js miss nothing', {
  ...ON_POSTGRES_AND_NATS,
  ...(HAS_HAPROXY ? {} : { skip: 'no haproxy is there' }),
  timeout: 240_000,
}, async (t) => {
  const { databaseUrl, drop } = await clusterStore()
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-haproxy-'))
  await using nats = await startNats()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, GUILDHALL_SECRET_KEY: randomBytes(32).toString('hex') }
  const start = (name: string, nodePort: number) =>
    spawnPlatform({
      ...{ databaseUrl, busUrl: nats.url, world, rateLimits: 'off', env, port: nodePort },
      args: [
        ...['--files-url', folder, '--node-name', name, '--data', ':memory:', '--trust-proxy', 'loopback'],
        ...['--public-url', url, '--drain-time', String(DRAIN_S)],
      ],
    })
  const nodes = await Promise.all(['a', 'b', 'c'].map(async (name) => ({ name, port: await freePort() })))
  const running = await Promise.all(nodes.map((node) => start(node.name, node.port)))
  const end = new AbortController()
  let proxy: ChildProcess | undefined
  let bot: Awaited<ReturnType<typeof login>> | undefined
  try {
    proxy = await startProxy(folder, { port, nodes: nodes.map((node) => node.port) })
    await until('HAProxy passes requests on', async () => {
      const response = await fetch(`${url}/readyz`).catch(() => null)
      return response?.status === 200
    })
    bot = await login(`${url}/api`)
    const { seen, faults, ready, resumed } = bot
    const writers = names.map((_, shard) => write(`${url}/api`, idOf(shard, 2), end.signal))
    const failure = Promise.all(writers).then(() => undefined)
    const replaced = (async () => {
      for (const [at, node] of nodes.entries()) {
        assert.equal((await running[at]?.stop())?.code, 0, running[at]?.stderr())
        running[at] = await start(node.name, node.port)
        await until('the node is ready', async () => {
          const response = await fetch(`http://127.0.0.1:${node.port}/readyz`)
          return response.status === 200
        })
        // HAProxy asks twice a second.
        await pause(1_000)
      }
    })()
    await Promise.race([replaced, failure])
    end.abort()
    const acknowledged = await Promise.all(writers)
    await until('each shard has its last message', async () =>
      acknowledged.every((ids, shard) => seen[shard]?.includes(ids.at(-1) ?? '')),
    )
    for (const [shard, ids] of acknowledged.entries())
      assert.deepEqual(seen[shard], ids, `shard ${shard}: each once, in order`)
    t.diagnostic(`${acknowledged.flat().length} messages, ${resumed.length} resumes`)
    assert.deepEqual(faults, [])
    assert.deepEqual(ready.toSorted(), [0, 1, 2, 3], 'no shard identified again')
    assert.deepEqual([...new Set(resumed)].toSorted(), [0, 1, 2, 3])
  } finally {
    end.abort()
    await bot?.client.destroy()
    proxy?.kill()
    for (const each of running) await each.kill()
    await rm(folder, { recursive: true, force: true })
    await drop()
  }
})
