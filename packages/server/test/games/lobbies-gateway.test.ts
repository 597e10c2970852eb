/** Lobbies at the gateway: who receives which event, from READY to the end of a lobby. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { Intent } from '@guildhall/protocol'
import { api, type Frame, RawGateway } from '@guildhall/testing'
import { type Games, gamesWorld, startGames } from '../support/games.ts'
import { named, TRANSPORTS } from '../support/gateway-lab.ts'
import { startWithRows } from '../support/rows.ts'
import { until } from '../support/until.ts'

interface GatewayMember {
  id: string
  metadata: Record<string, string> | null
  flags: number
  connected: boolean
  user?: { id: string; username: string; global_name: string | null }
}

interface GatewayLobby {
  id: string
  application_id: string
  metadata: Record<string, string> | null
  members: GatewayMember[]
  voice_states: unknown[]
  region: string | null
}

const AUTO_LOBBY_CONNECT = 1 << 16
const LOBBIES = 1 << 27
const LOBBY_DELETE = 1 << 28

let games: Games
const chess = () => games.bot('chess')
const isLobbyEvent = (frame: Frame) => frame.t?.startsWith('LOBBY_') ?? false

/** Runs a test on its own platform. */
function lobbyTest(title: string, run: (t: TestContext) => Promise<void>): void {
  test(title, async (t) => {
    games = await startGames()
    try {
      await run(t)
    } finally {
      await games[Symbol.asyncDispose]()
    }
  })
}

async function create(members: readonly string[], body: object = {}): Promise<string> {
  const listed = members.map((user) => ({ id: games.userId(user) }))
  const made = await chess().post<{ id: string }>('/lobbies', { ...body, members: listed })
  assert.equal(made.status, 201)
  return made.body.id
}

/** Adds nothing but an event in the lobby, which arrives after all earlier ones. */
async function passed(gateway: RawGateway, lobbyId: string, mark: string): Promise<void> {
  await chess().patch(`/lobbies/${lobbyId}`, { metadata: { mark } })
  await gateway.next(
    (frame) => frame.t === 'LOBBY_UPDATE' && (frame.d as { metadata?: { mark?: string } }).metadata?.mark === mark,
  )
}

lobbyTest('a new member receives LOBBY_CREATE, and the others LOBBY_MEMBER_ADD', async () => {
  const { gateway: bob } = await games.play('bob')
  const { gateway: cat } = await games.play('cat')
  const id = await create(['bob'], { metadata: { map: 'a' } })
  const first = await bob.next<GatewayLobby>('LOBBY_CREATE')
  assert.deepEqual(first.d.metadata, { map: 'a' })
  assert.deepEqual(
    [first.d.id, first.d.application_id, first.d.voice_states, first.d.region],
    [id, games.applicationId('chess'), [], null],
  )
  assert.deepEqual(
    first.d.members.map(({ id, connected, user }) => [id, connected, user?.id]),
    [[games.userId('bob'), true, games.userId('bob')]],
  )
  await chess().put(`/lobbies/${id}/members/${games.userId('cat')}`, { metadata: { team: 'red' } })
  const added = await bob.next<{ member: GatewayMember; lobby_id: string; application_id: string }>('LOBBY_MEMBER_ADD')
  const { user, ...member } = added.d.member
  assert.deepEqual(member, { id: games.userId('cat'), metadata: { team: 'red' }, flags: 0, connected: true })
  assert.equal(user?.username, 'cat')
  assert.deepEqual([added.d.lobby_id, added.d.application_id], [id, games.applicationId('chess')])
  const create2 = await cat.next<GatewayLobby>('LOBBY_CREATE')
  assert.deepEqual(create2.d.members.map((one) => one.id).sort(), [games.userId('bob'), games.userId('cat')].sort())
  await cat.none('LOBBY_MEMBER_ADD', () => passed(cat, id, 'end'))
  await Promise.all([bob.close(), cat.close()])
})

