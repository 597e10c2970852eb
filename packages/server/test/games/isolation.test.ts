/** Two games of one player: a session of one receives nothing of what happens in the other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startGames } from '../support/games.ts'

test('a game’s session receives no event of another game of the same player', async () => {
  await using games = await startGames()
  const id = (user: string) => games.userId(user)
  const [bob, cat] = [await games.tokenOf('bob'), await games.tokenOf('cat')]
  const chess = await games.play({ token: bob })
  const other = await games.play({ token: cat })
  const rival = await games.play({ token: await games.tokenOf('bob', 'rival') })
  await rival.gateway.heartbeat()
  const before = rival.gateway.frames.length

  const joined = await games.bearer(bob).put<{ id: string }>('/lobbies', { secret: 'sesame' })
  await games.bearer(cat).put('/lobbies', { secret: 'sesame' })
  await other.gateway.next('LOBBY_CREATE')
  assert.equal((await games.bearer(cat).post(`/lobbies/${joined.body.id}/messages`, { content: 'hi' })).status, 201)
  await chess.gateway.next('LOBBY_MESSAGE_CREATE')
  await games.bearer(bob).put(`/users/@me/game-relationships/${id('cat')}`, {})
  await games.bearer(cat).put(`/users/@me/game-relationships/${id('bob')}`, {})
  await chess.gateway.next('GAME_RELATIONSHIP_ADD')
  other.gateway.send(3, { status: 'online', activities: [{ state: 'Checkmate', secrets: { join: 'opensesame' } }] })
  await chess.gateway.next('PRESENCE_UPDATE')
  const body = { activities: [{ type: 0, state: 'At a console' }] }
  assert.equal((await games.bearer(bob).post('/users/@me/headless-sessions', body)).status, 200)
  const activity = { type: 1, session_id: other.gateway.sessionId }
  const invite = { activity, application_id: games.applicationId('chess') }
  assert.equal((await games.bearer(cat).post(`/users/${id('bob')}/messages`, invite)).status, 200)
  const { d: message } = await chess.gateway.next<{ id: string; channel_id: string }>('MESSAGE_CREATE')

  await games.person('bob').patch('/users/@me', { global_name: 'Marker' })
  await rival.gateway.next('USER_UPDATE')
  const received = rival.gateway.frames.slice(before)
  // A direct message is the player's own, and the token may read those; what only chess may know is left out.
  assert.deepEqual(
    received.flatMap(({ t }) => (t === null || /^(CHANNEL|MESSAGE)_CREATE$/.test(t) ? [] : [t])),
    [],
  )
  assert.doesNotMatch(JSON.stringify(received), /Checkmate|opensesame|At a console|LOBBY|GAME_RELATIONSHIP/)

  const { ready } = await games.play<Record<string, unknown>>({ token: rival.token })
  assert.deepEqual([ready.lobbies, ready.game_relationships, ready.presences], [[], [], []])
  const secret = `/users/${id('cat')}/sessions/${other.gateway.sessionId}/activities/${games.applicationId('chess')}/1`
  const query = new URLSearchParams({ channel_id: message.channel_id, message_id: message.id })
  assert.equal((await games.bearer(rival.token).get(`${secret}?${query}`)).status, 404)
  assert.equal((await games.bearer(rival.token).get(`/lobbies/${joined.body.id}`)).status >= 400, true)
  assert.deepEqual((await games.bearer(rival.token).get('/users/@me/game-relationships')).body, [])
})
