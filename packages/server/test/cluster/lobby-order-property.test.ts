/**
 * Three nodes at which players join and leave a lobby, write to it and change it at the same time, while sessions go
 * over to another node. The sessions of one player who stays receive every event, so that their order is that of the
 * commits. All other sessions must receive what this order gives. NATS is stopped in runs with an even seed.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, type Frame, RawGateway } from '@guildhall/testing'
import { secretKey, startNode } from '../support/cluster-node.ts'
import { clusterStore } from '../support/cluster-store.ts'
import { startGames } from '../support/games.ts'
import { randomOf } from '../support/guild-model.ts'
import { ON_POSTGRES_AND_NATS, startNats } from '../support/nats-server.ts'
import { until } from '../support/until.ts'

/** Seeds that run, from the first one on. A failure names its seed, with which it is run again alone. */
const FIRST = Number(process.env.GUILDHALL_TEST_SEED ?? 1)
const RUNS = Number(process.env.GUILDHALL_TEST_CLUSTER_RUNS ?? 2)
const ROUNDS = 8
const REQUESTS_PER_ROUND = 16
const PLAYERS = ['bob', 'cat', 'eve'] as const
/** Sessions of each player. */
const SESSIONS = 2
const END = 'the end'
const INVALID_SESSION = 9

/** Lobby as GET and LOBBY_CREATE describe it. */
interface Lobby {
  readonly id: string
  metadata: unknown
  readonly members: readonly { readonly id: string; readonly metadata: unknown }[]
}

interface LobbyEvent extends Lobby {
  readonly content: string
  readonly member: Lobby['members'][number]
}

/** One session as its client knows it: what it was sent in each stay, and the lobby that it has built. */
class Client {
  readonly stays: string[][] = []
  /** Events in their order, as texts. */
  readonly ordered: string[] = []
  isEnded = false
  isIn = false
  resumed: 'yes' | 'refused' | null = null
  metadata: unknown = null
  readonly members = new Map<string, unknown>()

  receive({ op, t, d }: Frame): void {
    if (op === INVALID_SESSION) this.resumed = 'refused'
    if (t === 'RESUMED') this.resumed = 'yes'
    if (!t?.startsWith('LOBBY_')) return
    const event = d as unknown as LobbyEvent
    if (t === 'LOBBY_CREATE') {
      assert.equal(this.isIn, false, 'LOBBY_CREATE of a lobby that the client has')
      this.isIn = true
      this.stays.push([])
      this.metadata = event.metadata
      this.members.clear()
      for (const { id, metadata } of event.members) this.members.set(id, metadata)
      return
    }
    assert.ok(this.isIn, `${t} of a lobby that the client does not have`)
    if (t === 'LOBBY_DELETE') this.isIn = false
    else if (t === 'LOBBY_UPDATE') this.metadata = event.metadata
    else if (t === 'LOBBY_MESSAGE_CREATE') this.stays.at(-1)?.push(event.content)
    else if (t === 'LOBBY_MEMBER_REMOVE') this.members.delete(event.member.id)
    else if (event.member) this.members.set(event.member.id, event.member.metadata)
    if (event.content === END) this.isEnded = true
    if (!/CONNECT/.test(t)) this.ordered.push(`${t} ${event.content ?? event.member?.id ?? ''}`)
  }

  /** The lobby in a form that can be compared. */
  get lobby(): object {
    return { metadata: this.metadata, members: new Map([...this.members].sort()) }
  }
}

