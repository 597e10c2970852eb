/**
 * Faults of three nodes in an order that a seed draws: a node drains, is killed, paused or cut from its database, or
 * NATS is killed or paused. At each quiet moment the caches of discord.js, and what each node responds, are equal.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits, type Guild } from 'discord.js'
import { randomOf } from '../support/guild-model.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { type NodeProcess, type NodeProcesses, startNodeProcesses } from '../support/node-processes.ts'
import { until } from '../support/until.ts'

/** Seeds that run, from the first one on. A failure names its seed, with which it is run again alone. */
const FIRST = Number(process.env.GUILDHALL_TEST_SEED ?? 1)
const RUNS = Number(process.env.GUILDHALL_TEST_CLUSTER_RUNS ?? 1)
const ROUNDS = 5
const CHANGES_PER_ROUND = 30
/** Shorter than a lease, and longer than any other time-out between nodes. */
const PAUSED_MS = 3_000

const BOTS = ['one', 'two', 'three'] as const
const MEMBERS = ['bob', 'cat', 'dan'] as const
const world = {
  users: {
    ann: { token: 'ann-token-of-the-world-file' },
    ...Object.fromEntries(MEMBERS.map((name) => [name, {}])),
  },
  applications: Object.fromEntries(
    BOTS.map((name) => [
      name,
      { owner: 'ann', intents: ['GUILD_MEMBERS'], bot: { token: `token-of-bot-${name}-in-the-world-file` } },
    ]),
  ),
  guilds: {
    lab: {
      ...{ id: '900000000000000001', owner: 'ann', members: [...MEMBERS] },
      bots: Object.fromEntries(BOTS.map((name) => [name, { permissions: '8' }])),
      roles: { red: {}, blue: {} },
      channels: { general: { id: '900000000000000002' }, other: { id: '900000000000000003' } },
    },
  },
}
const GUILD = world.guilds.lab.id
const { general, other } = world.guilds.lab.channels
const TOKEN = 'ann-token-of-the-world-file'

/** A bot of discord.js with the messages that it saw. */
interface Bot {
  readonly client: Client<true>
  readonly seen: string[]
  /** Times at which it began a new session. */
  ready: number
}

async function login(url: string, token: string): Promise<Bot> {
  const { Guilds, GuildMembers, GuildMessages } = GatewayIntentBits
  const client = new Client({ intents: [Guilds, GuildMembers, GuildMessages], rest: { api: `${url}/api` } })
  const bot: Bot = { client: client as Client<true>, seen: [], ready: 0 }
  client.on(Events.MessageCreate, ({ id }) => void bot.seen.push(id))
  client.on(Events.ShardReady, () => {
    bot.ready += 1
  })
  client.on(Events.Error, () => undefined)
  const ready = once(client, Events.ClientReady)
  await client.login(token)
  await ready
  await listMembers(bot)
  return bot
}

/** Reads all members. Op 8 does so once in 30 seconds only. */
const listMembers = (bot: Bot) => guildOf(bot).members.list({ limit: 100, cache: true })

function guildOf({ client }: Bot): Guild {
  const guild = client.guilds.cache.get(GUILD)
  assert.ok(guild)
  return guild
}

/** Returns all that a client knows of the guild. */
function cacheOf(bot: Bot): object {
  const { name, channels, roles, members } = guildOf(bot)
  const sorted = <T extends { readonly id: string }>(values: Iterable<T>, show: (value: T) => unknown) =>
    [...values].sort((x, y) => (x.id < y.id ? -1 : 1)).map(show)
  return {
    name,
    channels: sorted(channels.cache.values(), (channel) => [channel.id, channel.name]),
    roles: sorted(roles.cache.values(), (role) => [role.id, role.name, role.permissions.bitfield]),
    members: sorted(members.cache.values(), (member) => [
      ...[member.id, member.nickname],
      [...member.roles.cache.keys()].sort(),
    ]),
  }
}

/** Returns what a node responds about the guild. */
async function responsesOf({ url }: NodeProcess): Promise<object> {
  const ann = api(`${url}/api`, TOKEN)
  const paths = ['', '/channels', '/roles', '/members?limit=100'].map((path) => `/guilds/${GUILD}${path}`)
  const bodies = await Promise.all(
    [...paths, `/channels/${general.id}/messages?limit=100`].map(async (path) => {
      const { status, body } = await ann.get(path)
      assert.equal(status, 200, path)
      return body
    }),
  )
  return bodies
}

type Random = (below: number) => number

/** Disturbs the nodes once, and repairs it. Returns what it did. */
async function disturb({ nodes, nats }: NodeProcesses, random: Random): Promise<string> {
  const node = nodes[random(nodes.length)] as NodeProcess
  const faults: Readonly<Record<string, () => Promise<void>>> = {
    async drain() {
      assert.equal((await node.process.stop()).code, 0, node.process.stderr())
      await node.restart()
    },
    async kill() {
      await node.process.kill()
      await node.restart()
    },
    async pause() {
      process.kill(node.process.pid, 'SIGSTOP')
      await pause(PAUSED_MS)
      process.kill(node.process.pid, 'SIGCONT')
    },
    async 'cut from its database'() {
      node.way.cut()
      await pause(random(1_500))
      node.way.restore()
    },
    async 'NATS killed'() {
      await nats.kill()
      await pause(random(1_500))
      await nats.start()
    },
    async 'NATS paused'() {
      nats.pause()
      await pause(PAUSED_MS)
      nats.resume()
    },
  }
  const [name, fault] = Object.entries(faults)[random(Object.keys(faults).length)] ?? []
  await fault?.()
  return name?.includes('NATS') ? name : `${node.name}: ${name}`
}

