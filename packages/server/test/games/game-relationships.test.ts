/** Friends of a game: their own layer for each game, beside the platform's. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Intent } from '@guildhall/protocol'
import { startGames } from '../support/games.ts'
import { named } from '../support/gateway-lab.ts'
import { refused } from '../support/refused.ts'
import {
  BLOCKED,
  befriend,
  befriendInGame,
  FRIEND,
  type GameRelationship,
  gameListOf,
  gamePath,
  INCOMING,
  listOf,
  OUTGOING,
  platformPath,
  type Relationship,
} from '../support/relationships.ts'

test('players of a game become friends there, by username and by id, and not on the platform', async () => {
  await using games = await startGames()
  const [ann, bob] = [await games.play('ann'), await games.play('bob')]
  const people = await games.watch('bob')
  const [annId, bobId] = [games.userId('ann'), games.userId('bob')]
  const chess = games.applicationId('chess')
  assert.equal((await games.bearer(ann.token).post('/users/@me/game-relationships', { username: 'bob' })).status, 204)
  const out = await ann.gateway.next<GameRelationship>('GAME_RELATIONSHIP_ADD')
  assert.deepEqual([out.d.id, out.d.type, out.d.application_id, out.d.user_id], [bobId, OUTGOING, chess, annId])
  for (const session of [bob.gateway, people]) {
    const into = await session.next<GameRelationship>('GAME_RELATIONSHIP_ADD')
    assert.deepEqual([into.d.id, into.d.type, into.d.user?.username], [annId, INCOMING, 'ann'])
    assert.equal(into.d.dm_access_type, 0)
  }
  assert.equal((await games.bearer(bob.token).put(gamePath(games, 'ann'), { type: FRIEND })).status, 204)
  await ann.gateway.next(named('GAME_RELATIONSHIP_ADD', { type: FRIEND }))
  await bob.gateway.next(named('GAME_RELATIONSHIP_ADD', { type: FRIEND }))
  const seen = await games.bearer(ann.token).get<GameRelationship[]>('/users/@me/game-relationships')
  assert.deepEqual(
    seen.body.map(({ since, ...rest }) => rest),
    [{ id: bobId, application_id: chess, type: FRIEND, dm_access_type: 0, user_id: annId }],
  )
  const own = await games.person('ann').get<GameRelationship[]>('/users/@me/game-relationships')
  assert.deepEqual([own.body[0]?.application_id, own.body[0]?.user?.username], [chess, 'bob'])
  assert.deepEqual(await listOf(games.person('ann')), {})
  assert.equal((await games.bearer(bob.token).delete(gamePath(games, 'ann'))).status, 204)
  const removed = await ann.gateway.next<GameRelationship>('GAME_RELATIONSHIP_REMOVE')
  assert.deepEqual([removed.d.id, removed.d.type, removed.d.user], [bobId, FRIEND, undefined])
  assert.deepEqual(await gameListOf(games.bearer(ann.token)), {})
})

test('a friendship of one game is invisible to another game, in responses and events', async () => {
  await using games = await startGames()
  const tokens = { ann: await games.tokenOf('ann'), bob: await games.tokenOf('bob') }
  const rivals = { ann: await games.tokenOf('ann', 'rival'), bob: await games.tokenOf('bob', 'rival') }
  const rival = await games.play({ token: rivals.bob })
  await rival.gateway.none(
    (frame) => frame.t?.startsWith('GAME_RELATIONSHIP') ?? false,
    () => befriendInGame(games, tokens),
    {
      trigger: () => games.person('cat').put(platformPath(games, 'bob')),
      event: 'RELATIONSHIP_ADD',
    },
  )
  const rivalOf = (user: 'ann' | 'bob') => games.bearer(rivals[user])
  assert.deepEqual(await gameListOf(rivalOf('ann')), {})
  assert.equal((await rivalOf('ann').delete(gamePath(games, 'bob'))).status, 204)
  assert.deepEqual(await gameListOf(games.bearer(tokens.ann)), { [games.userId('bob')]: FRIEND })
  assert.equal((await rivalOf('ann').put(gamePath(games, 'bob'))).status, 204)
  assert.deepEqual(await gameListOf(rivalOf('bob')), { [games.userId('ann')]: INCOMING })
  assert.deepEqual(await gameListOf(games.bearer(tokens.bob)), { [games.userId('ann')]: FRIEND })
  refused(await rivalOf('ann').delete(`${gamePath(games, 'bob')}/${games.applicationId('chess')}`), 401, 0)
})

test('a request in a game needs a target who has authorized the game', async () => {
  await using games = await startGames()
  const ann = games.bearer(await games.tokenOf('ann'))
  refused(await ann.put(gamePath(games, 'bob')), 400, 80009)
  refused(await ann.post('/users/@me/game-relationships', { username: 'bob' }), 400, 80009)
  await games.tokenOf('bob', 'rival')
  refused(await ann.put(gamePath(games, 'bob')), 400, 80009)
  await games.tokenOf('bob')
  assert.equal((await ann.put(gamePath(games, 'bob'))).status, 204)
  refused(await ann.put('/users/@me/game-relationships/123456789'), 404, 10013)
  refused(await ann.put(gamePath(games, 'chess')), 400, 80002)
  refused(await ann.put(gamePath(games, 'ann')), 400, 80003)
  refused(await ann.put(gamePath(games, 'bob'), { type: BLOCKED }), 400, 50035)
  refused(await games.bot('chess').put(gamePath(games, 'bob')), 403, 20001)
  refused(await games.person('ann').put(gamePath(games, 'bob')), 401, 0)
  const reader = games.bearer(await games.tokenOf('ann', 'chess', 'identify relationships.read'))
  refused(await reader.put(gamePath(games, 'bob')), 403, 50026)
  const writer = games.bearer(await games.tokenOf('ann', 'chess', 'identify relationships.write'))
  refused(await writer.get('/users/@me/game-relationships'), 403, 50026)
})

test('a person accepts and removes friends of a game outside the game, and cannot send requests there', async () => {
  await using games = await startGames()
  const ann = games.bearer(await games.tokenOf('ann'))
  await games.tokenOf('bob')
  const inGame = `${gamePath(games, 'ann')}/${games.applicationId('chess')}`
  const bob = games.person('bob')
  refused(await bob.put(inGame, { type: FRIEND }), 400, 80005)
  await ann.put(gamePath(games, 'bob'))
  refused(await bob.put(`${gamePath(games, 'ann')}/${games.applicationId('rival')}`), 400, 80005)
  refused(await bob.put(`${gamePath(games, 'ann')}/123456789`), 404, 10002)
  refused(await bob.put(`${gamePath(games, 'ann')}/0`), 404, 10002)
  refused(await bob.put(inGame, { type: OUTGOING }), 400, 50035)
  assert.equal((await bob.put(inGame, { type: FRIEND })).status, 204)
  assert.deepEqual(await gameListOf(ann), { [games.userId('bob')]: FRIEND })
  assert.equal((await bob.delete(inGame)).status, 204)
  assert.deepEqual(await gameListOf(ann), {})
})

test('a block ends the relationships of both layers and of every game, and holds in each', async () => {
  await using games = await startGames()
  const chess = { ann: await games.tokenOf('ann'), bob: await games.tokenOf('bob') }
  const rival = { ann: await games.tokenOf('ann', 'rival'), bob: await games.tokenOf('bob', 'rival') }
  await befriend(games, 'ann', 'bob')
  await befriendInGame(games, chess)
  await games.bearer(rival.bob).put(gamePath(games, 'ann'))
  const bob = await games.watch('bob')
  assert.equal((await games.bearer(chess.ann).put(platformPath(games, 'bob'), { type: BLOCKED })).status, 204)
  const ended = [
    await bob.next<GameRelationship>('GAME_RELATIONSHIP_REMOVE'),
    await bob.next<GameRelationship>('GAME_RELATIONSHIP_REMOVE'),
  ]
  assert.deepEqual(
    ended.map(({ d }) => d.application_id).sort(),
    [games.applicationId('chess'), games.applicationId('rival')].sort(),
  )
  await bob.next('RELATIONSHIP_REMOVE')
  for (const token of [chess.ann, chess.bob, rival.ann, rival.bob])
    assert.deepEqual(await gameListOf(games.bearer(token)), {})
  refused(await games.bearer(rival.bob).put(gamePath(games, 'ann')), 400, 80001)
  refused(await games.bearer(rival.ann).put(gamePath(games, 'bob')), 400, 80001)
  assert.deepEqual(await listOf(games.person('ann')), { bob: BLOCKED })
  assert.deepEqual(await listOf(games.bearer(chess.ann)), {}, 'a game lists friends only')
})

test('a game session receives relationships of the platform with relationships.read and USER_RELATIONSHIPS only', async () => {
  await using games = await startGames()
  const scopes = 'identify gateway.connect relationships.read'
  const reader = await games.play({ token: await games.tokenOf('bob', 'chess', scopes) })
  const blind = await games.play({ token: await games.tokenOf('bob', 'chess', 'identify gateway.connect') })
  const silent = await games.play('bob', { intents: Intent.DIRECT_MESSAGES })
  await games.tokenOf('ann')
  const ask = () => games.person('ann').put(platformPath(games, 'bob'))
  for (const { gateway } of [blind, silent])
    await gateway.none('RELATIONSHIP_ADD', () =>
      ask().then(() => games.person('ann').delete(platformPath(games, 'bob'))),
    )
  await ask()
  const { d } = await reader.gateway.next<Relationship>('RELATIONSHIP_ADD')
  assert.deepEqual([d.id, d.type, d.has_played_game], [games.userId('ann'), INCOMING, true])
  assert.equal(d.origin_application_id, undefined)
  const eve = games.bearer(await games.tokenOf('eve', 'rival'))
  await eve.put(platformPath(games, 'bob'))
  const stranger = await reader.gateway.next<Relationship>(named('RELATIONSHIP_ADD', { id: games.userId('eve') }))
  assert.deepEqual([stranger.d.has_played_game, stranger.d.stranger_request], [false, true])
  assert.equal(stranger.d.origin_application_id, games.applicationId('rival'))
})

test('new friends of a game are suggested to each other until they dismiss it or become friends', async () => {
  await using games = await startGames()
  const tokens = { ann: await games.tokenOf('ann'), bob: await games.tokenOf('bob') }
  const suggested = async (user: string) => {
    const { body } = await games.person(user).get<{ suggested_user: { username: string } }[]>('/friend-suggestions')
    return body.map(({ suggested_user }) => suggested_user.username)
  }
  const [ann, game] = [await games.watch('ann'), await games.play({ token: tokens.ann })]
  await game.gateway.none(
    (frame) => /SUGGESTION|^RELATIONSHIP/.test(frame.t ?? ''),
    () => befriendInGame(games, tokens),
    {
      trigger: async () => {},
      event: named('GAME_RELATIONSHIP_ADD', { type: FRIEND }),
    },
  )
  const created = await ann.next<{ suggested_user: { id: string } }>('FRIEND_SUGGESTION_CREATE')
  assert.equal(created.d.suggested_user.id, games.userId('bob'))
  assert.deepEqual([await suggested('ann'), await suggested('bob')], [['bob'], ['ann']])
  assert.deepEqual([await listOf(games.person('ann')), await listOf(games.bearer(tokens.ann))], [{}, {}])
  await games.person('ann').delete(`/friend-suggestions/${games.userId('bob')}`)
  assert.equal((await ann.next('FRIEND_SUGGESTION_DELETE')).d.suggested_user_id, games.userId('bob'))
  assert.deepEqual([await suggested('ann'), await suggested('bob')], [[], ['ann']])
  await games.person('bob').put(platformPath(games, 'ann'))
  assert.deepEqual([await suggested('bob'), await listOf(games.person('ann'))], [[], { bob: INCOMING }])
})
