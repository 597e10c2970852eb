/**
 * Two nodes as processes, which are stopped, paused and killed. They are shared by all tests of this file, in this
 * order. Clients know the address of a load balancer only.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { api, RawGateway } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits } from 'discord.js'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { type NodeProcess, type NodeProcesses, startNodeProcesses } from '../support/node-processes.ts'
import { until } from '../support/until.ts'

const DRAIN_S = 2
const LEASE_MS = 10_000
const AWAY_MS = LEASE_MS + 2_000
const world = {
  users: { ann: { token: 'ann-token-of-the-world-file' }, bob: { token: 'bob-token-of-the-world-file' } },
  applications: { app: { owner: 'ann', bot: { token: 'token-of-the-bot-in-the-world-file' } } },
  guilds: {
    lab: {
      ...{ id: '900000000000000001', owner: 'ann', members: ['bob'] },
      bots: { app: { permissions: '8' } },
      channels: { general: { id: '900000000000000002' } },
    },
  },
} as const
const [ann, bob] = [world.users.ann.token, world.users.bob.token]
const MESSAGES = `/channels/${world.guilds.lab.channels.general.id}/messages`

interface Lab extends Omit<NodeProcesses, 'nodes'> {
  readonly a: NodeProcess
  readonly b: NodeProcess
}

let lab: Lab
before(async () => {
  if (ON_POSTGRES_AND_NATS.skip) return
  const { nodes, ...shared } = await startNodeProcesses(['a', 'b'], { world, drainSeconds: DRAIN_S })
  const [a, b] = nodes as [NodeProcess, NodeProcess]
  lab = { ...shared, a, b }
})
after(() => lab?.close())

/** Posts again and again until it is stopped. */
class Writer {
  /** Ids that responses contained. */
  readonly acknowledged: string[] = []
  /** Requests without a response. */
  failed = 0
  readonly #url: string
  readonly #end = new AbortController()
  readonly #done: Promise<void>

  constructor(url: string) {
    this.#url = url
    this.#done = this.#run()
  }

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      // A connection that ends says nothing of its request.
      const id = await post(this.#url).catch(() => null)
      if (id === null) this.failed += 1
      else this.acknowledged.push(id)
      await pause(10)
    }
  }

  async stop(): Promise<string[]> {
    this.#end.abort()
    await this.#done
    return this.acknowledged
  }
}

async function post(url: string): Promise<string> {
  const { status, body } = await api(`${url}/api`, ann).post<{ id: string }>(MESSAGES, { content: 'hi' })
  assert.equal(status, 200)
  return body.id
}

async function identify({ url }: Pick<NodeProcess, 'url'>): Promise<RawGateway> {
  const gateway = await RawGateway.connect(`${url.replace('http', 'ws')}/gateway`)
  await gateway.identify({ token: bob, intents: 0 })
  await gateway.next('GUILD_CREATE')
  return gateway
}

/** Logs discord.js in at the load balancer. Nothing else tells it of nodes. */
async function login() {
  const { Guilds, GuildMessages } = GatewayIntentBits
  const client = new Client({ intents: [Guilds, GuildMessages], rest: { api: `${lab.balancer.url}/api` } })
  const bot = { client, seen: [] as string[], ready: 0, resumed: 0 }
  client.on(Events.MessageCreate, ({ id }) => void bot.seen.push(id))
  client.on(Events.ShardReady, () => {
    bot.ready += 1
  })
  client.on(Events.ShardResume, () => {
    bot.resumed += 1
  })
  client.on(Events.Error, () => undefined)
  const ready = once(client, Events.ClientReady)
  await client.login(world.applications.app.bot.token)
  await ready
  return bot
}

/** Checks that each message came once, in the order of the commits, and that none is missing of those acknowledged. */
function expectAll(seen: readonly string[], acknowledged: readonly string[]): void {
  const sorted = [...new Set(seen)].sort((x, y) => Number(BigInt(x) - BigInt(y)))
  assert.deepEqual(seen, sorted, 'each once, in the order of the commits')
  const known = new Set(seen)
  const lost = acknowledged.filter((id) => !known.has(id))
  assert.deepEqual(lost, [], 'none is lost')
}