/** Ids of what changes. */
interface Changed {
  readonly roles: readonly string[]
  readonly members: readonly string[]
}

/** Changes the guild by requests to whichever node. Returns the ids of messages that were acknowledged. */
async function change(url: string, { roles, members }: Changed, random: Random): Promise<string[]> {
  const ann = api(`${url}/api`, TOKEN)
  const acknowledged: string[] = []
  const member = () => members[random(members.length)]
  const role = () => roles[random(roles.length)]
  const changes: readonly (() => Promise<{ status: number; body: unknown }>)[] = [
    ...Array.from({ length: 4 }, () => () => ann.post(`/channels/${general.id}/messages`, { content: 'hi' })),
    () => ann.patch(`/channels/${other.id}`, { name: `other-${random(1_000)}` }),
    () =>
      ann.patch(`/guilds/${GUILD}/roles/${role()}`, { name: `role ${random(1_000)}`, permissions: `${random(64)}` }),
    () => ann.patch(`/guilds/${GUILD}/members/${member()}`, { nick: `nick ${random(1_000)}` }),
    () => ann.put(`/guilds/${GUILD}/members/${member()}/roles/${role()}`),
    () => ann.delete(`/guilds/${GUILD}/members/${member()}/roles/${role()}`),
  ]
  for (let count = 0; count < CHANGES_PER_ROUND; count += 1) {
    // A connection that ends with its node says nothing of its request.
    const response = await changes[random(changes.length)]?.().catch(() => null)
    if (!response) continue
    const { status, body } = response
    assert.ok(status < 300 || status === 503, `${status} ${JSON.stringify(body)}`)
    if (status === 200 && typeof body === 'object' && body !== null && 'channel_id' in body)
      acknowledged.push((body as unknown as { id: string }).id)
    await pause(random(60))
  }
  return acknowledged
}

test('three nodes are disturbed, and at each quiet moment all clients and nodes agree', {
  ...ON_POSTGRES_AND_NATS,
  timeout: 60_000 + RUNS * ROUNDS * 60_000,
}, async (t) => {
  const cluster = await startNodeProcesses(['a', 'b', 'c'], { world, drainSeconds: 2 })
  const { balancer, nodes } = cluster
  const bots: Bot[] = []
  try {
    for (const name of BOTS) bots.push(await login(balancer.url, world.applications[name]?.bot.token ?? ''))
    const { roles, members } = guildOf(bots[0] as Bot)
    const changed = {
      roles: [...roles.cache.values()].filter(({ name }) => ['red', 'blue'].includes(name)).map(({ id }) => id),
      members: [...members.cache.keys()],
    }
    for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
      const random = randomOf(seed)
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = bots.map((bot) => ({ from: bot.seen.length, ready: bot.ready }))
        const [fault, acknowledged] = await Promise.all([
          disturb(cluster, random),
          change(balancer.url, changed, randomOf(seed * 100 + round)),
        ])
        const where = `seed ${seed}, round ${round}, ${fault}`
        t.diagnostic(`${where}: ${acknowledged.length} messages`)
        await until(`${where}: all nodes are ready`, async () => {
          return (await Promise.all(nodes.map((node) => node.isReady()))).every(Boolean)
        })
        // Those whose session was lost come back, and then all see a last message.
        const isQuiet = async () => {
          const end = { content: 'end' }
          const posting = api(`${balancer.url}/api`, TOKEN).post<{ id: string }>(`/channels/${other.id}/messages`, end)
          // A connection that was kept may be one to a node that was killed.
          const posted = await posting.catch(() => null)
          if (posted?.status !== 200) return false
          acknowledged.push(posted.body.id)
          await pause(300)
          return bots.every(({ seen, client }) => seen.includes(posted.body.id) && client.isReady())
        }
        await until(`${where}: all clients are back`, isQuiet)
        for (const [index, bot] of bots.entries()) {
          const { from, ready } = before[index] as (typeof before)[number]
          const ids = bot.seen.slice(from)
          const sorted = [...new Set(ids)].sort((x, y) => Number(BigInt(x) - BigInt(y)))
          assert.deepEqual(ids, sorted, `${where}: each message once, in the order of the commits`)
          const lost = acknowledged.filter((id) => !ids.includes(id))
          if (bot.ready === ready) assert.deepEqual(lost, [], `${where}: a session that went on has missed none`)
          // GUILD_CREATE of a new session empties the cache of members.
          else await listMembers(bot)
        }
        const fresh = await login(balancer.url, world.applications.one?.bot.token ?? '')
        try {
          for (const bot of bots) assert.deepEqual(cacheOf(bot), cacheOf(fresh), where)
        } finally {
          await fresh.client.destroy()
        }
        const [first, ...others] = await Promise.all(nodes.map(responsesOf))
        for (const responses of others) assert.deepEqual(responses, first, where)
      }
    }
  } finally {
    for (const { client } of bots) await client.destroy()
    await cluster.close()
  }
})
