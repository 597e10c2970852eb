/**
 * Random members, updates, connections and resumes: the lobbies that each client has built from its events equal those
 * of GET /lobbies/{id}. Seeded by `GUILDHALL_TEST_SEED`, so that a failure can be repeated.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Frame, RawGateway } from '@guildhall/testing'
import { type Games, startGames } from '../support/games.ts'
import { randomCount } from '../support/random-count.ts'

const SEED = Number(process.env.GUILDHALL_TEST_SEED) || 20260101
const RUNS = Number(process.env.GUILDHALL_TEST_RUNS) || randomCount({ whole: 5, short: 2 })
const STEPS = 40
/** As long as other tests wait: where others use the processor, one look at all clients may last for seconds. */
const SETTLED_MAX_MS = 30_000
/** Pause between two looks. Each sends a heartbeat, and a connection takes 120 commands a minute. */
const LOOK_MS = 500
const USERS = ['ann', 'bob', 'cat', 'eve'] as const
const AUTO_LOBBY_CONNECT = 1 << 16
const DISPATCH = 0
const HEARTBEAT_ACK = 11

interface Member {
  id: string
  metadata: unknown
  flags: number
  additional_name?: string
  connected?: boolean
  user?: unknown
}

interface Lobby {
  id: string
  metadata: unknown
  flags: number
  members: Member[]
  voice_states?: { user_id: string }[]
}

/** Lobby as a client has built it. */
interface KnownLobby {
  metadata: unknown
  flags: number
  members: Map<string, Member>
  call: Set<string>
}

/** Lobbies of one session, built from READY and events. An event that does not fit is an error. */
class Client {
  readonly user: string
  gateway: RawGateway
  readonly lobbies = new Map<string, KnownLobby>()
  resuming = false

  constructor(user: string, gateway: RawGateway, ready: { lobbies: Lobby[] }) {
    this.user = user
    this.gateway = gateway
    for (const lobby of ready.lobbies) this.#learn(lobby)
  }

  /** Applies all events that the server has sent so far. */
  async read(): Promise<void> {
    this.gateway.send(1, this.gateway.seq)
    for (;;) {
      const frame = await this.gateway.next(({ op }) => op === DISPATCH || op === HEARTBEAT_ACK)
      if (frame.op === HEARTBEAT_ACK) return
      this.#apply(frame)
    }
  }

  /** Loses the connection and resumes on another one. */
  async resume(meanwhile: () => Promise<unknown>): Promise<void> {
    const former = this.gateway
    this.resuming = true
    await former.drop()
    for (;;) {
      const frame = await former.next(({ op }) => op === DISPATCH).catch(() => null)
      if (!frame) break
      this.#apply(frame)
    }
    await meanwhile()
    this.gateway = await former.resume()
    for (;;) {
      const frame = await this.gateway.next(({ op }) => op === DISPATCH)
      if (frame.t === 'RESUMED') break
      // The user joined and left meanwhile. LOBBY_CREATE is withheld then, because the lobby is no longer visible.
      const withheld = frame.t === 'LOBBY_DELETE' && !this.lobbies.has(String(frame.d.id))
      if (!withheld) this.#apply(frame)
    }
    this.resuming = false
  }

  #learn({ id, metadata, flags, members, voice_states = [] }: Lobby): void {
    const byId = new Map(members.map((member) => [member.id, member]))
    assert.equal(byId.size, members.length, 'a member is listed twice')
    this.lobbies.set(id, { metadata, flags, members: byId, call: new Set(voice_states.map((state) => state.user_id)) })
  }

  #known(id: unknown, name: string): KnownLobby {
    return this.lobbies.get(String(id)) ?? assert.fail(`${name} of a lobby that ${this.user} does not have`)
  }

  #apply({ t, d }: Frame): void {
    if (!t?.startsWith('LOBBY_') || !d) return
    if (t === 'LOBBY_CREATE') {
      assert.equal(this.lobbies.has(String(d.id)), false, 'LOBBY_CREATE of a lobby that the client has')
      return this.#learn(d as unknown as Lobby)
    }
    const lobby = this.#known(d.lobby_id ?? d.id, t)
    if (t === 'LOBBY_UPDATE') return this.#learn(d as unknown as Lobby)
    if (t === 'LOBBY_DELETE') return void this.lobbies.delete(String(d.id))
    if (t === 'LOBBY_VOICE_SERVER_UPDATE') return
    if (t === 'LOBBY_VOICE_STATE_UPDATE') {
      if (d.channel_id === null) lobby.call.delete(String(d.user_id))
      else lobby.call.add(String(d.user_id))
      return
    }
    this.#applyMember(t, lobby, d.member as Member)
  }

  #applyMember(t: string, { members, call }: KnownLobby, member: Member): void {
    assert.equal(members.has(member.id), t !== 'LOBBY_MEMBER_ADD', `${t} does not fit`)
    if (t === 'LOBBY_MEMBER_REMOVE') {
      members.delete(member.id)
      call.delete(member.id)
    } else members.set(member.id, member)
  }
}

