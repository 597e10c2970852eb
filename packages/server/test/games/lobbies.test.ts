/** Lobbies over HTTP: the back end's operations, and the player's by a Bearer token. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import { type Games, gamesWorld, startGames } from '../support/games.ts'
import { refused } from '../support/refused.ts'
import { startWithRows } from '../support/rows.ts'
import { until } from '../support/until.ts'

interface Member {
  id: string
  metadata: Record<string, string> | null
  flags: number
  additional_name?: string
}

interface Lobby {
  id: string
  application_id: string
  metadata: Record<string, string> | null
  members: Member[]
  flags: number
}

interface Refusal {
  code: number
  errors?: unknown
}

const DAY_MS = 86_400_000

let games: Games
const chess = () => games.bot('chess')
const created = async (body: object = {}) => (await chess().post<Lobby>('/lobbies', body)).body
const found = async (id: string) => (await chess().get<Lobby>(`/lobbies/${id}`)).body
const idsOf = ({ members }: Lobby) => members.map(({ id }) => id).sort()
const ids = (...users: string[]) => users.map((user) => games.userId(user)).sort()

describe('lobbies', () => {
  before(async () => {
    games = await startGames()
  })
  after(() => games[Symbol.asyncDispose]())

  test('[LOB-8] POST /lobbies creates a lobby, and GET returns it with the documented keys', async () => {
    const metadata = { topic: 'we need more redstone' }
    const members = [{ id: games.userId('bob'), metadata: { team: 'red' }, flags: 1 }, { id: games.userId('cat') }]
    const made = await chess().post<Lobby>('/lobbies', { metadata, members, idle_timeout_seconds: 5 })
    assert.equal(made.status, 201)
    assert.deepEqual(await found(made.body.id), made.body)
    assert.deepEqual(Object.keys(made.body).sort(), ['application_id', 'flags', 'id', 'members', 'metadata'])
    const { members: listed, ...lobby } = made.body
    assert.deepEqual(lobby, { id: lobby.id, application_id: games.applicationId('chess'), metadata, flags: 0 })
    assert.deepEqual(
      listed.find(({ id }) => id === games.userId('bob')),
      { id: games.userId('bob'), metadata: { team: 'red' }, flags: 1 },
    )
    assert.deepEqual(
      listed.find(({ id }) => id === games.userId('cat')),
      { id: games.userId('cat'), metadata: null, flags: 0 },
    )
  })

  test('[LOB-8] [LOB-9] fields of a lobby are bounded', async () => {
    const bob = games.userId('bob')
    const rows: [body: object, at: string][] = [
      [{ metadata: { k: 'x'.repeat(1000) } }, 'metadata'],
      [{ metadata: { k: [] } }, 'metadata'],
      [{ metadata: Object.fromEntries(Array.from({ length: 26 }, (_, key) => [`k${key}`, ''])) }, 'metadata'],
      [{ metadata: 'text' }, 'metadata'],
      [{ idle_timeout_seconds: 4 }, 'idle_timeout_seconds'],
      [{ idle_timeout_seconds: 604_801 }, 'idle_timeout_seconds'],
      [{ flags: 2 }, 'flags'],
      [{ members: [{ id: bob, metadata: { k: 'x'.repeat(1000) } }] }, 'members'],
      [{ members: [{ id: bob, flags: 2 }] }, 'members'],
      [{ members: Array.from({ length: 26 }, () => ({ id: bob })) }, 'members'],
      [{ override_event_webhooks_url: 'https://game.example' }, 'override_event_webhooks_url'],
    ]
    for (const [body, at] of rows) {
      const answer = await chess().post<Refusal>('/lobbies', body)
      refused(answer, 400, 50035, JSON.stringify(body))
      assert.deepEqual(Object.keys(answer.body.errors as object), [at])
    }
    const whole = { metadata: { k: 'x'.repeat(999) }, idle_timeout_seconds: 604_800, members: [], flags: 1 }
    assert.equal((await chess().post('/lobbies', whole)).status, 201)
    assert.equal((await chess().post('/lobbies', { metadata: null, flags: null, members: null })).status, 201)
  })

  test('keys of metadata that objects inherit are plain keys', async () => {
    const metadata = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c","$n":"1"}') as Record<string, string>
    const { id } = await created({ metadata: JSON.parse('{"x":"y"}') })
    const edited = await chess().patch<Lobby>(`/lobbies/${id}`, JSON.stringify({ metadata }), {
      'content-type': 'application/json',
    })
    assert.equal(edited.status, 200)
    assert.deepEqual(Object.entries((await found(id)).metadata ?? {}).sort(), Object.entries(metadata).sort())
    const alone = await created({ metadata: { $n: '1' } })
    assert.deepEqual((await found(alone.id)).metadata, { $n: '1' })
    assert.equal(Object.hasOwn(Object.prototype, 'a'), false)
  })

  test('PATCH /lobbies/{id} changes what it names and replaces the members', async () => {
    const { id } = await created({
      metadata: { a: '1' },
      members: [{ id: games.userId('bob'), metadata: { team: 'red' } }, { id: games.userId('cat') }],
    })
    const kept = await chess().patch<Lobby>(`/lobbies/${id}`, { idle_timeout_seconds: 60 })
    assert.deepEqual([kept.body.metadata, idsOf(kept.body)], [{ a: '1' }, ids('bob', 'cat')])
    const members = [{ id: games.userId('bob'), flags: 1 }, { id: games.userId('eve') }]
    const replaced = await chess().patch<Lobby>(`/lobbies/${id}`, { metadata: { b: '2' }, members })
    assert.deepEqual(
      [replaced.status, replaced.body.metadata, idsOf(replaced.body)],
      [200, { b: '2' }, ids('bob', 'eve')],
    )
    const bob = replaced.body.members.find((member) => member.id === games.userId('bob'))
    assert.deepEqual([bob?.metadata, bob?.flags], [{ team: 'red' }, 1], 'absent fields stay')
    assert.deepEqual((await chess().patch<Lobby>(`/lobbies/${id}`, { members: [] })).body.members, [])
    assert.equal((await chess().patch<Lobby>(`/lobbies/${id}`, { metadata: null })).body.metadata, null)
  })

  test('DELETE /lobbies/{id} deletes the lobby, and succeeds again', async () => {
    const { id } = await created()
    assert.equal((await chess().delete(`/lobbies/${id}`)).status, 204)
    refused(await chess().get(`/lobbies/${id}`), 404, 10031)
    assert.equal((await chess().delete(`/lobbies/${id}`)).status, 204)
  })

  test('[LOB-2] [LOB-9] only the back end sets additional_name: absent keeps it, null clears it', async () => {
    const { id } = await created()
    const path = `/lobbies/${id}/members/${games.userId('bob')}`
    const put = async (body: object) => (await chess().put<Member>(path, body)).body
    assert.deepEqual(await put({ additional_name: 'Twindly', flags: 1, metadata: { a: 'b' } }), {
      id: games.userId('bob'),
      metadata: { a: 'b' },
      flags: 1,
      additional_name: 'Twindly',
    })
    assert.equal((await put({ metadata: null })).additional_name, 'Twindly')
    assert.deepEqual(await put({ additional_name: null }), { id: games.userId('bob'), metadata: null, flags: 1 })
    assert.equal((await put({ flags: 0 })).flags, 0)
    assert.equal((await put({ additional_name: '🌟'.repeat(80) })).additional_name?.length, 160)
    for (const additional_name of ['', 'x'.repeat(81), {}])
      refused(await chess().put(path, { additional_name }), 400, 50035)
  })

  test('[LOB-3] additional_name is ignored in POST and PUT /lobbies', async () => {
    const listed = await created({ members: [{ id: games.userId('bob'), additional_name: 'Twindly' }] })
    assert.equal('additional_name' in (listed.members[0] ?? {}), false)
    const bob = games.bearer(await games.tokenOf('bob'))
    const body = { secret: 'named', additional_name: 'Twindly', member_metadata: { a: 'b' } }
    const joined = await bob.put<Lobby>('/lobbies', body)
    assert.deepEqual(joined.body.members, [{ id: games.userId('bob'), metadata: { a: 'b' }, flags: 0 }])
  })

  test('[END-18] PUT /lobbies needs a Bearer token with the scope, and a secret of 1 to 250 characters', async () => {
    const bob = games.bearer(await games.tokenOf('bob'))
    refused(
      await games
        .bearer(await games.tokenOf('cat', 'chess', 'sdk.social_layer_presence'))
        .put('/lobbies', { secret: 's' }),
      403,
      50026,
    )
    refused(await chess().put('/lobbies', { secret: 's' }), 403, 20001)
    assert.equal((await games.person('bob').put('/lobbies', { secret: 's' })).status, 401)
    for (const body of [{}, { secret: '' }, { secret: 'x'.repeat(251) }, { secret: null }]) {
      refused(await bob.put('/lobbies', body), 400, 50035)
    }
    for (const key of ['lobby_metadata', 'member_metadata']) {
      refused(await bob.put('/lobbies', { secret: 's', [key]: { k: 'x'.repeat(1000) } }), 400, 50035)
    }
    const made = await bob.put<Lobby>('/lobbies', { secret: 'x'.repeat(250), idle_timeout_seconds: 5 })
    assert.equal(made.status, 200)
    assert.equal('secret' in made.body, false)
  })

  test('[END-19] players with one secret share a lobby of their game, and a join replaces its metadata', async () => {
    const bob = games.bearer(await games.tokenOf('bob'))
    const cat = games.bearer(await games.tokenOf('cat'))
    const secret = 'open sesame'
    const first = await bob.put<Lobby>('/lobbies', {
      secret,
      lobby_metadata: { map: 'a' },
      member_metadata: { n: '1' },
    })
    const second = await cat.put<Lobby>('/lobbies', { secret })
    assert.equal(second.body.id, first.body.id)
    assert.deepEqual([idsOf(second.body), second.body.metadata], [ids('bob', 'cat'), { map: 'a' }])
    const again = await bob.put<Lobby>('/lobbies', {
      secret,
      lobby_metadata: { map: 'b' },
      member_metadata: { n: '2' },
    })
    assert.deepEqual([idsOf(again.body), again.body.metadata], [ids('bob', 'cat'), { map: 'b' }])
    const own = again.body.members.find((member) => member.id === games.userId('bob'))
    assert.deepEqual(own?.metadata, { n: '2' })
    const rival = games.bearer(await games.tokenOf('bob', 'rival'))
    const other = await rival.put<Lobby>('/lobbies', { secret })
    assert.notEqual(other.body.id, first.body.id)
    assert.deepEqual([idsOf(other.body), other.body.application_id], [ids('bob'), games.applicationId('rival')])
  })

  test('[END-30] [END-31] POST members/bulk adds, changes and removes up to 25 members', async () => {
    const { id } = await created({
      members: [{ id: games.userId('bob'), metadata: { a: '1' } }, { id: games.userId('cat') }],
    })
    const path = `/lobbies/${id}/members/bulk`
    const changes = [
      { id: games.userId('bob'), flags: 1, additional_name: 'B' },
      { id: games.userId('cat'), remove_member: true },
      { id: games.userId('eve'), metadata: { e: '1' } },
    ]
    const done = await chess().post<Member[]>(path, changes)
    assert.equal(done.status, 200)
    assert.deepEqual(done.body, [
      { id: games.userId('bob'), metadata: { a: '1' }, flags: 1, additional_name: 'B' },
      { id: games.userId('eve'), metadata: { e: '1' }, flags: 0 },
    ])
    assert.deepEqual(idsOf(await found(id)), ids('bob', 'eve'))
    const repeated = Array.from({ length: 25 }, (_, n) => ({ id: games.userId('bob'), metadata: { n: String(n) } }))
    assert.deepEqual(
      (await chess().post<Member[]>(path, repeated)).body.map(({ metadata }) => metadata),
      [{ n: '24' }],
    )
    for (const body of [[], [...repeated, ...repeated.slice(0, 1)], {}, [{}]])
      refused(await chess().post(path, body), 400, 50035)
    const bearer = games.bearer(await games.tokenOf('bob'))
    assert.equal((await bearer.post(path, changes)).status, 403)
  })

  test('an unknown user is 404/10013, and nothing is applied', async () => {
    const { id } = await created({ members: [{ id: games.userId('bob') }] })
    const unknown = '175928847299117063'
    const before = await found(id)
    const listed = [{ id: games.userId('cat') }, { id: unknown }]
    refused(await chess().post('/lobbies', { members: listed }), 404, 10013)
    refused(await chess().patch(`/lobbies/${id}`, { metadata: { a: 'b' }, members: listed }), 404, 10013)
    refused(await chess().post(`/lobbies/${id}/members/bulk`, listed), 404, 10013)
    refused(await chess().put(`/lobbies/${id}/members/${unknown}`, {}), 404, 10013)
    refused(await chess().put(`/lobbies/${id}/members/${games.userId('watcher')}`, {}), 404, 10013, 'a bot')
    assert.deepEqual(await found(id), before)
    assert.equal((await chess().delete(`/lobbies/${id}/members/${unknown}`)).status, 204)
  })

  test('a player leaves a lobby with a secret only, and may come back', async () => {
    const bob = games.bearer(await games.tokenOf('bob'))
    const { body: lobby } = await bob.put<Lobby>('/lobbies', { secret: 'leaving' })
    for (let times = 0; times < 2; times += 1)
      assert.equal((await bob.delete(`/lobbies/${lobby.id}/members/@me`)).status, 204)
    assert.deepEqual(idsOf(await found(lobby.id)), [])
    assert.equal((await bob.put<Lobby>('/lobbies', { secret: 'leaving' })).body.id, lobby.id)
    const own = await created({ members: [{ id: games.userId('bob') }] })
    refused(await bob.delete(`/lobbies/${own.id}/members/@me`), 403, 50013)
    assert.deepEqual(idsOf(await found(own.id)), ids('bob'))
    refused(await bob.delete('/lobbies/1/members/@me'), 404, 10031)
    refused(
      await games.bearer(await games.tokenOf('bob', 'rival')).delete(`/lobbies/${lobby.id}/members/@me`),
      404,
      10031,
    )
  })

  test('a lobby of another game responds as unknown and stays', async () => {
    const { id } = await created({ metadata: { a: 'b' }, members: [{ id: games.userId('bob') }] })
    const before = await found(id)
    const rival = games.bot('rival')
    refused(await rival.get(`/lobbies/${id}`), 404, 10031)
    refused(await rival.patch(`/lobbies/${id}`, { metadata: null }), 404, 10031)
    refused(await rival.put(`/lobbies/${id}/members/${games.userId('eve')}`, {}), 404, 10031)
    refused(await rival.post(`/lobbies/${id}/members/bulk`, [{ id: games.userId('eve') }]), 404, 10031)
    refused(await rival.delete(`/lobbies/${id}/members/${games.userId('bob')}`), 404, 10031)
    assert.equal((await rival.delete(`/lobbies/${id}`)).status, 204)
    assert.deepEqual(await found(id), before)
  })

  test('players and people may not call operations of the back end', async () => {
    const { id } = await created()
    const path = `/lobbies/${id}`
    for (const caller of [games.bearer(await games.tokenOf('bob')), games.person('ann')]) {
      const answers = [
        await caller.post('/lobbies', {}),
        await caller.get(path),
        await caller.patch(path, { metadata: { a: 'b' } }),
        await caller.delete(path),
        await caller.put(`${path}/members/${games.userId('bob')}`, {}),
        await caller.delete(`${path}/members/${games.userId('bob')}`),
        await caller.post(`${path}/members/bulk`, [{ id: games.userId('bob') }]),
      ]
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([403]))
    }
    assert.deepEqual((await found(id)).members, [])
  })

  test('lobby flag 1: PUT refuses users who have not authorized the game, and bulk drops them', async () => {
    await games.tokenOf('cat')
    const { id, flags } = await created({ flags: 1 })
    assert.equal(flags, 1)
    const stranger = games.userId('ann')
    refused(await chess().put(`/lobbies/${id}/members/${stranger}`, {}), 403, 50001)
    refused(await chess().post('/lobbies', { flags: 1, members: [{ id: stranger }] }), 403, 50001)
    const listed = [{ id: stranger }, { id: games.userId('cat') }]
    const added = await chess().post<Member[]>(`/lobbies/${id}/members/bulk`, listed)
    assert.deepEqual(
      added.body.map((member) => member.id),
      ids('cat'),
    )
    assert.equal((await chess().patch<Lobby>(`/lobbies/${id}`, { flags: 0 })).body.flags, 0)
    assert.equal((await chess().put(`/lobbies/${id}/members/${stranger}`, {})).status, 200)
  })
})

test('[LOB-8] an idle lobby is deleted after its timeout by the clock', async () => {
  games = await startGames()
  await using _closing = games
  const { clock } = games.platform
  const exists = async (id: string) => {
    await games.settle()
    return (await chess().get(`/lobbies/${id}`)).status === 200
  }
  const [short, usual, long] = [
    await created({ idle_timeout_seconds: 5 }),
    await created(),
    await created({ idle_timeout_seconds: 604_800 }),
  ]
  clock.advance(4_000)
  assert.equal(await exists(short.id), true)
  clock.advance(1_500)
  await until('the short lobby is deleted', async () => !(await exists(short.id)))
  assert.equal(await exists(usual.id), true)
  await chess().patch(`/lobbies/${usual.id}`, { idle_timeout_seconds: 400 })
  clock.advance(310_000)
  assert.equal(await exists(usual.id), true, 'the new timeout counts from the begin of the idle time')
  clock.advance(90_000)
  await until('the usual lobby is deleted', async () => !(await exists(usual.id)))
  clock.advance(6 * DAY_MS)
  assert.equal(await exists(long.id), true)
  clock.advance(DAY_MS)
  await until('the long lobby is deleted', async () => !(await exists(long.id)))
})

test('[END-19] a secret is valid for 30 days; the lobby outlives it', async () => {
  games = await startGames()
  await using _closing = games
  const { gateway } = await games.play('bob')
  const bob = games.bearer(await games.tokenOf('bob'))
  const first = await bob.put<Lobby>('/lobbies', { secret: 's' })
  await gateway.next('LOBBY_CREATE')
  // Tokens expire after a week, so the session is renewed; the lobby is never idle for its timeout.
  await chess().patch(`/lobbies/${first.body.id}`, { idle_timeout_seconds: 604_800 })
  for (let day = 0; day < 30; day += 6) games.platform.clock.advance(Math.min(6, 30 - day) * DAY_MS - 60_000)
  const late = games.bearer(await games.tokenOf('cat'))
  const joined = await late.put<Lobby>('/lobbies', { secret: 's' })
  assert.equal(joined.body.id, first.body.id)
  games.platform.clock.advance(10 * 60_000)
  const fresh = await late.put<Lobby>('/lobbies', { secret: 's' })
  assert.notEqual(fresh.body.id, first.body.id)
  assert.equal((await chess().get(`/lobbies/${first.body.id}`)).status, 200)
})

test('a lobby has 1,000 members, and a user 200 lobbies of a game', async () => {
  const stage = await startWithRows({ world: gamesWorld } as never)
  try {
    const { world } = stage.platform
    assert.ok(world)
    const bot = api(stage.platform.api, `Bot ${world.applications.chess?.bot?.token}`)
    const applicationId = world.applications.chess?.id
    const [bob, cat, eve] = ['bob', 'cat', 'eve'].map((name) => world.users[name]?.id ?? '')
    const { body: lobby } = await bot.post<Lobby>('/lobbies', {})
    const rows = (count: number, row: (n: number) => string) => Array.from({ length: count }, (_, n) => row(n)).join()
    const data = '\'{"metadata":null,"additional_name":null}\''
    const columns = 'lobby_members (lobby_id, user_id, application_id, flags, data)'
    await stage.sql(
      `INSERT INTO ${columns} VALUES ${rows(999, (n) => `(${lobby.id}, ${n + 1}, ${applicationId}, 0, ${data})`)}`,
    )
    assert.equal((await bot.put(`/lobbies/${lobby.id}/members/${bob}`, {})).status, 200, 'the 1,000th')
    refused(await bot.put(`/lobbies/${lobby.id}/members/${cat}`, {}), 400, 30019, 'the 1,001st')
    refused(await bot.post(`/lobbies/${lobby.id}/members/bulk`, [{ id: cat }]), 400, 30019)
    const swapped = [{ id: bob, remove_member: true }, { id: cat }]
    assert.equal((await bot.post(`/lobbies/${lobby.id}/members/bulk`, swapped)).status, 200, 'one leaves first')
    assert.equal((await bot.put(`/lobbies/${lobby.id}/members/${cat}`, { flags: 1 })).status, 200, 'a member changes')

    await stage.sql(
      `INSERT INTO ${columns} VALUES ${rows(200, (n) => `(${n + 1}, ${eve}, ${applicationId}, 0, ${data})`)}`,
    )
    const { body: other } = await bot.post<Lobby>('/lobbies', {})
    refused(await bot.put(`/lobbies/${other.id}/members/${eve}`, {}), 403, 50001, 'the 201st lobby')
    const dropped = await bot.post<Member[]>(`/lobbies/${other.id}/members/bulk`, [{ id: eve }, { id: bob }])
    assert.deepEqual(
      dropped.body.map(({ id }) => id),
      [bob],
    )
  } finally {
    await stage.close()
  }
})

test('[LIM-18] an application without approval makes 100 requests of one kind in two hours', async () => {
  const { chess: unapproved, rival, ...applications } = gamesWorld.applications
  const world = {
    ...gamesWorld,
    applications: { ...applications, chess: unapproved, rival: { ...rival, approvals: ['social_layer'] } },
  }
  games = await startGames({ world, rateLimits: 'documented' } as never)
  await using _closing = games
  const statuses = { chess: new Set<number>(), rival: new Set<number>() }
  for (let n = 0; n < 101; n += 1) {
    games.platform.clock.advance(100)
    for (const application of ['chess', 'rival'] as const) {
      statuses[application].add((await games.bot(application).post('/lobbies', {})).status)
    }
    if (n === 99) assert.deepEqual([...statuses.chess], [201])
  }
  assert.deepEqual([...statuses.chess], [201, 429])
  assert.deepEqual([...statuses.rival], [201])
})
