/** Random requests by four users, as people and in two games, leave both sides of every pair consistent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api, RawGateway } from '@guildhall/testing'
import { type Games, gamesWorld, startGames } from '../support/games.ts'
import { BLOCKED, FRIEND, INCOMING, OUTGOING } from '../support/relationships.ts'

const USERS = ['ann', 'bob', 'cat', 'eve']
const GAMES = ['chess', 'rival']
const STEPS = 160
const MIRROR: Readonly<Record<number, number>> = { [FRIEND]: FRIEND, [INCOMING]: OUTGOING, [OUTGOING]: INCOMING }

/** Returns a generator of the same numbers from 0 to below 1 for each seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Entry {
  readonly id: string
  readonly type: number
  readonly application_id?: string
  readonly nickname?: string | null
  readonly user_ignored?: boolean
}

const keyOf = ({ id, application_id }: Entry) => `${application_id ?? 'platform'} ${id}`
const shownOf = ({ type, nickname, user_ignored }: Entry) => `${type} ${nickname ?? ''} ${user_ignored ?? false}`

/** Relationships as a client knows them: from READY, and then from events alone. */
class Client {
  readonly known = new Map<string, Entry>()
  readonly gateway: RawGateway

  constructor(gateway: RawGateway) {
    this.gateway = gateway
  }

  apply(): void {
    for (const { t, d } of this.gateway.frames) {
      if (!t?.includes('RELATIONSHIP_')) continue
      const entry = d as unknown as Entry
      if (t.endsWith('_REMOVE')) this.known.delete(keyOf(entry))
      else this.known.set(keyOf(entry), { ...this.known.get(keyOf(entry)), ...entry })
    }
  }
}

type Lists = Map<string, Map<string, Entry>>

async function readLists(games: Games): Promise<Lists> {
  const lists: Lists = new Map()
  for (const user of USERS) {
    const entries = []
    for (const path of ['/users/@me/relationships', '/users/@me/game-relationships'])
      entries.push(...(await games.person(user).get<Entry[]>(path)).body)
    lists.set(user, new Map(entries.map((entry) => [keyOf(entry), entry])))
  }
  return lists
}

/** Asserts that friends are friends of each other, that requests have two ends, and that a block ends everything. */
function checkPairs(games: Games, lists: Lists, step: string): void {
  const typeOf = (of: string, layer: string, to: string) =>
    lists.get(of)?.get(`${layer} ${games.userId(to)}`)?.type ?? 0
  const layers = ['platform', ...GAMES.map(games.applicationId)]
  for (const one of USERS) {
    for (const other of USERS) {
      if (one === other) continue
      const blocked = [typeOf(one, 'platform', other), typeOf(other, 'platform', one)].includes(BLOCKED)
      for (const layer of layers) {
        const [mine, theirs] = [typeOf(one, layer, other), typeOf(other, layer, one)]
        const at = `${step}: ${one} and ${other} in ${layer}`
        assert.ok(mine !== BLOCKED || layer === 'platform', at)
        if (blocked) assert.ok([0, BLOCKED].includes(mine), at)
        else if (mine !== 0) assert.equal(theirs, MIRROR[mine], at)
      }
    }
  }
}

test('both users of a pair agree after each random request, and events build the lists that GET returns', async () => {
  await using games = await startGames({ world: { ...gamesWorld, guilds: {} } })
  const random = randomFrom(7)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const tokens = new Map<string, string>()
  for (const user of USERS) for (const game of GAMES) tokens.set(`${user} ${game}`, await games.tokenOf(user, game))
  const people = new Map<string, Client>()
  for (const user of USERS) people.set(user, new Client(await games.watch(user)))
  const players = new Map<string, Client>()
  for (const [key, token] of tokens) players.set(key, new Client((await games.play({ token })).gateway))

  const ofPlatform = (api: Api, other: string): (() => Promise<{ status: number }>) => {
    const path = `/users/@me/relationships/${games.userId(other)}`
    return pick([
      () => api.put(path),
      () => api.put(path, { type: FRIEND }),
      () => api.post('/users/@me/relationships', { username: other }),
      () => api.delete(path),
      () => (random() < 0.4 ? api.put(path, { type: BLOCKED }) : api.put(path)),
      () => api.patch(path, { nickname: pick(['x', 'y', null]) }),
      () => api.put(`${path}/ignore`),
      () => api.delete(`${path}/ignore`),
    ])
  }
  const ofGame = (user: string, game: string, other: string): (() => Promise<{ status: number }>) => {
    const api = games.bearer(tokens.get(`${user} ${game}`) ?? '')
    const path = `/users/@me/game-relationships/${games.userId(other)}`
    const outside = `${path}/${games.applicationId(game)}`
    return pick([
      () => api.put(path),
      () => api.put(path),
      () => api.post('/users/@me/game-relationships', { username: other }),
      () => api.delete(path),
      () => games.person(user).put(outside, { type: FRIEND }),
      () => games.person(user).delete(outside),
    ])
  }

  const statuses = new Map<number, number>()
  for (let step = 0; step < STEPS; step += 1) {
    const user = pick(USERS)
    const other = pick(USERS)
    const request = random() < 0.5 ? ofPlatform(games.person(user), other) : ofGame(user, pick(GAMES), other)
    const { status } = await request()
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    assert.ok([204, 400].includes(status), `${status}`)
    checkPairs(games, await readLists(games), `step ${step} by ${user}`)
  }
  assert.ok((statuses.get(204) ?? 0) > STEPS / 3 && (statuses.get(400) ?? 0) > 5, 'requests of both outcomes')

  const lists = await readLists(games)
  const shown = (entries: Iterable<Entry>) => [...entries].map((entry) => `${keyOf(entry)} ${shownOf(entry)}`).sort()
  for (const client of [...people.values(), ...players.values()]) {
    await client.gateway.heartbeat()
    client.apply()
  }
  for (const [user, client] of people)
    assert.deepEqual(shown(client.known.values()), shown(lists.get(user)?.values() ?? []), user)
  for (const [key, client] of players) {
    const [user = '', game = ''] = key.split(' ')
    const visible = [...(lists.get(user)?.values() ?? [])].filter(
      ({ application_id }) => application_id === undefined || application_id === games.applicationId(game),
    )
    assert.deepEqual(shown(client.known.values()), shown(visible), key)
  }
})
