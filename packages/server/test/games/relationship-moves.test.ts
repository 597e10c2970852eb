/** Relationships of players whose account merges or unmerges, and of a game that becomes the child of a publisher. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Api, RawGateway } from '@guildhall/testing'
import { type GameLab, gameLab } from '../support/game-lab.ts'
import {
  BLOCKED,
  FRIEND,
  type GameRelationship,
  INCOMING,
  OUTGOING,
  type Relationship,
} from '../support/relationships.ts'

let lab: GameLab
before(async () => {
  lab = await gameLab({ rateLimits: 'off' })
})
after(() => lab[Symbol.asyncDispose]())

const onPlatform = (id: string) => `/users/@me/relationships/${id}`
const inGame = (id: string) => `/users/@me/game-relationships/${id}`

/** Returns the types of a user's relationships by the other user's id: those of the platform, and of one game. */
async function typesOf(user: Api, application = 'game') {
  const platform = await user.get<Relationship[]>('/users/@me/relationships')
  const game = await user.get<GameRelationship[]>('/users/@me/game-relationships')
  const own = game.body.filter(({ application_id }) => application_id === lab.app(application))
  const types = (list: readonly { id: string; type: number }[]) =>
    Object.fromEntries(list.map(({ id, type }) => [id, type]))
  return { platform: types(platform.body), game: types(own) }
}

async function accepted(one: { api: Api; id: string }, other: { api: Api; id: string }, path = inGame) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const { status, body } = await from.api.put(path(to.id))
    assert.equal(status, 204, JSON.stringify(body))
  }
}

const playerOf = async (external: string, game = 'game') => {
  const { token, id } = await lab.player(game, external)
  return { api: lab.bearer(token), token, id }
}

describe('merge', () => {
  test('moves friends, requests and blocks of both layers, and informs the other users', async () => {
    const player = await playerOf('moves-1')
    const [friend, asker, asked, blocked] = [
      await playerOf('moves-2'),
      await playerOf('moves-3'),
      await playerOf('moves-4'),
      await playerOf('moves-5'),
    ]
    await accepted(player, friend)
    await accepted(player, friend, onPlatform)
    await asker.api.put(inGame(player.id))
    await player.api.put(inGame(asked.id))
    await player.api.put(onPlatform(blocked.id), { type: BLOCKED })
    const watching = await RawGateway.connect(lab.platform.gateway)
    await watching.identify({ token: `Bearer ${friend.token}`, intents: undefined as never })

    assert.equal((await lab.merge('ann', 'game', player.token)).status, 200)
    const ann = lab.user('ann')
    assert.deepEqual(await typesOf(lab.person('ann')), {
      platform: { [friend.id]: FRIEND, [blocked.id]: BLOCKED },
      game: { [friend.id]: FRIEND, [asker.id]: INCOMING, [asked.id]: OUTGOING },
    })
    assert.deepEqual(await typesOf(friend.api), { platform: { [ann]: FRIEND }, game: { [ann]: FRIEND } })
    assert.deepEqual((await typesOf(asker.api)).game, { [ann]: OUTGOING })
    assert.deepEqual((await typesOf(asked.api)).game, { [ann]: INCOMING })
    assert.deepEqual(await typesOf(blocked.api), { platform: {}, game: {} })
    for (const layer of ['RELATIONSHIP', 'GAME_RELATIONSHIP']) {
      assert.equal((await watching.next(`${layer}_REMOVE`)).d.id, player.id)
      assert.equal((await watching.next(`${layer}_ADD`)).d.id, ann)
    }
    await watching.close()
    await lab.person('ann').delete(`/oauth2/tokens/${lab.app('game')}`)
  })

  test('keeps a block before a friendship, and drops what the two accounts had with each other', async () => {
    const player = await playerOf('moves-6')
    const other = await playerOf('moves-7')
    const bob = { api: lab.bearer((await lab.authorize('bob', 'game')).access_token), id: lab.user('bob') }
    await accepted(player, bob)
    await accepted(player, other)
    await accepted(bob, other, onPlatform)
    await other.api.put(onPlatform(bob.id), { type: BLOCKED })
    assert.equal((await lab.merge('bob', 'game', player.token)).status, 200)
    assert.deepEqual(await typesOf(lab.person('bob')), { platform: {}, game: {} })
    assert.deepEqual((await typesOf(other.api)).game, {})
    assert.equal((await other.api.delete(onPlatform(bob.id))).status, 204)
    await lab.person('bob').delete(`/oauth2/tokens/${lab.app('game')}`)
  })
})