test('sessions of three nodes receive what one order of a lobby gives', {
  ...ON_POSTGRES_AND_NATS,
  timeout: 60_000 + RUNS * 20_000,
}, async (t) => {
  const { databaseUrl, drop } = await clusterStore()
  await using nats = await startNats()
  const options = { busUrls: [nats.url], logLevel: 'silent' } as const
  const games = await startGames({ databaseUrl, secretKey, node: 'a', drainSeconds: 0.2, ...options })
  const nodes: { readonly api: string; readonly gateway: string; close(): Promise<void> }[] = [games.platform]
  try {
    for (const name of ['b', 'c']) nodes.push(await startNode(databaseUrl, name, options))
    const tokens = new Map<string, string>()
    for (const name of ['ann', ...PLAYERS]) tokens.set(name, await games.tokenOf(name))
    const botToken = games.world.applications.chess?.bot?.token
    for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
      const random = randomOf(seed)
      const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T
      const bot = () => api(pick(nodes).api, `Bot ${botToken}`)
      const { body: lobby } = await bot().post<Lobby>('/lobbies', { members: [{ id: games.userId('ann') }] })
      const path = `/lobbies/${lobby.id}`
      const clients: Client[] = []
      const gateways = new Map<Client, RawGateway>()
      const connect = async (node: { gateway: string }, name: string, onFrame?: (frame: Frame) => void) => {
        const client = new Client()
        let isReady = false
        const gateway = await RawGateway.connect(node.gateway, {
          onFrame(frame) {
            client.receive(frame)
            onFrame?.(frame)
            isReady ||= frame.t === 'READY'
          },
        })
        gateways.set(client, gateway)
        gateway.send(2, { token: `Bearer ${tokens.get(name)}`, properties: {} })
        await until('a session began', async () => isReady)
        clients.push(client)
        return client
      }
      const expected = new Map<string, string[][]>(PLAYERS.map((name) => [games.userId(name), []]))
      const present = new Set<string>()
      const follow = ({ t: name, d }: Frame) => {
        const { content, member } = d as unknown as LobbyEvent
        if (name === 'LOBBY_MEMBER_ADD') expected.get(member.id)?.push([])
        if (name === 'LOBBY_MEMBER_ADD') present.add(member.id)
        if (name === 'LOBBY_MEMBER_REMOVE') present.delete(member.id)
        if (name === 'LOBBY_MESSAGE_CREATE') for (const id of present) expected.get(id)?.at(-1)?.push(content)
      }
      const observers: Client[] = []
      for (const node of nodes) observers.push(await connect(node, 'ann', node === nodes[0] ? follow : undefined))
      await until('the lobby came', async () => observers.every(({ isIn }) => isIn))
      const sessions = new Map<string, Client[]>()
      for (const name of PLAYERS) {
        const own: Client[] = []
        for (let count = 0; count < SESSIONS; count += 1) own.push(await connect(pick(nodes), name))
        sessions.set(name, own)
      }

      /** Lets a player leave and return. The sessions see both, so that stays can be told apart. */
      const leaveOrReturn = async (name: string) => {
        const own = sessions.get(name) ?? []
        const isIn = own[0]?.isIn ?? false
        const member = `${path}/members/${games.userId(name)}`
        const { status } = isIn ? await bot().delete(member) : await bot().put(member, { metadata: { n: '0' } })
        assert.ok(status < 300, `${status}`)
        await until('the sessions have seen it', async () => own.every((client) => client.isIn !== isIn))
      }
      /** Lets the connection of a session be lost, and resumes it at some node. */
      const move = async () => {
        const client = pick([...sessions.values()].flat())
        const gateway = gateways.get(client)
        assert.ok(gateway)
        client.resumed = null
        await gateway.drop()
        gateway.resumeUrl = pick(nodes).gateway
        gateways.set(client, await gateway.resume())
        await until('a node has responded', async () => client.resumed !== null)
        assert.equal(client.resumed, 'yes')
      }
      let posted = 0
      const post = () => {
        posted += 1
        const content = `${seed}: message ${posted}`
        return api(pick(nodes).api, `Bearer ${tokens.get('ann')}`).post(`${path}/messages`, { content })
      }
      const metadata = () => ({ n: String(random(1_000)) })
      const requests: readonly (() => Promise<{ status: number }>)[] = [
        ...[post, post, post, post],
        () => bot().patch(path, { metadata: metadata() }),
        () => bot().put(`${path}/members/${games.userId('ann')}`, { metadata: metadata() }),
      ]
      for (let round = 0; round < ROUNDS; round += 1) {
        // Events take the way through the database then.
        if (seed % 2 === 0 && round === 2) await nats.kill()
        if (seed % 2 === 0 && round === 5) await nats.start()
        const [responses] = await Promise.all([
          Promise.all(Array.from({ length: REQUESTS_PER_ROUND }, () => pick(requests)())),
          leaveOrReturn(pick(PLAYERS)),
          move(),
        ])
        for (const { status } of responses) assert.ok(status < 300, `a request got ${status}`)
      }
      for (const name of PLAYERS) if (!sessions.get(name)?.[0]?.isIn) await leaveOrReturn(name)
      const end = await api(pick(nodes).api, `Bearer ${tokens.get('ann')}`).post(`${path}/messages`, { content: END })
      assert.equal(end.status, 201)
      await until('all events came', async () => clients.every(({ isEnded }) => isEnded))

      const [order, ...others] = observers.map(({ ordered }) => ordered)
      for (const other of others) assert.deepEqual(other, order, `seed ${seed}: one order at all nodes`)
      let delivered = 0
      for (const [name, own] of sessions) {
        const stays = expected.get(games.userId(name)) ?? []
        for (const [number, client] of own.entries()) {
          const who = `seed ${seed}, session ${number} of ${name}`
          assert.equal(client.stays.length, stays.length, who)
          for (const [index, stay] of client.stays.entries()) {
            const whole = stays[index] ?? []
            delivered += stay.length
            // For a client, a stay is from LOBBY_CREATE to LOBBY_DELETE, which other events of the user cause.
            const from = Math.max(0, whole.indexOf(stay[0] ?? ''))
            const isLast = index === stays.length - 1
            const seen = whole.slice(from, isLast && stay.length > 0 ? undefined : from + stay.length)
            assert.deepEqual(stay, seen, `${who}, stay ${index}`)
          }
        }
      }
      const { body } = await bot().get<Lobby>(path)
      const members = new Map(body.members.map((member) => [member.id, member.metadata] as const).sort())
      for (const [index, client] of clients.entries())
        assert.deepEqual(client.lobby, { metadata: body.metadata, members }, `seed ${seed}, client ${index}`)
      t.diagnostic(`seed ${seed}: ${posted} messages, ${delivered} deliveries, ${order?.length} events`)
      for (const gateway of gateways.values()) await gateway.close()
      assert.equal((await bot().delete(path)).status, 204)
    }
  } finally {
    for (const node of nodes.reverse()) await node.close()
    await drop()
  }
})
