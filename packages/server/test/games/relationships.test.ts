/** Friends, requests, blocks and ignored users of the platform, for people and for games. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startGames } from '../support/games.ts'
import { named } from '../support/gateway-lab.ts'
import { refused } from '../support/refused.ts'
import {
  BLOCKED,
  befriend,
  FRIEND,
  INCOMING,
  listOf,
  OUTGOING,
  platformPath as path,
  type Relationship,
} from '../support/relationships.ts'

test('POST by username sends a request, and PUT by id accepts it', async () => {
  await using games = await startGames()
  const [ann, bob, eve] = [await games.watch('ann'), await games.watch('bob'), await games.watch('eve')]
  const body = { username: 'Bob', discriminator: null, note: 'from the lab' }
  assert.equal((await games.person('ann').post('/users/@me/relationships', body)).status, 204)
  const out = await ann.next<Relationship & { should_notify: boolean }>('RELATIONSHIP_ADD')
  const into = await bob.next<Relationship & { should_notify: boolean }>('RELATIONSHIP_ADD')
  assert.deepEqual([out.d.id, out.d.type, out.d.note], [games.userId('bob'), OUTGOING, undefined])
  const { user, since, ...rest } = into.d
  assert.equal(user.username, 'ann')
  assert.ok(since)
  assert.deepEqual(rest, {
    id: games.userId('ann'),
    type: INCOMING,
    nickname: null,
    user_ignored: false,
    is_spam_request: false,
    stranger_request: false,
    note: 'from the lab',
    should_notify: true,
  })
  assert.equal((await games.person('bob').put(path(games, 'ann'), {})).status, 204)
  assert.equal((await ann.next(named('RELATIONSHIP_ADD', { type: FRIEND }))).d.id, games.userId('bob'))
  const friend = await bob.next<Relationship>(named('RELATIONSHIP_ADD', { type: FRIEND }))
  assert.deepEqual([friend.d.id, friend.d.note], [games.userId('ann'), undefined])
  assert.deepEqual(await listOf(games.person('ann')), { bob: FRIEND })
  assert.deepEqual(await listOf(games.person('bob')), { ann: FRIEND })
  await eve.none('RELATIONSHIP_ADD', async () => {})
})

test('two users who ask each other become friends, and a repeated request changes nothing', async () => {
  await using games = await startGames()
  const bob = await games.watch('bob')
  for (let attempt = 0; attempt < 2; attempt += 1)
    assert.equal((await games.person('ann').put(path(games, 'bob'), { type: -1 })).status, 204)
  await bob.next('RELATIONSHIP_ADD')
  await bob.none('RELATIONSHIP_ADD', () => games.person('ann').put(path(games, 'bob'), { type: FRIEND }))
  await games.person('bob').post('/users/@me/relationships', { username: 'ann' })
  assert.deepEqual(await listOf(games.person('ann')), { bob: FRIEND })
  refused(await games.person('ann').put(path(games, 'bob')), 400, 80007)
  refused(await games.person('bob').post('/users/@me/relationships', { username: 'ann' }), 400, 80007)
})

test('requests that two users send each other at the same time make them friends', async () => {
  await using games = await startGames()
  const pairs = Array.from({ length: 4 }, () => [
    games.person('ann').put(path(games, 'bob')),
    games.person('bob').put(path(games, 'ann')),
  ])
  const statuses = (await Promise.all(pairs.flat())).map(({ status }) => status)
  assert.ok(statuses.every((status) => status === 204 || status === 400))
  assert.deepEqual(await listOf(games.person('ann')), { bob: FRIEND })
  assert.deepEqual(await listOf(games.person('bob')), { ann: FRIEND })
})

test('DELETE withdraws, rejects and unfriends for both users, and is repeatable', async () => {
  await using games = await startGames()
  const [ann, bob] = [games.person('ann'), games.person('bob')]
  const watching = await games.watch('bob')
  await ann.put(path(games, 'bob'))
  assert.equal((await ann.delete(path(games, 'bob'))).status, 204)
  const removed = await watching.next<Relationship>('RELATIONSHIP_REMOVE')
  assert.deepEqual([removed.d.id, removed.d.type, removed.d.nickname], [games.userId('ann'), INCOMING, null])
  await ann.put(path(games, 'bob'))
  assert.equal((await bob.delete(path(games, 'ann'))).status, 204)
  assert.deepEqual([await listOf(ann), await listOf(bob)], [{}, {}])
  await befriend(games, 'ann', 'bob')
  assert.equal((await bob.delete(path(games, 'ann'))).status, 204)
  assert.deepEqual([await listOf(ann), await listOf(bob)], [{}, {}])
  await watching.next(named('RELATIONSHIP_REMOVE', { type: FRIEND }))
  await watching.none('RELATIONSHIP_REMOVE', async () => {
    assert.equal((await bob.delete(path(games, 'ann'))).status, 204)
  })
})

test('a block ends the friendship, hides the blocked user and refuses requests in both directions', async () => {
  await using games = await startGames()
  const [ann, bob] = [games.person('ann'), games.person('bob')]
  const [annWatches, bobWatches] = [await games.watch('ann'), await games.watch('bob')]
  await befriend(games, 'ann', 'bob')
  assert.equal((await ann.put(path(games, 'bob'), { type: BLOCKED })).status, 204)
  assert.equal((await annWatches.next(named('RELATIONSHIP_ADD', { type: BLOCKED }))).d.id, games.userId('bob'))
  assert.equal((await bobWatches.next('RELATIONSHIP_REMOVE')).d.id, games.userId('ann'))
  assert.deepEqual([await listOf(ann), await listOf(bob)], [{ bob: BLOCKED }, {}])
  refused(await bob.put(path(games, 'ann')), 400, 80001)
  refused(await ann.put(path(games, 'bob')), 400, 80001)
  // A blocked user cannot end the block, but can block in return.
  assert.equal((await bob.delete(path(games, 'ann'))).status, 204)
  await bob.put(path(games, 'ann'), { type: BLOCKED })
  assert.deepEqual([await listOf(ann), await listOf(bob)], [{ bob: BLOCKED }, { ann: BLOCKED }])
  assert.equal((await ann.delete(path(games, 'bob'))).status, 204)
  assert.deepEqual([await listOf(ann), await listOf(bob)], [{}, { ann: BLOCKED }])
  await bob.delete(path(games, 'ann'))
  await befriend(games, 'ann', 'bob')
})

test('a block refuses direct messages and reactions with 50007 and 90001', async () => {
  await using games = await startGames()
  const [ann, bob] = [games.person('ann'), games.person('bob')]
  const dm = await bob.post<{ id: string }>('/users/@me/channels', { recipient_id: games.userId('ann') })
  const message = await ann.post<{ id: string }>(`/channels/${dm.body.id}/messages`, { content: 'hello' })
  assert.equal(message.status, 200)
  await ann.put(path(games, 'bob'), { type: BLOCKED })
  for (const one of [ann, bob])
    refused(await one.post(`/channels/${dm.body.id}/messages`, { content: 'again' }), 403, 50007)
  refused(await bob.put(`/channels/${dm.body.id}/messages/${message.body.id}/reactions/🔥/@me`), 403, 90001)
  await ann.put(path(games, 'cat'), { type: BLOCKED })
  refused(await games.person('cat').post('/users/@me/channels', { recipient_id: games.userId('ann') }), 403, 50007)
  await ann.delete(path(games, 'bob'))
  assert.equal((await bob.post(`/channels/${dm.body.id}/messages`, { content: 'back' })).status, 200)
})

test('PATCH renames friends only, and RELATIONSHIP_UPDATE reaches the user alone', async () => {
  await using games = await startGames()
  await befriend(games, 'ann', 'bob')
  const [ann, bob] = [await games.watch('ann'), await games.watch('bob')]
  await bob.none('RELATIONSHIP_UPDATE', () => games.person('ann').patch(path(games, 'bob'), { nickname: 'Bobby' }))
  const { d } = await ann.next<Relationship>('RELATIONSHIP_UPDATE')
  assert.deepEqual([d.id, d.type, d.nickname, d.user], [games.userId('bob'), FRIEND, 'Bobby', undefined])
  const { body } = await games.person('ann').get<Relationship[]>('/users/@me/relationships')
  assert.equal(body[0]?.nickname, 'Bobby')
  refused(await games.person('ann').patch(path(games, 'cat'), { nickname: 'x' }), 400, 80006)
  refused(await games.person('ann').patch(path(games, 'bob'), { nickname: 'x'.repeat(33) }), 400, 50035)
  assert.equal((await games.person('ann').patch(path(games, 'bob'), { nickname: null })).status, 204)
  assert.equal((await ann.next<Relationship>('RELATIONSHIP_UPDATE')).d.nickname, null)
})

test('an ignored user stays listed as type 0, and bulk DELETE rejects only the selected requests', async () => {
  await using games = await startGames()
  const ann = games.person('ann')
  const watching = await games.watch('ann')
  assert.equal((await ann.put(`${path(games, 'eve')}/ignore`)).status, 204)
  const added = await watching.next<Relationship>('RELATIONSHIP_ADD')
  assert.deepEqual([added.d.id, added.d.type, added.d.user_ignored], [games.userId('eve'), 0, true])
  for (const user of ['eve', 'bob', 'cat']) await games.person(user).put(path(games, 'ann'))
  const quiet = await watching.next(named('RELATIONSHIP_ADD', { id: games.userId('eve') }))
  assert.deepEqual([quiet.d.should_notify, quiet.d.user_ignored], [false, true])
  assert.equal((await ann.delete('/users/@me/relationships', { filters: [2] })).status, 204)
  assert.deepEqual(await listOf(ann), { eve: 0, bob: INCOMING, cat: INCOMING })
  assert.deepEqual(await listOf(games.person('eve')), {})
  await ann.delete('/users/@me/relationships?only_spam=true')
  assert.deepEqual(await listOf(ann), { eve: 0, bob: INCOMING, cat: INCOMING })
  await ann.delete('/users/@me/relationships')
  assert.deepEqual(await listOf(ann), { eve: 0 })
  await befriend(games, 'eve', 'ann')
  await games.person('eve').delete(path(games, 'ann'))
  assert.deepEqual(await listOf(ann), { eve: 0 })
  await ann.delete(`${path(games, 'eve')}/ignore`)
  assert.deepEqual(await listOf(ann), {})
  refused(await ann.delete('/users/@me/relationships?relationship_type=1'), 400, 50035)
})

test('[AUT-3] GET lists friends only to a game, which needs relationships.read', async () => {
  await using games = await startGames()
  await befriend(games, 'ann', 'bob')
  await games.person('cat').put(path(games, 'ann'))
  await games.person('ann').put(path(games, 'eve'), { type: BLOCKED })
  assert.deepEqual(await listOf(games.person('ann')), { bob: FRIEND, cat: INCOMING, eve: BLOCKED })
  const game = games.bearer(await games.tokenOf('ann', 'chess', 'identify relationships.read'))
  const seen = await game.get<Relationship[]>('/users/@me/relationships')
  assert.deepEqual(
    seen.body.map(({ id, type, has_played_game }) => [id, type, has_played_game]),
    [[games.userId('bob'), FRIEND, false]],
  )
  await games.tokenOf('bob')
  assert.equal((await game.get<Relationship[]>('/users/@me/relationships')).body[0]?.has_played_game, true)
  const without = games.bearer(await games.tokenOf('ann', 'chess', 'identify'))
  refused(await without.get('/users/@me/relationships'), 403, 50026)
  refused(await game.put(path(games, 'cat')), 403, 50026)
  refused(await game.delete(path(games, 'bob')), 403, 50026)
  refused(await games.bot('chess').get('/users/@me/relationships'), 403, 20001)
  refused(await games.bot('chess').put(path(games, 'bob')), 403, 20001)
})

test('requests to unknown users, bots, oneself and names of objects are refused, and nothing is stored', async () => {
  await using games = await startGames()
  const ann = games.person('ann')
  refused(await ann.put('/users/@me/relationships/123456789'), 404, 10013)
  refused(await ann.delete('/users/@me/relationships/123456789'), 404, 10013)
  refused(await ann.put('/users/@me/relationships/123456789/ignore'), 404, 10013)
  refused(await ann.put(path(games, 'chess')), 400, 80002)
  refused(await ann.put(path(games, 'ann')), 400, 80003)
  refused(await ann.put(path(games, 'ann'), { type: BLOCKED }), 400, 80003)
  refused(await ann.post('/users/@me/relationships', { username: 'ann' }), 400, 80003)
  refused(await ann.post('/users/@me/relationships', { username: 'bob', discriminator: '1234' }), 400, 80004)
  const bot = games.world.applications.chess?.bot?.username
  for (const username of ['nobody', '__proto__', 'constructor', 'toString', "bob' OR 1=1 --", bot])
    refused(await ann.post('/users/@me/relationships', { username }), 400, 80004)
  for (const type of [0, 3, 4, 5, 6, 7, 'friend', [1]]) refused(await ann.put(path(games, 'bob'), { type }), 400, 50035)
  refused(await ann.post('/users/@me/relationships', {}), 400, 50035)
  refused(await ann.post('/users/@me/relationships', { username: 'x'.repeat(10_000) }), 400, 50035)
  refused(await ann.put('/users/@me/relationships/__proto__'), 400, 50035)
  assert.deepEqual(await listOf(ann), {})
  // People may block bots.
  assert.equal((await ann.put(path(games, 'chess'), { type: BLOCKED })).status, 204)
})

test('friend_source_flags decide who may send requests, but never who may be accepted', async () => {
  await using games = await startGames()
  const settings = (flags: object | null) =>
    games.person('ann').patch('/users/@me/settings', { friend_source_flags: flags, theme: 'dark' })
  const ask = (user: string) => games.person(user).put(path(games, 'ann'))
  const watching = await games.watch('ann')
  assert.equal((await settings({ mutual_guilds: true })).status, 200)
  assert.deepEqual((await watching.next('USER_SETTINGS_UPDATE')).d.friend_source_flags, {
    all: false,
    mutual_friends: false,
    mutual_guilds: true,
  })
  refused(await ask('cat'), 400, 80000)
  assert.equal((await ask('bob')).status, 204)
  await settings({ mutual_friends: true })
  refused(await ask('cat'), 400, 80000)
  await games.person('ann').put(path(games, 'bob'))
  await befriend(games, 'bob', 'cat')
  assert.equal((await ask('cat')).status, 204)
  await settings({})
  refused(await ask('eve'), 400, 80000)
  await games.person('ann').put(path(games, 'eve'))
  assert.equal((await ask('eve')).status, 204)
  assert.deepEqual(await listOf(games.person('ann')), { bob: FRIEND, cat: INCOMING, eve: FRIEND })
  const { body } = await games.person('ann').get('/users/@me/settings')
  assert.deepEqual(body.friend_source_flags, { all: false, mutual_friends: false, mutual_guilds: false })
  refused(await games.bearer(await games.tokenOf('ann')).get('/users/@me/settings'), 401, 0)
})

test('POST /users/@me/relationships/bulk reports each user', async () => {
  await using games = await startGames()
  const [bob, cat] = [games.userId('bob'), games.userId('cat')]
  await games.person('cat').put(path(games, 'ann'), { type: BLOCKED })
  const ids = [bob, cat, '123456789', games.userId('chess')]
  const { body } = await games.person('ann').post('/users/@me/relationships/bulk', { user_ids: ids, token: 't' })
  assert.deepEqual(body, { successful_requests: [bob], failed_requests: ids.slice(1) })
  assert.deepEqual(await listOf(games.person('ann')), { bob: OUTGOING })
  const many = Array.from({ length: 26 }, (_, index) => `${index + 1}`)
  refused(await games.person('ann').post('/users/@me/relationships/bulk', { user_ids: many }), 400, 50035)
})

test('a flood of requests is answered with 429', async () => {
  await using games = await startGames({ rateLimits: 'documented' })
  const ask = () => games.person('ann').post('/users/@me/relationships', { username: 'nobody' })
  for (let sent = 0; sent < 30; sent += 1) assert.equal((await ask()).status, 400)
  assert.equal((await ask()).status, 429)
  assert.equal((await games.person('ann').put(path(games, 'bob'))).status, 429)
  assert.equal((await games.person('bob').put(path(games, 'ann'))).status, 204)
})