test('[SUB-7] an unmerge copies friends in the game, friends of the platform who play it, and blockers', async () => {
  const player = await playerOf('moves-10')
  const [friend, pal, blocker] = [await playerOf('moves-11'), await playerOf('moves-12'), await playerOf('moves-13')]
  const rival = await playerOf('moves-14', 'rival')
  await accepted(player, friend)
  assert.equal((await lab.merge('cleo', 'game', player.token)).status, 200)
  const cleo = { api: lab.person('cleo'), id: lab.user('cleo') }
  await accepted(cleo, pal, onPlatform)
  await accepted(cleo, { api: lab.person('bob'), id: lab.user('bob') }, onPlatform)
  await accepted({ api: lab.bearer((await lab.authorize('cleo', 'rival')).access_token), id: cleo.id }, rival)
  await blocker.api.put(onPlatform(cleo.id), { type: BLOCKED })
  await cleo.api.put(inGame(pal.id))
  await cleo.api.delete(`/oauth2/tokens/${lab.app('game')}`)

  const again = await playerOf('moves-10')
  assert.notEqual(again.id, player.id)
  assert.deepEqual(await typesOf(again.api), { platform: { [pal.id]: FRIEND }, game: { [friend.id]: FRIEND } })
  assert.deepEqual((await typesOf(friend.api)).game, { [cleo.id]: FRIEND, [again.id]: FRIEND })
  const refused = await again.api.put(inGame(blocker.id))
  assert.deepEqual([refused.status, refused.body.code], [400, 80001])
  assert.deepEqual((await typesOf(rival.api, 'rival')).game, { [cleo.id]: FRIEND }, 'another game is not concerned')
})

test('a provisional account of another game responds as unknown', async () => {
  const [player, rival] = [await playerOf('moves-20'), await playerOf('moves-21', 'rival')]
  const { body } = await rival.api.get<{ username: string }>('/users/@me')
  for (const response of [
    await player.api.put(onPlatform(rival.id)),
    await player.api.put(onPlatform(rival.id), { type: BLOCKED }),
    await player.api.delete(onPlatform(rival.id)),
    await player.api.put(inGame(rival.id)),
  ])
    assert.deepEqual([response.status, response.body.code], [404, 10013])
  for (const path of ['/users/@me/relationships', '/users/@me/game-relationships']) {
    const response = await player.api.post(path, { username: body.username })
    assert.deepEqual([response.status, response.body.code], [400, 80004])
  }
})

test('players of a publisher are known in its games', async () => {
  const [one, other] = [await playerOf('moves-22', 'publisher'), await playerOf('moves-23', 'publisher')]
  const childOf = async ({ token }: { token: string }) => {
    const body = {
      parent_access_token: token,
      child_application_id: lab.app('chapter'),
      parent_client_secret: 'publisher-secret',
    }
    const child = await lab.anyone().post<{ access_token: string }>('/partner-sdk/child-token', body)
    assert.equal(child.status, 200, JSON.stringify(child.body))
    return lab.bearer(child.body.access_token)
  }
  await accepted({ api: await childOf(one), id: one.id }, { api: await childOf(other), id: other.id })
})

test('[AUT-24] a game that becomes the child of a publisher loses the relationships of its players', async () => {
  const ann = { api: lab.bearer((await lab.authorize('ann', 'rival')).access_token), id: lab.user('ann') }
  const bob = { api: lab.bearer((await lab.authorize('bob', 'rival')).access_token), id: lab.user('bob') }
  await accepted(ann, bob)
  await accepted({ api: lab.person('ann'), id: ann.id }, { api: lab.person('bob'), id: bob.id }, onPlatform)
  assert.deepEqual((await typesOf(lab.person('ann'), 'rival')).game, { [bob.id]: FRIEND })
  const player = await playerOf('moves-30', 'rival')
  await accepted(player, ann, onPlatform)
  await lab.person('bob').put(onPlatform(player.id), { type: BLOCKED })
  const watching = await RawGateway.connect(lab.platform.gateway)
  await watching.identify({ token: String(lab.platform.bob.token) })
  const parent = { application_id: lab.app('publisher') }
  const linked = await lab.operator().put(`/admin/applications/${lab.app('rival')}/parent`, parent)
  assert.ok(linked.status < 300, JSON.stringify(linked.body))
  const { platform, game } = await typesOf(lab.person('ann'), 'rival')
  assert.deepEqual([game, platform[bob.id], platform[player.id]], [{}, FRIEND, undefined])
  assert.equal((await watching.next('GAME_RELATIONSHIP_REMOVE')).d.id, ann.id)
  assert.equal((await watching.next('RELATIONSHIP_REMOVE')).d.id, player.id)
  assert.equal((await typesOf(lab.person('bob'), 'rival')).platform[player.id], undefined)
  await watching.close()
})
