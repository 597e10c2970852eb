/** Lobbies when accounts merge and unmerge, and when a game becomes the child of a publisher. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RawGateway } from '@guildhall/testing'
import { type GameLab, gameLab } from '../support/game-lab.ts'

interface Lobby {
  id: string
  members: { id: string; metadata: Record<string, string> | null; flags: number; additional_name?: string }[]
}

let lab: GameLab
before(async () => {
  lab = await gameLab({ rateLimits: 'off' })
})
after(() => lab[Symbol.asyncDispose]())

async function create(game: string, members: object[] = []): Promise<string> {
  const { status, body } = await lab.bot(game).post<Lobby>('/lobbies', { members })
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

const membersOf = async (game: string, id: string) => {
  const { body } = await lab.bot(game).get<Lobby>(`/lobbies/${id}`)
  return Object.fromEntries(body.members.map(({ id, ...member }) => [id, member]))
}

async function watch(token: string) {
  const gateway = await RawGateway.connect(lab.platform.gateway)
  await gateway.identify({ token: `Bearer ${token}`, intents: undefined as never })
  return gateway
}

test('a merge moves memberships; a lobby of both accounts keeps one member', async () => {
  const [player, friend] = [await lab.player('game', 'l-1'), await lab.player('game', 'l-2')]
  const ann = lab.user('ann')
  const own = await create('game', [{ id: player.id, metadata: { team: 'red' }, flags: 1 }, { id: friend.id }])
  const both = await create('game', [
    { id: player.id, flags: 1 },
    { id: ann, metadata: { old: '1' } },
  ])
  await lab.bot('game').put(`/lobbies/${own}/members/${player.id}`, { additional_name: 'Mia' })
  const watcher = await watch(friend.token)
  await watcher.next('LOBBY_CREATE')

  const merged = await lab.merge('ann', 'game', player.token)
  assert.equal(merged.status, 200)
  const member = { metadata: { team: 'red' }, flags: 1, additional_name: 'Mia' }
  assert.deepEqual(await membersOf('game', own), { [ann]: member, [friend.id]: { metadata: null, flags: 0 } })
  assert.deepEqual(await membersOf('game', both), { [ann]: { metadata: { old: '1' }, flags: 1 } })
  const removed = await watcher.next<{ member: { id: string } }>('LOBBY_MEMBER_REMOVE')
  const added = await watcher.next<{ member: { id: string } }>('LOBBY_MEMBER_ADD')
  assert.deepEqual([removed.d.member.id, added.d.member.id], [player.id, ann])
  const inGame = await watch(merged.body.access_token)
  assert.equal((await inGame.next('LOBBY_CREATE')).d.id, own)
  await Promise.all([watcher.close(), inGame.close()])
})

test('[SUB-7] an unmerge copies memberships to the new provisional account', async () => {
  const player = await lab.player('game', 'l-3')
  const merged = await lab.merge('bob', 'game', player.token)
  assert.equal(merged.status, 200)
  const id = await create('game', [{ id: lab.user('bob'), metadata: { a: 'b' } }])
  const elsewhere = await create('rival', [{ id: lab.user('bob') }])
  const route = '/partner-sdk/provisional-accounts/unmerge/bot'
  assert.equal((await lab.bot('game').post(route, { external_user_id: 'l-3' })).status, 204)
  const again = await lab.player('game', 'l-3')
  assert.notEqual(again.id, lab.user('bob'))
  assert.deepEqual((await membersOf('game', id))[again.id], { metadata: { a: 'b' }, flags: 0 })
  assert.deepEqual(Object.keys(await membersOf('rival', elsewhere)), [lab.user('bob')])
})

test('a provisional account of another game cannot be a member', async () => {
  const player = await lab.player('rival', 'l-4')
  const id = await create('game')
  const refused = await lab.bot('game').put(`/lobbies/${id}/members/${player.id}`, {})
  assert.deepEqual([refused.status, refused.body.code], [404, 10013])
  const own = await lab.bearer(player.token).put<Lobby>('/lobbies', { secret: 's' })
  assert.deepEqual([own.status, own.body.members.map((member) => member.id)], [200, [player.id]])
  const flagged = await lab.bot('rival').post<Lobby>('/lobbies', { flags: 1, members: [{ id: player.id }] })
  assert.equal(flagged.status, 201, 'a player has authorized their own game')
})

test('[AUT-24] linking a game to a publisher deletes the lobbies of the game, and no others', async () => {
  const player = await lab.player('rival', 'l-5')
  const [gone, kept, publishers] = [
    await create('rival', [{ id: player.id }]),
    await create('game'),
    await create('publisher'),
  ]
  const gateway = await watch(player.token)
  await gateway.next('LOBBY_CREATE')
  const path = `/admin/applications/${lab.app('rival')}/parent`
  const linked = await lab.operator().put(path, { application_id: lab.app('publisher') })
  assert.ok(linked.status < 300, JSON.stringify(linked.body))
  await gateway.closed
  assert.equal((await lab.bot('rival').get(`/lobbies/${gone}`)).body.code, 10031)
  assert.equal((await lab.bot('game').get(`/lobbies/${kept}`)).status, 200)
  assert.equal((await lab.bot('publisher').get(`/lobbies/${publishers}`)).status, 200)
})