test(
  'while NATS is away, sessions receive the events of the other node by the database',
  ON_POSTGRES_AND_NATS,
  async () => {
    const { a, b, nats } = lab
    const session = await identify(b)
    const seen = async () => (await session.next<{ id: string }>('MESSAGE_CREATE')).d.id
    await nats.kill()
    await until('the node knows that NATS is away', async () => {
      const response = await fetch(`${b.url}/readyz`)
      const { status, bus } = (await response.json()) as { status: string; bus: boolean }
      return status === 'ready' && bus === false
    })
    for (let times = 0; times < 3; times += 1) assert.equal(await post(a.url), await seen())
    await nats.start()
    for (let times = 0; times < 3; times += 1) assert.equal(await post(a.url), await seen())
    await session.close()
  },
)

test(
  'nodes are replaced one after the other, and a session of discord.js misses nothing',
  ON_POSTGRES_AND_NATS,
  async (t) => {
    const { a, b, balancer } = lab
    const bot = await login()
    const writer = new Writer(balancer.url)
    try {
      for (const node of [a, b]) {
        const begunAt = performance.now()
        const { code } = await node.process.stop()
        assert.equal(code, 0, node.process.stderr())
        t.diagnostic(`${node.name} has stopped after ${Math.round(performance.now() - begunAt)} ms`)
        await node.restart()
        await until('the node is ready', () => node.isReady())
      }
      const acknowledged = await writer.stop()
      const last = await post(balancer.url)
      await until('the last message came', async () => bot.seen.includes(last))
      expectAll(bot.seen, [...acknowledged, last])
      assert.equal(writer.failed, 0, 'each request gets its response')
      t.diagnostic(`${acknowledged.length} messages, resumed ${bot.resumed} times`)
      assert.equal(bot.ready, 1, 'it never identified again')
      assert.ok(bot.resumed >= 1)
    } finally {
      await writer.stop()
      await bot.client.destroy()
    }
  },
)

test(
  'a node that was paused for longer than its lease changes nothing, and joins again',
  ON_POSTGRES_AND_NATS,
  async () => {
    const { a, b, sql } = lab
    const session = await identify(b)
    const lives = async () =>
      (await sql<{ epoch: bigint }[]>`SELECT epoch FROM nodes WHERE name = 'b'`).map(({ epoch }) => epoch)
    const former = await lives()
    process.kill(b.process.pid, 'SIGSTOP')
    // It waits in the socket until the process goes on.
    const late = api(`${b.url}/api`, ann)
      .post<{ id: string }>(MESSAGES, { content: 'late' })
      .then(
        ({ status }) => status,
        () => 'refused',
      )
    const posted = await post(a.url)
    await until('the other node declares the loss', async () => (await lives()).length === 0)
    process.kill(b.process.pid, 'SIGCONT')
    assert.equal((await session.closed).code, 4000)
    assert.ok(!session.frames.some(({ t }) => t === 'MESSAGE_CREATE'), 'it is sent nothing more')
    const status = await late
    assert.ok(status === 503 || status === 'refused', String(status))
    const rows = await sql<{ id: bigint; content: string }[]>`SELECT id, content FROM messages ORDER BY id DESC LIMIT 2`
    assert.equal(String(rows[0]?.id), posted)
    assert.ok(rows.every(({ content }) => content !== 'late'))
    await until('the node is ready', () => b.isReady())
    assert.notDeepEqual(await lives(), former)
    const again = await identify(b)
    const id = await post(a.url)
    assert.equal((await again.next<{ id: string }>('MESSAGE_CREATE')).d.id, id)
    await again.close()
  },
)

