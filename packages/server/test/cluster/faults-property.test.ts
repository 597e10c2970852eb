/**
 * Faults of three nodes in an order that a seed draws: a node drains, is killed, paused or cut from its database, or
 * NATS is killed or paused. Meanwhile the guild changes, and people call each other and share screens. At each quiet
 * moment the caches of all clients, the rows, and what each node responds and sends to new sessions are equal.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Permission, type VoiceStateObject } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits, type Guild, type VoiceState } from 'discord.js'
import { randomOf } from '../support/guild-model.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { type NodeProcess, type NodeProcesses, startNodeProcesses } from '../support/node-processes.ts'
import { PersonClient } from '../support/person-client.ts'
import { AFK_SECONDS, askForVoice, askToShare, askToWatch, changeVoice, keyOf } from '../support/random-voice.ts'
import { until } from '../support/until.ts'
import { connectAll, untilVoiceAgrees, type VoiceWitnesses, withHistories } from '../support/voice-agreement.ts'

/** Seeds that run, from the first one on. A failure names its seed, with which it is run again alone. */
const FIRST = Number(process.env.GUILDHALL_TEST_SEED ?? 1)
const RUNS = Number(process.env.GUILDHALL_TEST_CLUSTER_RUNS ?? 1)
const ROUNDS = 5
const CHANGES_PER_ROUND = 15
const VOICE_CHANGES_PER_ROUND = 25
/** Time in which a fault begins, while others change the guild. */
const BEGINS_MS = 2_000
/** Shorter than a lease, and longer than any other time-out between nodes. */
const PAUSED_MS = 3_000

/** A member with this permission keeps CONNECT, whatever an overwrite denies. */
const ADMINISTRATOR = Number(Permission.ADMINISTRATOR)

const BOTS = ['one', 'two', 'three'] as const
const MEMBERS = ['bob', 'cat', 'dan'] as const
/** People with sessions. One of them has two, and is in one call at a time. */
const CALLERS = ['bob', 'bob', 'cat', 'dan'] as const
const tokenOf = (name: string) => `${name}-token-of-the-world-file`
const world = {
  users: {
    ...Object.fromEntries(['ann', ...MEMBERS].map((name) => [name, { token: tokenOf(name) }])),
  },
  applications: Object.fromEntries(
    BOTS.map((name) => [
      name,
      { owner: 'ann', intents: ['GUILD_MEMBERS'], bot: { token: `token-of-bot-${name}-in-the-world-file` } },
    ]),
  ),
  guilds: {
    lab: {
      ...{ id: '900000000000000001', owner: 'ann', members: [...MEMBERS], afk_timeout: AFK_SECONDS },
      bots: Object.fromEntries(BOTS.map((name) => [name, { permissions: '8' }])),
      roles: { red: {}, blue: {} },
      channels: {
        general: { id: '900000000000000002' },
        other: { id: '900000000000000003' },
        lounge: { id: '900000000000000004', type: 2 },
        den: { id: '900000000000000005', type: 2 },
        quiet: { id: '900000000000000006', type: 2 },
      },
    },
  },
}
const GUILD = world.guilds.lab.id
const { general, other, lounge, den, quiet } = world.guilds.lab.channels
const CALLS = { guildId: GUILD, lounge: lounge.id, den: den.id, quiet: quiet.id }
const TOKEN = tokenOf('ann')

/** A bot of discord.js with the messages that it saw. */
interface Bot {
  readonly client: Client<true>
  readonly seen: string[]
  /** Times at which it began a new session. */
  ready: number
}

