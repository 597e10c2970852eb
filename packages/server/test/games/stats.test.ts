/** Statistics of players: profiles and identities, written by the server of a game. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '@guildhall/testing'
import { type Games, startGames } from '../support/games.ts'

interface Profile {
  username: string | null
  metadata: null
  data: { primary?: Record<string, unknown>; dynamic?: unknown[] } | null
}
interface Identity {
  user_id: string
  provider_type: string
  provider_id?: string
  provider_issued_user_id: string
}
interface Refusal {
  code: number
  errors?: unknown
}

const profilePath = (games: Games, user: string, externalId = 'player-1', application = 'chess') =>
  `/applications/${games.applicationId(application)}/users/${games.userId(user)}/identities/${encodeURIComponent(externalId)}/profile`
const identitiesPath = (games: Games, user: string, application = 'chess') =>
  `/users/${games.userId(user)}/application-identities/${games.applicationId(application)}`
const refusal = ({ status, body }: Answer<unknown>) => [status, (body as Refusal).code]

/** Starts games in which ann has signed in to chess. */
async function startWithPlayer() {
  const games = await startGames()
  await games.tokenOf('ann')
  return { ...games, ...statistics(games) }
}

function statistics(games: Games) {
  const chess = games.bot('chess')
  const read = async (user = 'ann') => (await chess.get<Profile>(profilePath(games, user))).body
  const write = (body: unknown, user = 'ann') => chess.patch(profilePath(games, user), body)
  return { chess, read, write }
}

let shared: Awaited<ReturnType<typeof startWithPlayer>>
before(async () => {
  shared = await startWithPlayer()
})
after(() => shared.platform.close())

/** Returns games that tests share, without identities of ann and bob: their deletion deletes the profiles too. */
function gamesOfTest(): typeof shared {
  const removeIdentities = async () => {
    for (const path of ['ann', 'bob'].map((user) => identitiesPath(shared, user))) {
      const { identities } = (await shared.chess.get<{ identities: Identity[] }>(path)).body
      for (const { provider_type, provider_issued_user_id: id } of identities) {
        const { status } = await shared.chess.post(`${path}/${provider_type}/${encodeURIComponent(id)}/delete`)
        assert.equal(status, 204)
      }
    }
  }
  return { ...shared, [Symbol.asyncDispose]: removeIdentities }
}

const image = { url: 'https://example.com/rank.png' }
const primary = {
  season: 'Season 3',
  rank_name: 'r'.repeat(100),
  rank_image: image,
  highest_rank: 'Platinum',
  highest_rank_image: image,
  featured_played_character: 'Queen',
  featured_played_character_image: image,
  playtime_hours: 69.41,
  total_wins: 57,
  current_period_wins: 0,
  total_games: 100,
  current_period_games: 10,
  total_kills: 253,
  current_period_kills: 35,
  total_assists: 478,
  current_period_assists: 68,
  total_deaths: 561,
  current_period_deaths: 21,
}
const dynamic = [
  { type: 1, name: 'Opening', value: 'Sicilian' },
  { type: 2, name: 'Rating', value: -1843.125 },
  { type: 3, name: 'Board', value: image },
  { type: 1, name: '$n', value: '{"$n":"1"}' },
]

test('[STA-2] [STA-3] [STA-4] [STA-5] [STA-6] a profile is read back as it was written', async () => {
  await using games = gamesOfTest()
  const written = await games.write({ username: 'ann of chess', data: { primary, dynamic } })
  assert.deepEqual([written.status, written.body], [201, null])
  assert.deepEqual(await games.read(), { username: 'ann of chess', metadata: null, data: { primary, dynamic } })
})

test('[END-62] data is replaced whole, and stays if it is absent; 201 at first, 204 later', async () => {
  await using games = gamesOfTest()
  assert.equal((await games.write({ data: { primary } })).status, 201)
  assert.equal((await games.write({ data: { primary: { total_wins: 1 } } })).status, 204)
  assert.deepEqual((await games.read()).data, { primary: { total_wins: 1 } })
  assert.equal((await games.write({ username: 'only the name' })).status, 204)
  assert.deepEqual(await games.read(), {
    username: 'only the name',
    metadata: null,
    data: { primary: { total_wins: 1 } },
  })
  assert.equal((await games.write({ data: { dynamic } })).status, 204)
  assert.deepEqual((await games.read()).data, { dynamic })
})