lobbyTest('only sessions of the lobby’s game whose user is a member receive its events', async () => {
  const id = await create(['bob'])
  const bobToken = await games.tokenOf('bob')
  const strangers = [
    (await games.play({ token: await games.tokenOf('bob', 'rival') })).gateway,
    (await games.play({ token: await games.tokenOf('bob', 'chess', 'sdk.social_layer_presence') })).gateway,
    (await games.play('cat')).gateway,
    await games.watch('bob'),
    await games.watch('chess', 1),
    (await games.play({ token: bobToken }, { intents: Intent.DIRECT_MESSAGES })).gateway,
  ]
  const { gateway: bob } = await games.play({ token: bobToken })
  await bob.next('LOBBY_CREATE')
  for (const stranger of strangers) {
    await stranger.none(isLobbyEvent, async () => {
      await chess().put(`/lobbies/${id}/members/${games.userId('eve')}`, {})
      await passed(bob, id, Math.random().toString())
      await chess().delete(`/lobbies/${id}/members/${games.userId('eve')}`)
      await bob.next('LOBBY_MEMBER_REMOVE')
    })
  }
  await Promise.all([bob, ...strangers].map((gateway) => gateway.close()))
})

lobbyTest('events need the intents LOBBIES and LOBBY_DELETE', async () => {
  const id = await create(['bob'])
  const token = await games.tokenOf('bob')
  const { gateway: updates } = await games.play({ token }, { intents: LOBBIES })
  const { gateway: deletes, ready } = await games.play(
    { token },
    { intents: LOBBY_DELETE, capabilities: AUTO_LOBBY_CONNECT },
  )
  assert.deepEqual(ready.lobbies, [])
  await updates.next('LOBBY_CREATE')
  await passed(updates, id, 'x')
  await chess().delete(`/lobbies/${id}`)
  const { d } = await deletes.next(isLobbyEvent)
  assert.deepEqual(d, { id, reason: 'deleted' })
  await updates.none('LOBBY_DELETE', () => games.settle())
  await Promise.all([updates.close(), deletes.close()])
})

lobbyTest('changes are sent once, and requests that change nothing send nothing', async () => {
  const id = await create(['bob', 'cat'], { metadata: { map: 'a' } })
  const { gateway: bob } = await games.play('bob')
  await bob.next('LOBBY_CREATE')
  const cat = `/lobbies/${id}/members/${games.userId('cat')}`
  await bob.none(
    isLobbyEvent,
    async () => {
      await chess().patch(`/lobbies/${id}`, { metadata: { map: 'a' }, idle_timeout_seconds: 400 })
      await chess().patch(`/lobbies/${id}`, {})
      await chess().put(cat, {})
      await chess().post(`/lobbies/${id}/members/bulk`, [{ id: games.userId('cat'), flags: 0 }])
      await chess().delete(`/lobbies/${id}/members/${games.userId('eve')}`)
      await chess().put(`/lobbies/${id}/members/1`, {})
    },
    { trigger: () => games.person('bob').patch('/users/@me', { global_name: 'Bo' }), event: 'USER_UPDATE' },
  )
  assert.equal((await bob.next<{ member: GatewayMember }>('LOBBY_MEMBER_UPDATE')).d.member.user?.global_name, 'Bo')
  await games.person('cat').patch('/users/@me', { global_name: 'Kit' })
  const renamed = await bob.next<{ member: GatewayMember }>('LOBBY_MEMBER_UPDATE')
  assert.deepEqual([renamed.d.member.id, renamed.d.member.user?.global_name], [games.userId('cat'), 'Kit'])
  await chess().put(cat, { flags: 1 })
  const updated = await bob.next<{ member: GatewayMember }>('LOBBY_MEMBER_UPDATE')
  assert.deepEqual([updated.d.member.flags, updated.d.member.connected], [1, false])
  await chess().patch(`/lobbies/${id}`, { metadata: { map: 'b' } })
  const changed = await bob.next<GatewayLobby>('LOBBY_UPDATE')
  assert.deepEqual([changed.d.metadata, changed.d.members.length], [{ map: 'b' }, 2])
  await chess().patch(`/lobbies/${id}`, { members: [{ id: games.userId('bob') }, { id: games.userId('eve') }] })
  assert.equal((await bob.next<{ member: GatewayMember }>('LOBBY_MEMBER_REMOVE')).d.member.id, games.userId('cat'))
  assert.equal((await bob.next<{ member: GatewayMember }>('LOBBY_MEMBER_ADD')).d.member.id, games.userId('eve'))
  await bob.none(isLobbyEvent, () => games.settle())
  await bob.close()
})