test('while no node reaches the database for longer than a lease, sessions stay, and miss nothing once it is back', {
  ...ON_POSTGRES_AND_NATS,
  timeout: 90_000,
}, async () => {
  const { a, b, sql } = lab
  const lives = async () => (await sql`SELECT name, epoch FROM nodes ORDER BY name`).map((row) => ({ ...row }))
  const [former, sessions] = [await lives(), [await identify(a), await identify(b)]]
  for (const { way } of [a, b]) way.cut()
  const away = performance.now() + AWAY_MS
  while (performance.now() < away) {
    for (const { url } of [a, b]) {
      const begunAt = performance.now()
      const { status, headers, body } = await api(`${url}/api`, ann).post<{ code: number }>(MESSAGES, { content: 'hi' })
      assert.deepEqual([status, body.code], [503, 130000])
      assert.ok(Number(headers.get('retry-after')) > 0)
      assert.ok(performance.now() - begunAt < 10_000, 'no request hangs')
    }
    await pause(500)
  }
  for (const { way } of [a, b]) way.restore()
  for (const node of [a, b]) await until('the node is ready', () => node.isReady())
  const posted = [await post(a.url), await post(b.url)]
  for (const session of sessions) {
    const seen = [
      await session.next<{ id: string }>('MESSAGE_CREATE'),
      await session.next<{ id: string }>('MESSAGE_CREATE'),
    ]
    assert.deepEqual(
      seen.map(({ d }) => d.id),
      posted,
    )
    await session.close()
  }
  // A loss is not declared within ten seconds of the return.
  await pause(LEASE_MS)
  assert.deepEqual(await lives(), former)
})

test(
  'a node is killed under writers: nothing is lost that it acknowledged, and its clients identify again',
  ON_POSTGRES_AND_NATS,
  async (t) => {
    const { a, b, balancer, sql } = lab
    const bot = await login()
    const [place] = await sql<{ node: string }[]>`SELECT node FROM node_sessions WHERE kind = 'bot'`
    const [victim, other] = place?.node === 'a' ? [a, b] : [b, a]
    const session = await identify(other)
    const writers = [victim, victim, victim, other].map(({ url }) => new Writer(url))
    await until('all write', async () => writers.every(({ acknowledged }) => acknowledged.length > 10))
    await victim.process.kill()
    const killedAt = performance.now()
    const acknowledged = (await Promise.all(writers.map((writer) => writer.stop()))).flat()
    const left = new Set(acknowledged)
    while (left.size > 0) left.delete((await session.next<{ id: string }>('MESSAGE_CREATE')).d.id)
    t.diagnostic(
      `the last of ${acknowledged.length} came ${Math.round(performance.now() - killedAt)} ms after the kill`,
    )
    const rows = await sql<{ id: bigint }[]>`SELECT id FROM messages`
    const stored = new Set(rows.map(({ id }) => String(id)))
    assert.deepEqual(
      acknowledged.filter((id) => !stored.has(id)),
      [],
    )
    await until('discord.js has identified again', async () => bot.ready === 2)
    t.diagnostic(`discord.js was ready ${Math.round(performance.now() - killedAt)} ms after the kill`)
    const last = await post(balancer.url)
    await until('the message came', async () => bot.seen.includes(last))
    assert.equal(new Set(bot.seen).size, bot.seen.length)
    await bot.client.destroy()
    await session.close()
  },
)

test('a node whose name another process has taken meanwhile ends, and says so', ON_POSTGRES_AND_NATS, async () => {
  const { a, b, sql } = lab
  const [node] = (await Promise.all([a, b].map(async (each) => ((await each.isReady()) ? [each] : [])))).flat()
  assert.ok(node)
  // A process of this machine that runs, as far as anybody can tell.
  await sql`UPDATE nodes SET epoch = epoch + 1, pid = ${process.ppid}, expires_at = clock_timestamp() + make_interval(secs => 60)`
  await node.process.exited
  assert.match(node.process.stderr(), /the node cannot join again: .*still uses it/)
})