test('[STA-2..6] PATCH …/profile rejects fields of a wrong type or size, and writes nothing', async () => {
  await using games = gamesOfTest()
  const cases: Record<string, unknown> = {
    'rank_name of 101 characters': { primary: { rank_name: 'r'.repeat(101) } },
    'total_wins "x"': { primary: { total_wins: 'x' } },
    'total_wins 1.5': { primary: { total_wins: 1.5 } },
    'playtime_hours "x"': { primary: { playtime_hours: 'x' } },
    'rank_image as text': { primary: { rank_image: 'https://example.com/a.png' } },
    'rank_image of another scheme': { primary: { rank_image: { url: 'javascript:alert(1)' } } },
    '31 dynamic fields': { dynamic: Array.from({ length: 31 }, (_, n) => ({ type: 1, name: `f${n}`, value: '' })) },
    'a dynamic field of type 4': { dynamic: [{ type: 4, name: 'f', value: 'x' }] },
    'a dynamic field without a name': { dynamic: [{ type: 1, value: 'x' }] },
    'a name of 101 characters': { dynamic: [{ type: 1, name: 'n'.repeat(101), value: 'x' }] },
    'a text of 101 characters': { dynamic: [{ type: 1, name: 'f', value: 'v'.repeat(101) }] },
    'a number field with a text': { dynamic: [{ type: 2, name: 'f', value: 'x' }] },
    'a media field with a text': { dynamic: [{ type: 3, name: 'f', value: 'x' }] },
    'a list': [],
    'a text': 'x',
    null: null,
  }
  for (const [name, data] of Object.entries(cases))
    assert.deepEqual(refusal(await games.write({ data })), [400, 50035], name)
  assert.deepEqual(refusal(await games.write({ username: 'u'.repeat(1025) })), [400, 50035])
  const known = await games.chess.get<{ identities: Identity[] }>(identitiesPath(games, 'ann'))
  assert.deepEqual(known.body, { identities: [] })
  assert.equal((await games.write({ username: 'u'.repeat(1024), data: { primary: { rank_name: '' } } })).status, 201)
})

test('[STA-5] unknown primary keys and null are ignored, and 30 dynamic fields are accepted', async () => {
  await using games = gamesOfTest()
  const fields = Array.from({ length: 30 }, (_, n) => ({ type: 1, name: `f${n}`, value: `${n}` }))
  const data = { primary: { unknown: 'x', __proto__x: 1, total_wins: 3, season: null }, dynamic: fields, other: 1 }
  assert.equal((await games.write({ data })).status, 201)
  assert.deepEqual((await games.read()).data, { primary: { total_wins: 3 }, dynamic: fields })
})

test('[END-62] data of 10 KB is accepted, and one byte more is rejected with the documented text', async () => {
  await using games = gamesOfTest()
  const sized = (bytes: number) => {
    const url = (length: number) => ({ url: `https://example.com/${'é'.repeat(length)}` })
    const field = (n: number, length: number) => ({ type: 3, name: `f${n}`, value: url(length) })
    const full = { dynamic: Array.from({ length: 6 }, (_, n) => field(n, 800)) }
    const rest = bytes - Buffer.byteLength(JSON.stringify(full))
    return { ...full, padding: 'x'.repeat(rest - ',"padding":""'.length) }
  }
  assert.equal((await games.write({ data: sized(10 * 1024) })).status, 201)
  const rejected = await games.write({ data: sized(10 * 1024 + 1) })
  assert.deepEqual(refusal(rejected), [400, 50035])
  assert.match(JSON.stringify(rejected.body), /Profile data is too large, must be less than 10KB/)
})

test('[STA-7] [END-63] only the bot of the game writes and reads, of four callers', async () => {
  await using games = gamesOfTest()
  const bearer = games.bearer(await games.tokenOf('ann'))
  for (const path of [profilePath(games, 'ann'), identitiesPath(games, 'ann')]) {
    const call = path.endsWith('/profile') ? ('patch' as const) : ('get' as const)
    const body = call === 'patch' ? { username: 'forged' } : undefined
    assert.deepEqual(refusal(await bearer[call](path, body)), [401, 0], 'an OAuth2 token')
    assert.deepEqual(refusal(await games.person('ann')[call](path, body)), [403, 20001], 'a person')
    assert.deepEqual(refusal(await games.bot('rival')[call](path, body)), [403, 20012], 'the bot of another game')
    assert.deepEqual(refusal(await games.bot('watcher')[call](path, body)), [403, 20012], 'the bot of no game')
  }
  assert.equal((await games.chess.get(profilePath(games, 'ann'))).status, 404, 'nothing was written')
  assert.equal((await games.write({ username: 'ann' })).status, 201)
  const own = `/applications/${games.applicationId('watcher')}/users/${games.userId('ann')}/identities/x/profile`
  assert.deepEqual(refusal(await games.bot('watcher').patch(own, {})), [403, 20012], 'an unclaimed application')
})

test('[STA-8] the user must have authorized application_identities.write', async () => {
  await using games = await startWithPlayer()
  assert.deepEqual(refusal(await games.write({ username: 'bob' }, 'bob')), [403, 50026])
  await games.tokenOf('bob', 'chess', 'identify')
  assert.deepEqual(refusal(await games.write({ username: 'bob' }, 'bob')), [403, 50026])
  await games.tokenOf('bob', 'rival')
  assert.deepEqual(refusal(await games.write({ username: 'bob' }, 'bob')), [403, 50026], 'another game')
  await games.tokenOf('bob', 'chess', 'application_identities.write')
  assert.equal((await games.chess.patch(profilePath(games, 'bob', 'player-2'), { username: 'bob' })).status, 201)
  const path = profilePath(games, 'bob').replace(games.userId('bob'), '1')
  assert.deepEqual(refusal(await games.chess.patch(path, {})), [404, 10013])
})