lobbyTest(
  'a removed member receives LOBBY_DELETE with reason removed, a member of a deleted lobby with deleted',
  async () => {
    const id = await create(['bob', 'cat'])
    const { gateway: bob } = await games.play('bob')
    const { gateway: cat } = await games.play('cat')
    await Promise.all([bob.next('LOBBY_CREATE'), cat.next('LOBBY_CREATE')])
    await chess().delete(`/lobbies/${id}/members/${games.userId('cat')}`)
    assert.deepEqual((await cat.next('LOBBY_DELETE')).d, { id, reason: 'removed' })
    const removed = await bob.next<{ member: GatewayMember; lobby_id: string }>('LOBBY_MEMBER_REMOVE')
    assert.deepEqual([removed.d.member.id, removed.d.lobby_id], [games.userId('cat'), id])
    await cat.none(isLobbyEvent, () => passed(bob, id, 'y'))
    await chess().delete(`/lobbies/${id}`)
    assert.deepEqual((await bob.next('LOBBY_DELETE')).d, { id, reason: 'deleted' })
    await cat.none(isLobbyEvent, () => games.settle())
    await Promise.all([bob.close(), cat.close()])
  },
)

lobbyTest(
  'LOBBY_MEMBER_CONNECT and LOBBY_MEMBER_DISCONNECT follow the first and the last session of a member',
  async () => {
    const id = await create(['bob', 'cat'])
    const { gateway: bob } = await games.play('bob')
    const { d } = await bob.next<GatewayLobby>('LOBBY_CREATE')
    const connectedNow = new Map(d.members.map((member) => [member.id, member.connected]))
    assert.deepEqual([connectedNow.get(games.userId('bob')), connectedNow.get(games.userId('cat'))], [true, false])
    const { gateway: one, token } = await games.play('cat')
    const connected = await bob.next<{ member: GatewayMember; lobby_id: string }>('LOBBY_MEMBER_CONNECT')
    const { member } = connected.d
    assert.deepEqual([connected.d.lobby_id, member.id, member.connected], [id, games.userId('cat'), true])
    const { gateway: two } = await games.play({ token })
    await two.next('LOBBY_CREATE')
    await two.none('LOBBY_MEMBER_CONNECT', () => one.close())
    await bob.none('LOBBY_MEMBER_DISCONNECT', () => passed(bob, id, 'another session is left'))
    await two.drop()
    await bob.none('LOBBY_MEMBER_DISCONNECT', () => passed(bob, id, 'the session may be resumed'))
    for (let passedMs = 0; passedMs < 180_000; passedMs += 36_000) {
      games.wallClock.advance(36_000)
      await bob.heartbeat()
    }
    const gone = await bob.next<{ member: GatewayMember }>('LOBBY_MEMBER_DISCONNECT')
    assert.deepEqual([gone.d.member.id, gone.d.member.connected], [games.userId('cat'), false])
    await bob.close()
  },
)

lobbyTest('READY has the lobbies of a session with AUTO_LOBBY_CONNECT, and no LOBBY_CREATE follows', async () => {
  const token = await games.tokenOf('eve')
  const ids = [await create(['eve', 'bob']), await create(['eve'])].sort()
  const { ready, gateway } = await games.play<{ lobbies: GatewayLobby[] }>(
    { token },
    { capabilities: AUTO_LOBBY_CONNECT },
  )
  const lobbies = ready.lobbies.filter((lobby) => ids.includes(lobby.id))
  assert.deepEqual(lobbies.map((lobby) => lobby.id).sort(), ids)
  assert.equal(lobbies[0]?.members.find((member) => member.id === games.userId('eve'))?.connected, true)
  await gateway.none(isLobbyEvent, () => games.settle())
  await passed(gateway, ids[0] ?? '', 'z')
  const { ready: streamed, gateway: other } = await games.play<{ lobbies: GatewayLobby[] }>({ token })
  assert.deepEqual(streamed.lobbies, [])
  const received = [await other.next<GatewayLobby>('LOBBY_CREATE'), await other.next<GatewayLobby>('LOBBY_CREATE')]
  assert.deepEqual(received.map((frame) => frame.d.id).sort(), ids)
  await Promise.all([gateway.close(), other.close()])
  for (const id of ids) await chess().delete(`/lobbies/${id}`)
})