/** Returns a generator of numbers below a bound. */
function random(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** One run: the back end, players and their sessions. */
class Run {
  readonly games: Games
  readonly tokens: ReadonlyMap<string, string>
  readonly clients = new Set<Client>()
  readonly #below: (below: number) => number
  readonly #lobbies: string[] = []

  constructor(games: Games, tokens: ReadonlyMap<string, string>, seed: number) {
    this.games = games
    this.tokens = tokens
    this.#below = random(seed)
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[this.#below(from.length)]
  }

  #user = () => this.#pick(USERS) ?? 'ann'
  #metadata = () => (this.#below(4) === 0 ? null : { n: String(this.#below(1000)) })
  #bearer = (user: string) => this.games.bearer(this.tokens.get(user) ?? '')

  async connect(user = this.#user(), capabilities = this.#below(2) * AUTO_LOBBY_CONNECT): Promise<void> {
    const token = this.tokens.get(user) ?? ''
    const { gateway, ready } = await this.games.play<{ lobbies: Lobby[] }>({ token }, { capabilities })
    this.clients.add(new Client(user, gateway, ready))
  }

  /** Performs a random action. */
  async act(): Promise<void> {
    const bot = this.games.bot('chess')
    const user = this.#user()
    const id = this.games.userId(user)
    const path = `/lobbies/${this.#pick(this.#lobbies) ?? '1'}`
    const member = { metadata: this.#metadata(), flags: this.#below(2) }
    const client = this.#pick([...this.clients].filter(({ resuming }) => !resuming))
    switch (this.#below(14)) {
      case 0:
        return void this.#lobbies.push((await bot.post<Lobby>('/lobbies', { members: [{ id, ...member }] })).body.id)
      case 1: {
        const body = { secret: `s${this.#below(2)}`, member_metadata: this.#metadata() }
        return void this.#lobbies.push((await this.#bearer(user).put<Lobby>('/lobbies', body)).body.id)
      }
      case 2:
      case 3:
        return void (await bot.put(`${path}/members/${id}`, member))
      case 4:
        return void (await bot.delete(`${path}/members/${id}`))
      case 5:
        return void (await this.#bearer(user).delete(`${path}/members/@me`))
      case 6: {
        const other = { id: this.games.userId(this.#user()), remove_member: true }
        return void (await bot.post(`${path}/members/bulk`, [{ id, ...member, additional_name: 'x' }, other]))
      }
      case 7:
        return void (await bot.patch(path, { metadata: this.#metadata() }))
      case 8:
        return void (await bot.patch(path, { members: [{ id }], metadata: this.#metadata() }))
      case 9:
        return this.#below(3) === 0 ? void (await bot.delete(path)) : undefined
      case 10:
        return this.clients.size < 8 ? this.connect(user) : undefined
      case 11:
        if (!client || this.clients.size < 3) return undefined
        this.clients.delete(client)
        return void (await client.gateway.close())
      case 12:
        client?.gateway.send(17, [{ lobby_id: path.split('/')[2], self_mute: true, self_deaf: false }])
        return undefined
      default:
        return undefined
    }
  }

  /** Lets a random client resume while something happens. */
  async resumeOne(): Promise<void> {
    const client = this.#pick([...this.clients])
    await client?.resume(() => this.act())
  }

  /** Compares what each client has built with the store, once all events have arrived. */
  async compare(): Promise<void> {
    const online = new Set([...this.clients].map(({ user }) => this.games.userId(user)))
    const lobbies = new Map<string, Lobby>()
    for (const id of this.#lobbies) {
      const { status, body } = await this.games.bot('chess').get<Lobby>(`/lobbies/${id}`)
      if (status === 200) lobbies.set(id, body)
    }
    for (const client of this.clients) {
      const own = [...lobbies.values()].filter(({ members }) =>
        members.some(({ id }) => id === this.games.userId(client.user)),
      )
      const expected = own.map(({ id, metadata, flags, members }) => ({
        id,
        metadata,
        flags,
        members: members.map((member) => ({ ...member, connected: online.has(member.id) })).sort(byId),
      }))
      await settled([client], () => assert.deepEqual(builtBy(client), expected.sort(byId)))
    }
    await settled(this.clients, () => this.#compareCalls(online))
  }

  /** Compares the calls of each lobby as its clients know them: all know the same users, who are online. */
  #compareCalls(online: ReadonlySet<string>): void {
    const calls = new Map<string, string[]>()
    for (const { lobbies } of this.clients) {
      for (const [id, { call }] of lobbies) {
        const users = [...call].sort()
        assert.deepEqual(calls.get(id) ?? users, users)
        assert.ok(users.every((user) => online.has(user)))
        calls.set(id, users)
      }
    }
  }
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

function builtBy({ lobbies }: Client) {
  return [...lobbies]
    .map(([id, { metadata, flags, members }]) => ({
      id,
      metadata,
      flags,
      members: [...members.values()].map(({ user: _, ...member }) => member).sort(byId),
    }))
    .sort(byId)
}

/** Reads the events of clients until a check holds: the last ones may still be on their way, from another node too. */
async function settled(clients: Iterable<Client>, check: () => void): Promise<void> {
  const end = performance.now() + SETTLED_MAX_MS
  for (;;) {
    for (const client of clients) await client.read()
    try {
      return check()
    } catch (error) {
      if (performance.now() > end) throw error
    }
    await pause(LOOK_MS)
  }
}

for (let run = 0; run < RUNS; run += 1) {
  test(`clients build the lobbies of the store from random events: seed ${SEED + run}`, async () => {
    await using games = await startGames()
    const tokens = new Map<string, string>()
    for (const user of USERS) tokens.set(user, await games.tokenOf(user))
    const state = new Run(games, tokens, SEED + run)
    for (const user of USERS) await state.connect(user)
    for (let step = 0; step < STEPS; step += 1) {
      await Promise.all([state.act(), state.act(), state.act(), ...(step % 5 === 4 ? [state.resumeOne()] : [])])
      for (const client of state.clients) if (step % 7 === 0) await client.read()
      if (step % 20 === 19) await state.compare()
    }
    for (const { gateway } of state.clients) await gateway.close()
  })
}