test('[STA-8] the first write makes an identity of type NONE; other ids and users are refused', async () => {
  await using games = gamesOfTest()
  await games.tokenOf('bob')
  const missing = await games.chess.get<Refusal>(profilePath(games, 'ann'))
  assert.deepEqual(refusal(missing), [404, 10013])
  assert.equal((await games.write({})).status, 201)
  assert.deepEqual(await games.read(), { username: null, metadata: null, data: null })
  const identity = { user_id: games.userId('ann'), provider_type: 'NONE', provider_issued_user_id: 'player-1' }
  assert.deepEqual((await games.chess.get(identitiesPath(games, 'ann'))).body, { identities: [identity] })
  const taken = await games.write({ username: 'bob' }, 'bob')
  assert.deepEqual(refusal(taken), [400, 50035])
  assert.match(JSON.stringify(taken.body), /this external account already exists for another user/)
  const other = await games.chess.patch(profilePath(games, 'ann', 'player-9'), { username: 'x' })
  assert.deepEqual(refusal(other), [400, 50035])
  assert.match(JSON.stringify(other.body), /Provider user ID player-9 does not match existing identity record/)
  assert.deepEqual((await games.chess.get(identitiesPath(games, 'bob'))).body, { identities: [] })
})

test('concurrent first writes make one identity', async () => {
  await using games = gamesOfTest()
  await games.tokenOf('bob')
  const users = ['ann', 'bob', 'ann', 'bob', 'ann', 'bob']
  const answers = await Promise.all(users.map((user) => games.write({ username: user }, user)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  const lists = await Promise.all(
    ['ann', 'bob'].map((user) => games.chess.get<{ identities: Identity[] }>(identitiesPath(games, user))),
  )
  assert.equal(lists.flatMap(({ body }) => body.identities).length, 1)
})

test('identities are found by the account elsewhere, and deleted', async () => {
  await using games = gamesOfTest()
  const odd = 'player/one ?#%+é'
  assert.equal((await games.chess.patch(profilePath(games, 'ann', odd), { username: 'ann' })).status, 201)
  const identity = { user_id: games.userId('ann'), provider_type: 'NONE', provider_issued_user_id: odd }
  const find = (type: string, id: string, query = '') =>
    games.chess.get<{ identities: Identity[] }>(
      `/applications/${games.applicationId('chess')}/application-identities/${type}/${encodeURIComponent(id)}${query}`,
    )
  assert.deepEqual((await find('NONE', odd)).body, { identities: [identity] })
  for (const [type, id, query] of [
    ['OIDC', odd, ''],
    ['NONE', 'other', ''],
    ['NONE', odd, '?provider_id=x'],
  ] as const)
    assert.deepEqual((await find(type, id, query)).body, { identities: [] }, `${type} ${id} ${query}`)
  const remove = (user: string, id: string, body?: unknown) =>
    games.chess.post(`${identitiesPath(games, user)}/NONE/${encodeURIComponent(id)}/delete`, body)
  await games.tokenOf('bob')
  assert.deepEqual(refusal(await remove('bob', odd)), [404, 10013], 'the identity of another user')
  assert.deepEqual(refusal(await remove('ann', odd, { provider_id: 'x' })), [404, 10013])
  assert.equal((await remove('ann', odd)).status, 204)
  assert.deepEqual((await find('NONE', odd)).body, { identities: [] })
  assert.equal((await games.chess.get(profilePath(games, 'ann', odd))).status, 404)
  assert.equal((await games.write({ username: 'again' })).status, 201)
})

test('a provisional account keeps its last linking identity, and belongs to its game alone', async () => {
  await using games = gamesOfTest()
  const signedIn = await games.chess.post<{ access_token: string }>('/partner-sdk/token/bot', {
    external_user_id: 'guest-1',
    preferred_global_name: 'Guest',
  })
  assert.equal(signedIn.status, 200)
  const me = await games.bearer(signedIn.body.access_token).get<{ id: string }>('/users/@me')
  const identities = `/users/${me.body.id}/application-identities/${games.applicationId('chess')}`
  const profile = `/applications/${games.applicationId('chess')}/users/${me.body.id}/identities/guest-1/profile`
  assert.equal((await games.chess.get(profile)).status, 404, 'no profile was written')
  assert.equal((await games.chess.patch(profile, { data: { primary } })).status, 201)
  assert.equal((await games.chess.patch(profile, { username: 'guest' })).status, 204)
  assert.deepEqual((await games.chess.get<Profile>(profile)).body.data, { primary })
  const last = await games.chess.post(`${identities}/DISCORD_BOT/guest-1/delete`)
  assert.deepEqual(refusal(last), [400, 50035])
  const foreign = profile.replace(games.applicationId('chess'), games.applicationId('rival'))
  assert.deepEqual(refusal(await games.bot('rival').patch(foreign, {})), [404, 10013])
})
