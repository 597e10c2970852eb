/**
 * Three nodes at which anything is written at the same time: messages, roles, permissions, channels that appear and
 * disappear, members who leave and return, and sessions that go over to another node. The sessions of the owner
 * receive every event of the guild, so that their order is that of the commits. All other sessions must receive what
 * this order gives.
 * `GUILDHALL_TEST_CLUSTER_RUNS=50` makes fifty runs, each of another seed. NATS is stopped in those with an even one.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { api, type Frame, RawGateway } from '@guildhall/testing'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore } from '../support/cluster-store.ts'
import { type GuildChange, GuildModel, randomOf } from '../support/guild-model.ts'
import { ON_POSTGRES_AND_NATS, startNats } from '../support/nats-server.ts'
import { until } from '../support/until.ts'

/** Seeds that run, from the first one on. A failure names its seed, with which it is run again alone. */
const FIRST = Number(process.env.GUILDHALL_TEST_SEED ?? 1)
const RUNS = Number(process.env.GUILDHALL_TEST_CLUSTER_RUNS ?? 2)
const ROUNDS = 8
const REQUESTS_PER_ROUND = 24
const NODES = ['a', 'b', 'c'] as const
const WATCHERS = ['bob', 'carol', 'dave', 'erin'] as const
/** Sessions of each watcher. */
const SESSIONS = 2
const VIEW = `${Permission.VIEW_CHANNEL}`
const END = 'the end'
const INVALID_SESSION = 9
/** Events that all members receive alike. */
const ORDERED = new Set(
  ['MESSAGE_CREATE', 'CHANNEL_UPDATE', 'GUILD_ROLE_UPDATE'].concat(
    ['UPDATE', 'ADD', 'REMOVE'].map((change) => `GUILD_MEMBER_${change}`),
  ),
)

const world = {
  users: { ann: {}, bob: {}, carol: {}, dave: {}, erin: {} },
  guilds: {
    lab: {
      owner: 'ann',
      members: [...WATCHERS],
      roles: { red: { permissions: '0' }, blue: { permissions: '0' } },
      channels: { one: {}, two: {}, open: {}, end: {} },
    },
  },
}

/** Messages of one stay of a member in the guild. */
type Stay = string[]

/** One session as its client knows it: stays in the guild, and the channels that it shows. */
class Client {
  readonly stays: Stay[] = []
  readonly visible = new Set<string>()
  /** Messages in channels that the client does not show. */
  readonly hidden: string[] = []
  readonly ordered: string[] = []
  isEnded = false
  isIn = false
  /** Whether the node at which the session was resumed has it, or has refused it. */
  resumed: 'yes' | 'refused' | null = null
  /** Rounds in which the session went over to another node. */
  readonly moved = new Set<number>()
  readonly #channels: ReadonlySet<string>

  constructor(channels: readonly string[]) {
    this.#channels = new Set(channels)
  }

  receive({ op, t, d }: Frame): void {
    const event = d as unknown as GuildChange & { channels: { id: string }[] }
    if (op === INVALID_SESSION) this.resumed = 'refused'
    if (t === null) return
    if (t === 'RESUMED') this.resumed = 'yes'
    // The newest message of a channel may be one that follows.
    if (ORDERED.has(t)) this.ordered.push(JSON.stringify([t, { ...d, last_message_id: null }]))
    if (t === 'GUILD_CREATE') {
      this.isIn = true
      this.stays.push([])
      for (const { id } of event.channels) this.#show(id)
    } else if (t === 'GUILD_DELETE') {
      this.isIn = false
      this.visible.clear()
    } else if (t === 'CHANNEL_CREATE') this.#show(event.id)
    else if (t === 'CHANNEL_DELETE') this.visible.delete(event.id)
    else if (t === 'MESSAGE_CREATE') this.#message(event)
  }

  #show(id: string): void {
    if (this.#channels.has(id)) this.visible.add(id)
  }

  #message({ content, channel_id }: GuildChange): void {
    if (content === END) this.isEnded = true
    if (!this.#channels.has(channel_id)) return
    if (!this.visible.has(channel_id)) this.hidden.push(content)
    this.stays.at(-1)?.push(content)
  }
}

type Api = ReturnType<typeof api>

