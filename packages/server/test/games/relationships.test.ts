/** Friends, requests and blocks of the platform, for people and for games. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Games, startGames } from '../support/games.ts'
import { named } from '../support/gateway-lab.ts'

interface Relationship {
  id: string
  type: number
  user: { id: string; username: string }
  nickname: string | null
  user_ignored: boolean
  is_spam_request?: boolean
  stranger_request?: boolean
  has_played_game?: boolean
  note?: string
  since?: string
}

const FRIEND = 1
const BLOCKED = 2
const INCOMING = 3
const OUTGOING = 4

/** Returns the relationships of a person by the other user's name. */
async function listOf(games: Games, user: string): Promise<Record<string, number>> {
  const { body, status } = await games.person(user).get<Relationship[]>('/users/@me/relationships')
  assert.equal(status, 200)
  return Object.fromEntries(body.map(({ user: other, type }) => [other.username, type]))
}

const path = (games: Games, user: string) => `/users/@me/relationships/${games.userId(user)}`

test('PUT and POST send a request, and the same from the other user accepts it', async () => {
  await using games = await startGames()
  const [ann, bob] = [await games.watch('ann'), await games.watch('bob')]
  const sent = await games.person('ann').post('/users/@me/relationships', { username: 'bob', discriminator: null })
  assert.equal(sent.status, 204)
  const out = await ann.next<Relationship & { should_notify: boolean }>('RELATIONSHIP_ADD')
  const into = await bob.next<Relationship & { should_notify: boolean }>('RELATIONSHIP_ADD')
  assert.deepEqual([out.d.id, out.d.type, out.d.should_notify], [games.userId('bob'), OUTGOING, false])
  assert.deepEqual([into.d.id, into.d.type, into.d.should_notify], [games.userId('ann'), INCOMING, true])
  assert.deepEqual([into.d.user.username, into.d.nickname, into.d.user_ignored], ['ann', null, false])
  assert.equal(into.d.stranger_request, false, 'they share a guild')
  assert.equal((await games.person('bob').put(path(games, 'ann'), {})).status, 204)
  assert.equal((await ann.next(named('RELATIONSHIP_ADD', { type: FRIEND }))).d.id, games.userId('bob'))
  assert.equal((await bob.next(named('RELATIONSHIP_ADD', { type: FRIEND }))).d.id, games.userId('ann'))
  assert.deepEqual(await listOf(games, 'ann'), { bob: FRIEND })
  assert.deepEqual(await listOf(games, 'bob'), { ann: FRIEND })
})

test('[AUT-3] GET /users/@me/relationships lists friends only to a game, and needs the scope', async () => {
  await using games = await startGames()
  await games.person('ann').put(path(games, 'bob'))
  await games.person('bob').put(path(games, 'ann'))
  await games.person('cat').put(path(games, 'ann'))
  await games.person('ann').put(path(games, 'eve'), { type: BLOCKED })
  assert.deepEqual(await listOf(games, 'ann'), { bob: FRIEND, cat: INCOMING, eve: BLOCKED })
  const token = await games.tokenOf('ann', 'chess', 'identify relationships.read')
  const seen = await games.bearer(token).get<Relationship[]>('/users/@me/relationships')
  assert.deepEqual(
    seen.body.map(({ id, type, has_played_game }) => [id, type, has_played_game]),
    [[games.userId('bob'), FRIEND, false]],
  )
  await games.tokenOf('bob')
  const again = await games.bearer(token).get<Relationship[]>('/users/@me/relationships')
  assert.equal(again.body[0]?.has_played_game, true)
  const without = await games.bearer(await games.tokenOf('ann', 'chess', 'identify')).get('/users/@me/relationships')
  assert.deepEqual([without.status, without.body.code], [403, 50026])
  const write = await games.bearer(token).put(path(games, 'cat'))
  assert.deepEqual([write.status, write.body.code], [403, 50026])
  const bot = await games.bot('chess').get('/users/@me/relationships')
  assert.deepEqual([bot.status, bot.body.code], [403, 20001])
})