lobbyTest('events of lobbies arrive in every encoding and compression', async (t) => {
  const id = await create(['bob'])
  const token = await games.tokenOf('bob')
  for (const { name, query, payload } of TRANSPORTS) {
    await t.test(name, async () => {
      const { gateway } = await games.play({ token }, { compress: payload === true }, query)
      await gateway.next(named('LOBBY_CREATE'))
      await passed(gateway, id, name)
      await gateway.close()
    })
  }
})

lobbyTest('Resume sends missed events of lobbies, but none of a lobby that the user has left meanwhile', async () => {
  const [kept, lost] = [await create(['bob']), await create(['bob'])]
  const { gateway } = await games.play('bob')
  for (let streamed = 0; streamed < 2; streamed += 1)
    await gateway.next(({ t, d }) => t === 'LOBBY_CREATE' && [kept, lost].includes(String(d?.id)))
  await gateway.drop()
  await games.settle()
  await chess().patch(`/lobbies/${kept}`, { metadata: { missed: '1' } })
  await chess().patch(`/lobbies/${lost}`, { metadata: { secret: '1' } })
  await chess().put(`/lobbies/${lost}/members/${games.userId('cat')}`, {})
  await chess().delete(`/lobbies/${lost}/members/${games.userId('bob')}`)
  await chess().patch(`/lobbies/${lost}`, { metadata: { secret: '2' } })
  const joined = await create(['bob'])
  await games.settle()
  const resumed = await gateway.resume()
  const missed = []
  for (
    let frame = await resumed.next(({ op }) => op === 0);
    frame.t !== 'RESUMED';
    frame = await resumed.next(({ op }) => op === 0)
  ) {
    if (isLobbyEvent(frame as never)) missed.push([frame.t, frame.d.id])
  }
  // The lobby is read for LOBBY_CREATE, which may therefore follow RESUMED.
  if (missed.length < 3) missed.push(['LOBBY_CREATE', (await resumed.next('LOBBY_CREATE')).d.id])
  assert.deepEqual(missed, [
    ['LOBBY_UPDATE', kept],
    ['LOBBY_DELETE', lost],
    ['LOBBY_CREATE', joined],
  ])
  await resumed.none(isLobbyEvent, () => chess().patch(`/lobbies/${lost}`, { metadata: { secret: '3' } }))
  await passed(resumed, kept, 'after')
  await resumed.close()
})

lobbyTest('a lobby is not idle while a session of a member exists', async () => {
  const id = await create(['bob'], { idle_timeout_seconds: 5 })
  const { gateway } = await games.play('bob')
  await gateway.next(named('LOBBY_CREATE', { id }))
  games.platform.clock.advance(3_600_000)
  await passed(gateway, id, 'an hour')
  await gateway.drop()
  await games.settle()
  games.platform.clock.advance(3_600_000)
  assert.equal((await chess().get(`/lobbies/${id}`)).status, 200, 'the session may be resumed')
  games.wallClock.advance(180_000)
  await games.settle()
  const { gateway: again } = await games.play('bob')
  await again.next(named('LOBBY_CREATE', { id }))
  games.platform.clock.advance(6_000)
  await passed(again, id, 'the timer was reset')
  await again.close()
  await until('the idle lobby is deleted', async () => {
    if ((await chess().get(`/lobbies/${id}`)).status !== 200) return true
    games.platform.clock.advance(5_000)
    return false
  })
})