test('[CH-13] sessions of three nodes receive what one order of commits gives', {
  ...ON_POSTGRES_AND_NATS,
  timeout: 60_000 + RUNS * 20_000,
}, async (t) => {
  const { databaseUrl, drop } = await clusterStore()
  await using nats = await startNats()
  const options = { busUrls: [nats.url], logLevel: 'silent' } as const
  const first = await startNode(databaseUrl, NODES[0], { world, ...options })
  const nodes: { readonly api: string; readonly gateway: string; close(): Promise<void> }[] = [first]
  try {
    for (const name of NODES.slice(1)) nodes.push(await startNode(databaseUrl, name, options))
    const lab = first.lab
    const changing = [lab.one.id, lab.two.id]
    const channels = [...changing, lab.open.id]
    const roles = ['red', 'blue'].map((name) => first.world?.guilds.lab?.roles[name]?.id ?? '')
    const people = new Map(WATCHERS.map((name) => [first[name].id, first[name].token]))
    const ann = api(first.api, first.ann.token)
    // Members see channels by a role or an overwrite only.
    await ann.patch(`/guilds/${lab.id}/roles/${lab.id}`, { permissions: '0' })
    for (const { id } of [lab.open, lab.end])
      await ann.put(`/channels/${id}/permissions/${lab.id}`, { type: 0, allow: VIEW, deny: '0' })
    const invite = (await ann.post<{ code: string }>(`/channels/${lab.end.id}/invites`, { max_age: 0 })).body.code

    for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
      const random = randomOf(seed)
      const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T
      const at = (token: string): Api => api(pick(nodes).api, token)
      const owner = () => at(first.ann.token)
      const model = await readModel(ann, { guildId: lab.id, ownerId: first.ann.id, channels })
      const expected = new Map([...people.keys()].map((id) => [id, [[]] as Stay[]]))
      let messages = 0
      let isOrdered = false
      const follow = ({ t: name, d }: Frame) => {
        const event = d as unknown as GuildChange
        model.follow(name, event)
        if (name === 'GUILD_MEMBER_ADD') expected.get(event.user.id)?.push([])
        if (name !== 'MESSAGE_CREATE') return
        if (event.content === END) isOrdered = true
        if (!channels.includes(event.channel_id)) return
        messages += 1
        for (const [id, stays] of expected) if (model.sees(id, event.channel_id)) stays.at(-1)?.push(event.content)
      }
      const gatewayOf = new Map<Client, RawGateway>()
      const begin = async (
        client: Client,
        node: { gateway: string },
        token: string,
        onFrame?: (frame: Frame) => void,
      ) => {
        const gateway = await RawGateway.connect(node.gateway, {
          onFrame(frame) {
            client.receive(frame)
            onFrame?.(frame)
          },
        })
        gatewayOf.set(client, gateway)
        gateway.send(2, { token, intents: 0, properties: {} })
        await until('the guild came', async () => client.isIn)
        return client
      }
      const connect = (node: { gateway: string }, token: string, onFrame?: (frame: Frame) => void) =>
        begin(new Client(channels), node, token, onFrame)
      const owners: Client[] = []
      for (const node of nodes) owners.push(await connect(node, first.ann.token, node === first ? follow : undefined))
      const watching = new Map<string, Client[]>()
      for (const [id, token] of people) {
        const clients: Client[] = []
        for (let count = 0; count < SESSIONS; count += 1) clients.push(await connect(pick(nodes), token))
        watching.set(id, clients)
      }

      /** Clients that began in the midst of a stay, because their former session was refused. */
      const replacing = new Set<Client>()
      /**
       * Lets the connection of a session be lost, and resumes it at some node. That refuses it if nobody knows what the
       * session could see between several changes. Its client begins another one then.
       */
      const move = async (round: number) => {
        const id = pick([...people.keys()])
        const own = watching.get(id) ?? []
        const place = random(own.length)
        const client = own[place]
        const gateway = client && gatewayOf.get(client)
        assert.ok(gateway)
        client.moved.add(round)
        client.resumed = null
        await gateway.drop()
        gateway.resumeUrl = pick(nodes).gateway
        gatewayOf.set(client, await gateway.resume())
        await until('a node has responded', async () => client.resumed !== null)
        if (client.resumed === 'yes') return
        await gatewayOf.get(client)?.close()
        gatewayOf.delete(client)
        const next = new Client(channels)
        own[place] = next
        replacing.add(next)
        await begin(next, pick(nodes), people.get(id) ?? '')
      }
      const away = new Set<string>()
      /** Round in which each message was posted, and its channel. */
      const placeOf = new Map<string, { readonly round: number; readonly channel: string }>()
      /** Members who left and returned in a round, one in each. */
      const returned: string[] = []
      /** Whether a Resume may withhold a message from a session: its channel was hidden meanwhile. */
      const mayLack = (id: string, client: Client, content: string) => {
        const { round = -1, channel } = placeOf.get(content) ?? {}
        return client.moved.has(round) && (channel !== lab.open.id || returned[round] === id)
      }
      /** Lets a member leave and return. Their sessions see both, so that stays can be told apart. */
      const leaveAndReturn = async (id: string) => {
        if (away.has(id)) return { status: 204 }
        away.add(id)
        const token = people.get(id) ?? ''
        const all = (isIn: boolean) => async () => (watching.get(id) ?? []).every((client) => client.isIn === isIn)
        const left = await at(token).delete(`/users/@me/guilds/${lab.id}`)
        assert.equal(left.status, 204)
        await until('the guild is gone', all(false))
        const joined = await at(token).post(`/invites/${invite}`, {})
        assert.equal(joined.status, 200)
        await until('the guild is back', all(true))
        away.delete(id)
        return joined
      }
      const overwrite = (id: string, type: number) => {
        const [allow, deny] = random(2) ? [VIEW, '0'] : ['0', VIEW]
        return owner().put(`/channels/${pick(changing)}/permissions/${id}`, { type, allow, deny })
      }
      let posted = 0
      const post = () => {
        posted += 1
        const [channel, content] = [pick(channels), `${seed}: message ${posted}`]
        placeOf.set(content, { round: returned.length - 1, channel })
        return owner().post(`/channels/${channel}/messages`, { content })
      }
      const ids = [...people.keys()]
      const requests: readonly (() => Promise<{ status: number }>)[] = [
        ...[post, post, post, post],
        () => overwrite(pick(roles), 0),
        () => overwrite(pick(ids), 1),
        () => owner().delete(`/channels/${pick(changing)}/permissions/${pick(ids)}`),
        () => owner().patch(`/guilds/${lab.id}/roles/${pick(roles)}`, { permissions: random(2) ? VIEW : '0' }),
        () => owner().put(`/guilds/${lab.id}/members/${pick(ids)}/roles/${pick(roles)}`),
        () => owner().delete(`/guilds/${lab.id}/members/${pick(ids)}/roles/${pick(roles)}`),
      ]
      for (let round = 0; round < ROUNDS; round += 1) {
        // Events take the way through the database then.
        if (seed % 2 === 0 && round === 2) await nats.kill()
        if (seed % 2 === 0 && round === 5) await nats.start()
        returned.push(pick(ids))
        const moving = move(round)
        const responses = await Promise.all([
          leaveAndReturn(returned[round] ?? ''),
          ...Array.from({ length: REQUESTS_PER_ROUND }, () => pick(requests)()),
        ])
        await moving
        for (const { status } of responses) assert.ok(status < 300 || status === 404, `a request got ${status}`)
      }
      await owner().post(`/channels/${lab.end.id}/messages`, { content: END })
      const clients = [...owners, ...[...watching.values()].flat()]
      await until('all events came', async () => isOrdered && clients.every(({ isEnded }) => isEnded))

      const [order, ...others] = owners.map(({ ordered }) => ordered)
      for (const other of others) {
        const place = other.findIndex((text, index) => text !== order?.[index])
        assert.equal(other[place], order?.[place], `seed ${seed}: one order at all nodes`)
        assert.equal(other.length, order?.length)
      }
      assert.equal(messages, posted)
      let delivered = 0
      for (const [id, sessions] of watching) {
        for (const client of sessions) {
          const all = expected.get(id) ?? []
          const stays = replacing.has(client) ? all.slice(-client.stays.length) : all
          const who = `seed ${seed}, user ${id}`
          assert.deepEqual(client.hidden, [], who)
          assert.equal(client.stays.length, stays.length, who)
          for (const [index, stay] of client.stays.entries()) {
            delivered += stay.length
            const whole = stays[index] ?? []
            // For a client, a stay is from GUILD_CREATE to GUILD_DELETE, which other events of the user cause.
            const from = Math.max(0, whole.indexOf(stay[0] ?? ''))
            const isLast = index === stays.length - 1
            const received = new Set(stay)
            const due = whole.slice(from).filter((text) => received.has(text) || !mayLack(id, client, text))
            const seen = isLast && stay.length > 0 ? due : due.slice(0, stay.length)
            assert.deepEqual(stay, seen, `${who}, stay ${index}`)
          }
          const visible = channels.filter((channel) => model.sees(id, channel))
          assert.deepEqual([...client.visible].sort(), visible.sort(), who)
        }
      }
      assert.ok(delivered > 0 && delivered < posted * people.size * SESSIONS, 'some messages are visible, some are not')
      t.diagnostic(
        `seed ${seed}: ${posted} messages, ${delivered} deliveries, ${order?.length} events, ${replacing.size} refused`,
      )
      assert.ok(replacing.size < ROUNDS / 2, `seed ${seed}: ${replacing.size} of ${ROUNDS} sessions were refused`)
      for (const gateway of gatewayOf.values()) await gateway.close()
    }
  } finally {
    for (const node of nodes.reverse()) await node.close()
    await drop()
  }
})

/** Reads the guild while nothing happens. */
async function readModel(
  ann: Api,
  { guildId, ownerId, channels }: { guildId: string; ownerId: string; channels: readonly string[] },
): Promise<GuildModel> {
  const model = new GuildModel(guildId, ownerId)
  const { body: roles } = await ann.get<GuildChange['role'][]>(`/guilds/${guildId}/roles`)
  for (const { id, permissions } of roles) model.roles.set(id, BigInt(permissions))
  const { body: members } = await ann.get<GuildChange[]>(`/guilds/${guildId}/members?limit=100`)
  for (const { user, roles: held } of members) model.members.set(user.id, held)
  for (const id of channels)
    model.overwrites.set(id, (await ann.get<GuildChange>(`/channels/${id}`)).body.permission_overwrites)
  return model
}