async function login(url: string, token: string): Promise<Bot> {
  const { Guilds, GuildMembers, GuildMessages, GuildVoiceStates } = GatewayIntentBits
  const intents = [Guilds, GuildMembers, GuildMessages, GuildVoiceStates]
  const client = new Client({ intents, rest: { api: `${url}/api` } })
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

/** Returns the connected members that a client knows, as the wire has them. */
function voiceOf(bot: Bot): VoiceStateObject[] {
  const states = [...guildOf(bot).voiceStates.cache.values()].filter(({ channelId }) => channelId !== null)
  return states.map((state: VoiceState) => ({
    guild_id: GUILD,
    user_id: state.id,
    channel_id: state.channelId,
    session_id: state.sessionId ?? '',
    self_mute: state.selfMute ?? false,
    self_deaf: state.selfDeaf ?? false,
    self_stream: state.streaming ?? false,
    self_video: state.selfVideo ?? false,
    mute: state.serverMute ?? false,
    deaf: state.serverDeaf ?? false,
    suppress: state.suppress ?? false,
    request_to_speak_timestamp: null,
  }))
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

/** Returns a node. One that has a call is chosen more often. */
async function chosen({ nodes, sql }: NodeProcesses, random: Random): Promise<NodeProcess> {
  const hosts = await sql<{ node: string }[]>`SELECT DISTINCT node FROM voice_calls`
  const likely = nodes.filter(({ name }) => hosts.some(({ node }) => node === name))
  const from = likely.length === 0 || random(4) === 0 ? nodes : likely
  return from[random(from.length)] as NodeProcess
}

/** Disturbs the nodes once, and repairs it. Returns what it did. */
async function disturb(cluster: NodeProcesses, random: Random): Promise<string> {
  const { nats } = cluster
  await pause(random(BEGINS_MS))
  const node = await chosen(cluster, random)
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
      ann.patch(`/guilds/${GUILD}/roles/${role()}`, {
        name: `role ${random(1_000)}`,
        permissions: `${random(64) & ~ADMINISTRATOR}`,
      }),
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

/** A cluster with its clients. */
interface Lab {
  readonly cluster: NodeProcesses
  readonly bots: readonly Bot[]
  readonly people: readonly PersonClient[]
  readonly changed: Changed
  readonly voice: VoiceWitnesses
}

async function openLab(cluster: NodeProcesses, bots: Bot[], people: PersonClient[]): Promise<Lab> {
  const { balancer, nodes, sql } = cluster
  const tokenOfBot = (name: string) => world.applications[name]?.bot.token ?? ''
  for (const name of BOTS) bots.push(await login(balancer.url, tokenOfBot(name)))
  const gatewayAt = (url: string) => url.replace('http', 'ws')
  const { roles, members } = guildOf(bots[0] as Bot)
  for (const name of CALLERS) {
    const userId = members.cache.find(({ user }) => user.username === name)?.id ?? ''
    people.push(new PersonClient({ gateway: gatewayAt(balancer.url), token: tokenOf(name), userId }))
  }
  const changed = {
    roles: [...roles.cache.values()].filter(({ name }) => ['red', 'blue'].includes(name)).map(({ id }) => id),
    members: [...members.cache.keys()],
  }
  const voice: VoiceWitnesses = {
    ...{ sql, guild: CALLS, clients: people, botToken: tokenOfBot('one') },
    caches: () => bots.map((bot, index) => [`bot ${BOTS[index]}`, voiceOf(bot)]),
    gateways: nodes.map(({ url }) => gatewayAt(url)),
    owner: api(`${balancer.url}/api`, TOKEN),
  }
  return { cluster, bots, people, changed, voice }
}

/** Lets people call each other and share screens, and the owner and the clock interfere. */
async function changeCalls({ cluster, people }: Lab, random: Random): Promise<void> {
  const { balancer, nodes } = cluster
  const forward = () => (nodes[random(nodes.length)] as NodeProcess).process.clock.forward(`${AFK_SECONDS} seconds`)
  const owner = api(`${balancer.url}/api`, TOKEN)
  await changeVoice({ guild: CALLS, clients: people, owner, forward, random }, VOICE_CHANGES_PER_ROUND)
}

/** Lets a person share a screen, and another watch it. */
async function shareOne(where: string, people: readonly PersonClient[], random: Random): Promise<void> {
  const sharing = people[random(people.length)] as PersonClient
  const others = people.filter(({ userId }) => userId !== sharing.userId)
  const watching = others[random(others.length)] as PersonClient
  const untilHolds = (what: string, holds: () => boolean) =>
    withHistories(people, () => until(`${where}: ${what}`, async () => holds()))
  for (const person of [sharing, watching]) {
    // A member who stays must have the address of the call's next node without asking for it.
    if (!isIn(person, CALLS.den)) askForVoice(person, CALLS, CALLS.den)
    await untilHolds('a person is in a call', () => person.server !== null && isIn(person, CALLS.den))
  }
  const key = keyOf(CALLS, CALLS.den, sharing.userId)
  askToShare(sharing, CALLS, CALLS.den)
  await untilHolds('a person shares a screen', () => sharing.streams.has(key))
  askToWatch(watching, CALLS, CALLS.den, sharing.userId)
  await untilHolds('a person watches a screen', () => watching.streams.has(key))
}

function isIn(person: PersonClient, channelId: string): boolean {
  const state = person.statesIn(GUILD).get(person.userId)
  return state?.channel_id === channelId && state.session_id === person.sessionId
}

/** Waits until all clients have a session, and receive a message that is sent now. Adds the id of each message. */
async function untilQuiet(where: string, { cluster, bots, people }: Lab, acknowledged: string[]): Promise<void> {
  const { nodes, balancer } = cluster
  await until(`${where}: all nodes are ready`, async () => {
    return (await Promise.all(nodes.map((node) => node.isReady()))).every(Boolean)
  })
  await until(`${where}: all clients are back`, async () => {
    const end = { content: 'end' }
    const posting = api(`${balancer.url}/api`, TOKEN).post<{ id: string }>(`/channels/${other.id}/messages`, end)
    // A connection that was kept may be one to a node that was killed.
    const posted = await posting.catch(() => null)
    if (posted?.status !== 200) return false
    acknowledged.push(posted.body.id)
    await pause(300)
    const isBack = bots.every(({ seen, client }) => seen.includes(posted.body.id) && client.isReady())
    return isBack && people.every(({ isReady }) => isReady)
  })
}

/** Asserts that the bots saw each message once and in order, and none that was acknowledged is missing. */
async function compareMessages(
  where: string,
  bots: readonly Bot[],
  before: readonly { readonly from: number; readonly ready: number }[],
  acknowledged: readonly string[],
): Promise<void> {
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
}

/** Compares the caches of the bots with each other and a fresh one, and the responses of the nodes. */
async function compareGuilds(where: string, { cluster, bots }: Lab): Promise<void> {
  const fresh = await login(cluster.balancer.url, world.applications.one?.bot.token ?? '')
  try {
    for (const bot of bots) assert.deepEqual(cacheOf(bot), cacheOf(fresh), where)
  } finally {
    await fresh.client.destroy()
  }
  const [first, ...others] = await Promise.all(cluster.nodes.map(responsesOf))
  for (const responses of others) assert.deepEqual(responses, first, where)
}

test('three nodes are disturbed, and at each quiet moment all clients and nodes agree', {
  ...ON_POSTGRES_AND_NATS,
  timeout: 60_000 + RUNS * ROUNDS * 60_000,
}, async (t) => {
  const cluster = await startNodeProcesses(['a', 'b', 'c'], { world, drainSeconds: 2 })
  const bots: Bot[] = []
  const people: PersonClient[] = []
  try {
    const lab = await openLab(cluster, bots, people)
    for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
      const random = randomOf(seed)
      for (let round = 0; round < ROUNDS; round += 1) {
        const ofRound = seed * 100 + round
        const before = bots.map((bot) => ({ from: bot.seen.length, ready: bot.ready }))
        const [fault, acknowledged] = await Promise.all([
          disturb(cluster, random),
          change(cluster.balancer.url, lab.changed, randomOf(ofRound)),
          changeCalls(lab, randomOf(ofRound + 1_000_000)),
        ])
        const where = `seed ${seed}, round ${round}, ${fault}`
        await untilQuiet(where, lab, acknowledged)
        await shareOne(where, people, randomOf(ofRound))
        await untilVoiceAgrees(where, lab.voice)
        const connected = await connectAll(where, CALLS, people)
        t.diagnostic(`${where}: ${acknowledged.length} messages, ${connected} connections to calls and streams`)
        await compareMessages(where, bots, before, acknowledged)
        await compareGuilds(where, lab)
      }
    }
  } finally {
    for (const person of people) person.close()
    for (const { client } of bots) await client.destroy()
    await cluster.close()
  }
})