lobbyTest('Resume with a token of more scopes makes the lobbies visible', async () => {
  const id = await create(['bob', 'cat'])
  const { gateway: cat } = await games.play('cat')
  await cat.next('LOBBY_CREATE')
  const small = await games.tokenOf('bob', 'chess', 'sdk.social_layer_presence')
  const { gateway, ready } = await games.play({ token: small })
  assert.deepEqual(ready.lobbies, [])
  await cat.none('LOBBY_MEMBER_CONNECT', () => passed(cat, id, 'not connected to lobbies'))
  const { seq, sessionId } = gateway
  await gateway.drop()
  const large = await games.tokenOf('bob', 'chess', 'sdk.social_layer sdk.social_layer_presence')
  const resumed = await games.connect()
  await resumed.next(10)
  resumed.send(6, { token: `Bearer ${large}`, session_id: sessionId, seq })
  await resumed.next('RESUMED')
  assert.equal((await resumed.next('LOBBY_CREATE')).d.id, id)
  assert.equal((await cat.next<{ member: GatewayMember }>('LOBBY_MEMBER_CONNECT')).d.member.id, games.userId('bob'))
  await passed(resumed, id, 'visible')
  await Promise.all([resumed.close(), cat.close()])
})

lobbyTest('LOBBY_CREATE of a cached lobby has the present names of its members', async () => {
  const id = await create(['bob', 'cat'])
  const { gateway: bob } = await games.play('bob')
  await bob.next('LOBBY_CREATE')
  await games.person('cat').patch('/users/@me', { global_name: 'Cat the Great' })
  const { gateway: other } = await games.play('bob')
  const { d } = await other.next<{ id: string; members: { id: string; user: Record<string, unknown> }[] }>(
    'LOBBY_CREATE',
  )
  const cat = d.members.find((member) => member.id === games.userId('cat'))
  assert.deepEqual(cat?.user, {
    id: games.userId('cat'),
    username: 'cat',
    discriminator: '0',
    global_name: 'Cat the Great',
    avatar: null,
    public_flags: 0,
  })
  assert.equal(d.id, id)
  await Promise.all([bob.close(), other.close()])
})

test('large lobbies reach a client: READY has some of them, and LOBBY_CREATE follows for the others', async () => {
  const stage = await startWithRows({ world: gamesWorld } as never)
  try {
    const { world, api: base, gateway: address } = stage.platform
    assert.ok(world)
    const bob = world.users.bob?.id ?? ''
    const chess = world.applications.chess
    const bot = api(base, `Bot ${chess?.bot?.token}`)
    const hash = createHash('sha256').update('bob in chess').digest('base64url')
    await stage.sql(
      `INSERT INTO tokens (hash, kind, user_id, application_id, scopes, created_at, expires_at) VALUES ('${hash}', 'bearer', ${bob}, ${chess?.id}, 'sdk.social_layer', 0, NULL)`,
    )
    const data = JSON.stringify({ metadata: { k: '🌟'.repeat(999) }, additional_name: null })
    for (let lobbies = 0; lobbies < 4; lobbies += 1) {
      const { id } = (await bot.post<{ id: string }>('/lobbies', { members: [{ id: bob }] })).body
      const rows = Array.from({ length: 999 }, (_, n) => `(${id}, ${n + 1}, ${chess?.id}, 0, '${data}')`)
      await stage.sql(
        `INSERT INTO lobby_members (lobby_id, user_id, application_id, flags, data) VALUES ${rows.join()}`,
      )
    }
    const gateway = await RawGateway.connect(address, { compress: 'zlib-stream' })
    const identify = { token: 'Bearer bob in chess', capabilities: AUTO_LOBBY_CONNECT, intents: undefined as never }
    const { lobbies } = await gateway.identify<{ lobbies: GatewayLobby[] }>(identify)
    assert.equal(lobbies.length, 2)
    for (let others = lobbies.length; others < 4; others += 1) {
      assert.equal((await gateway.next<GatewayLobby>('LOBBY_CREATE')).d.members.length, 1_000)
    }
    await gateway.close()
  } finally {
    await stage.close()
  }
})
