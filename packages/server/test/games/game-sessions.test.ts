/** Gateway sessions of games: Identify with a player's OAuth2 token, READY, and what a session may not do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Games, startGames } from '../support/games.ts'
import { TRANSPORTS } from '../support/gateway-lab.ts'

const DAY_MS = 86_400_000

const PRESENCE_SCOPES = [
  'activities.invites.write',
  'activities.read',
  'activities.write',
  'application_identities.write',
  'gateway.connect',
  'identify',
  'relationships.read',
  'relationships.write',
]

test('[SDK-12] [AUT-28] READY of a game has the user, the application and the scopes, and no guild', async () => {
  await using games = await startGames()
  const token = await games.tokenOf('bob', 'chess', 'openid sdk.social_layer_presence')
  const { ready, gateway } = await games.play({ token })
  const { user, session_id, resume_gateway_url, application, ...rest } = ready
  assert.equal((user as { id: string }).id, games.userId('bob'))
  assert.equal('email' in (user as object), false)
  assert.equal(session_id, gateway.sessionId)
  assert.equal(resume_gateway_url, games.platform.gateway)
  assert.deepEqual(application, {
    id: games.applicationId('chess'),
    name: 'Chess',
    parent_id: null,
    flags: 1 << 27,
    flags_new: String(1 << 27),
  })
  assert.deepEqual(rest, {
    v: 10,
    session_type: 'normal',
    scopes: [...PRESENCE_SCOPES, 'openid', 'sdk.social_layer_presence'].sort(),
    relationships: [],
    game_relationships: [],
    private_channels: [],
    presences: [],
    lobbies: [],
    users: [],
    user_application_profiles: {},
    feature_flags: { disabled_functions: [], disabled_gateway_events: [] },
    _trace: [],
  })
  await gateway.close()
})

test('[AUT-28] [SDK-11] a game connects in every encoding and compression and receives USER_UPDATE', async (t) => {
  await using games = await startGames()
  const token = await games.tokenOf('bob')
  for (const { name, query, payload } of TRANSPORTS) {
    await t.test(name, async () => {
      const { gateway, ready } = await games.play({ token }, { compress: payload === true }, query)
      assert.deepEqual(Object.keys(ready.user as object).includes('email'), false)
      await games.person('bob').patch('/users/@me', { global_name: `Bob ${name}`.slice(0, 30) })
      const { d } = await gateway.next('USER_UPDATE')
      assert.equal(d.id, games.userId('bob'))
      assert.equal('email' in d, false)
      await gateway.close()
    })
  }
})

async function closeCode(games: Games, op: number, d: object): Promise<number> {
  const gateway = await games.connect()
  await gateway.next(10)
  gateway.send(op, d)
  return (await gateway.closed).code
}

test('[SDK-12] [AUT-28] Identify with a Bearer token closes with 4004 without gateway.connect and identify', async () => {
  await using games = await startGames()
  const full = await games.tokenOf('bob')
  const rows: [name: string, token: string][] = [
    ['identify only', `Bearer ${await games.tokenOf('bob', 'rival', 'identify')}`],
    ['gateway.connect only', `Bearer ${await games.tokenOf('ann', 'rival', 'gateway.connect')}`],
    ['no scheme', full],
    ['scheme of bots', `Bot ${full}`],
    ['scheme in lower case', `bearer ${full}`],
    ["a person's token as Bearer", `Bearer ${games.personToken('bob')}`],
    ['unknown', 'Bearer x'],
    ['empty', 'Bearer '],
  ]
  for (const [name, token] of rows) {
    assert.equal(await closeCode(games, 2, { token, properties: {} }), 4004, name)
    assert.equal(await closeCode(games, 6, { token, session_id: 'x', seq: 0 }), 4004, `${name}: Resume`)
  }
})

test('Identify of a game accepts the intents of games and closes with 4013 for all others', async () => {
  await using games = await startGames()
  const token = await games.tokenOf('bob')
  const allowed = [12, 13, 14, 18, 19, 22, 23, 25, 27, 28].map((bit) => 2 ** bit)
  for (const intents of [undefined, null, 0, ...allowed, allowed.reduce((all, bit) => all | bit, 0)]) {
    const { gateway } = await games.play({ token }, { intents })
    await gateway.close()
  }
  for (const intents of [1, 2, 1 << 8, 1 << 9, 1 << 15, 1 << 17, 2 ** 29, 2 ** 31, 2 ** 53, -1, 1.5, '0', 53608447]) {
    assert.equal(await closeCode(games, 2, { token: `Bearer ${token}`, intents, properties: {} }), 4013, `${intents}`)
  }
})

test('a game receives no event of a guild, also of one that its player joins while it is connected', async () => {
  await using games = await startGames()
  const { gateway } = await games.play('cat')
  await games.play('bob')
  const lab = games.guildId('lab')
  const channel = games.channelId('lab', 'general')
  const watcher = await games.watch('watcher')
  const invite = await games.person('ann').post<{ code: string }>(`/channels/${channel}/invites`, {})
  const isOfGuild = ({ t }: { t: string | null }) =>
    /^(GUILD|CHANNEL|MESSAGE|THREAD|PRESENCE|TYPING|INVITE)_/.test(t ?? '')
  await gateway.none(isOfGuild, async () => {
    assert.equal((await games.person('cat').post(`/invites/${invite.body.code}`, {})).status, 200)
    await watcher.next('GUILD_MEMBER_ADD')
    await games.person('ann').post(`/channels/${channel}/messages`, { content: `<@${games.userId('cat')}>` })
    await games.person('ann').post(`/channels/${channel}/typing`)
    await games.person('ann').patch(`/guilds/${lab}`, { name: 'Laboratory' })
    await watcher.next('GUILD_UPDATE')
  })
  // Commands about guilds are ignored.
  await gateway.none(isOfGuild, async () => {
    gateway.send(8, { guild_id: lab, query: '', limit: 0 })
    gateway.send(4, { guild_id: lab, channel_id: channel, self_mute: false, self_deaf: false })
    gateway.send(31, { guild_ids: [lab] })
    gateway.send(43, { guild_id: lab, fields: ['status'] })
  })
  await gateway.close()
})

test('[AUT-25] a token of a publisher closes with 4004', async () => {
  const { applications, ...world } = (await import('../support/games.ts')).gamesWorld
  const { chess, rival, watcher } = applications
  const linked = { chess, watcher, rival: { ...rival, parent: 'chess' } }
  await using games = await startGames({ world: { ...world, applications: linked } })
  const token = await games.tokenOf('bob', 'chess')
  assert.equal(await closeCode(games, 2, { token: `Bearer ${token}`, properties: {} }), 4004)
})

test('[AUT-23] a session ends with 4004 when its token expires, and a new token opens another', async () => {
  await using games = await startGames()
  const { gateway, token } = await games.play('bob')
  games.platform.clock.advance(7 * DAY_MS - 60_000)
  await gateway.heartbeat()
  const later = await games.play('bob')
  games.platform.clock.advance(60_000)
  assert.equal((await gateway.closed).code, 4004)
  assert.equal((await games.bearer(token).get('/users/@me')).status, 401)
  assert.equal(await closeCode(games, 2, { token: `Bearer ${token}`, properties: {} }), 4004)
  await later.gateway.heartbeat()
  await later.gateway.close()
})

test('[AUT-23] a session that was resumed with a new token outlives the old one', async () => {
  await using games = await startGames()
  const { gateway } = await games.play('bob')
  games.platform.clock.advance(6 * DAY_MS)
  const fresh = await games.tokenOf('bob')
  await gateway.drop()
  const again = await games.connect()
  await again.next(10)
  again.send(6, { token: `Bearer ${fresh}`, session_id: gateway.sessionId, seq: gateway.seq })
  await again.next('RESUMED')
  games.platform.clock.advance(2 * DAY_MS)
  await again.heartbeat()
  games.platform.clock.advance(5 * DAY_MS)
  assert.equal((await again.closed).code, 4004)
})

test('Resume requires a token of the same player and game with all scopes of the session', async () => {
  await using games = await startGames()
  const { gateway } = await games.play('bob')
  await gateway.drop()
  const foreign: [name: string, token: string][] = [
    ['another game', `Bearer ${await games.tokenOf('bob', 'rival')}`],
    ['another player', `Bearer ${await games.tokenOf('cat')}`],
    ['fewer scopes', `Bearer ${await games.tokenOf('bob', 'chess', 'sdk.social_layer_presence')}`],
    ['the person', games.personToken('bob')],
  ]
  const resume = async (token: string, sessionId: string | undefined) => {
    const again = await games.connect()
    await again.next(10)
    again.send(6, { token, session_id: sessionId, seq: 1 })
    return again
  }
  for (const [name, token] of foreign) {
    const again = await resume(token, gateway.sessionId)
    assert.equal((await again.next(9)).d, false, name)
    await again.close()
  }
  const person = await games.watch('bob')
  await person.drop()
  const stolen = await resume(`Bearer ${await games.tokenOf('bob')}`, person.sessionId)
  assert.equal((await stolen.next(9)).d, false)
  const own = await resume(`Bearer ${await games.tokenOf('bob')}`, gateway.sessionId)
  await own.next('RESUMED')
  await own.close()
})

test('revoking a token ends the sessions of that game and player only', async () => {
  await using games = await startGames()
  const { gateway, token } = await games.play('bob')
  const others = [
    (await games.play('cat')).gateway,
    (await games.play({ token: await games.tokenOf('bob', 'rival') })).gateway,
    await games.watch('bob'),
  ]
  const form = new URLSearchParams({ token, client_id: games.applicationId('chess'), client_secret: 's' })
  assert.equal((await games.person('bob').post('/oauth2/token/revoke', form)).status, 200)
  assert.equal((await gateway.closed).code, 4004)
  for (const other of others) {
    await other.heartbeat()
    await other.close()
  }
})

test('a player has at most 20 connected sessions in a game, and a dropped one makes room', async () => {
  await using games = await startGames()
  const token = await games.tokenOf('bob')
  const sessions = []
  for (let count = 0; count < 20; count += 1) sessions.push((await games.play({ token })).gateway)
  const identify = { token: `Bearer ${token}`, properties: {} }
  const refused = await games.connect()
  refused.send(2, identify)
  assert.equal((await refused.next(9)).d, false)
  const rival = await games.play({ token: await games.tokenOf('bob', 'rival') })
  await sessions[3]?.drop()
  await games.settle()
  refused.send(2, identify)
  await refused.next('READY')
  for (const gateway of [refused, rival.gateway]) await gateway.close()
})

test('a player identifies at most 30 times a minute in a game', async () => {
  await using games = await startGames({ rateLimits: 'documented' })
  const token = await games.tokenOf('bob')
  const other = await games.tokenOf('cat')
  for (let count = 0; count < 30; count += 1) await (await games.play({ token })).gateway.close()
  const refused = await games.connect()
  refused.send(2, { token: `Bearer ${token}`, properties: {} })
  assert.equal((await refused.next(9)).d, false)
  await (await games.play({ token: other })).gateway.close()
  games.platform.clock.advance(60_000)
  refused.send(2, { token: `Bearer ${token}`, properties: {} })
  await refused.next('READY')
  await refused.close()
})

test('READY has the relationships of the platform and of its game, and none without relationships.read', async () => {
  await using games = await startGames()
  const token = await games.tokenOf('bob')
  const others = { chess: await games.tokenOf('cat'), rival: await games.tokenOf('eve', 'rival') }
  const rival = await games.tokenOf('bob', 'rival')
  const id = (user: string) => games.userId(user)
  await games.person('bob').put(`/users/@me/relationships/${id('ann')}`, { type: 1 })
  await games.bearer(token).put(`/users/@me/game-relationships/${id('cat')}`, {})
  await games.bearer(others.chess).put(`/users/@me/game-relationships/${id('bob')}`, {})
  await games.bearer(rival).put(`/users/@me/game-relationships/${id('eve')}`, {})
  interface Lists {
    relationships: { id: string; type: number }[]
    game_relationships: { id: string; type: number; application_id: string }[]
    users: { id: string }[]
  }
  const { ready, gateway } = await games.play<Lists>({ token })
  assert.deepEqual(
    ready.relationships.map(({ id, type }) => [id, type]),
    [[id('ann'), 4]],
  )
  assert.deepEqual(
    ready.game_relationships.map(({ id, type, application_id }) => [id, type, application_id]),
    [[id('cat'), 1, games.applicationId('chess')]],
  )
  assert.deepEqual(ready.users.map(({ id }) => id).sort(), [id('ann'), id('cat')].sort())
  await gateway.close()
  const weak = await games.tokenOf('bob', 'chess', 'identify gateway.connect')
  const without = await games.play<Lists>({ token: weak })
  assert.deepEqual([without.ready.relationships, without.ready.game_relationships, without.ready.users], [[], [], []])
  await without.gateway.close()
})

test('READY has the profiles by which the game knows its player and their friends, and not those of other games', async () => {
  await using games = await startGames()
  const signIn = async (application: string, external_user_id: string, preferred_global_name: string) => {
    const body = { external_user_id, preferred_global_name }
    const { body: tokens } = await games.bot(application).post<{ access_token: string }>('/partner-sdk/token/bot', body)
    return tokens.access_token
  }
  interface Ready {
    user: { id: string; flags: number }
    application: { id: string }
    user_application_profiles: Record<string, { external_id: object }[]>
  }
  const [pawn, king] = [await signIn('chess', 'p-1', 'Pawn'), await signIn('chess', 'p-2', 'King')]
  const stranger = await signIn('rival', 'p-1', 'Stranger')
  const first = await games.play<Ready>({ token: pawn })
  assert.equal(first.ready.user.flags & (1 << 23), 1 << 23)
  const idOf = async (token: string) => (await games.bearer(token).get<{ id: string }>('/users/@me')).body.id
  await games.bearer(king).put(`/users/@me/game-relationships/${await idOf(pawn)}`, {})
  await games.bearer(pawn).put(`/users/@me/game-relationships/${await idOf(king)}`, {})
  const { ready } = await games.play<Ready>({ token: pawn })
  const profileOf = (provider_issued_user_id: string, preferred_global_name: string) => [
    {
      username: null,
      metadata: {},
      avatar_hash: null,
      external_id: { provider_type: 'DISCORD_BOT', provider_issued_user_id, preferred_global_name },
    },
  ]
  assert.deepEqual(ready.user_application_profiles, {
    [await idOf(pawn)]: profileOf('p-1', 'Pawn'),
    [await idOf(king)]: profileOf('p-2', 'King'),
  })
  const other = await games.play<Ready>({ token: stranger })
  assert.deepEqual(other.ready.user_application_profiles, { [await idOf(stranger)]: profileOf('p-1', 'Stranger') })
})
