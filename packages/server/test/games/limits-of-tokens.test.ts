import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startGames } from '../support/games.ts'

test('[LIM-17] a game that uses up its requests for a player leaves the person and other games theirs', async () => {
  await using games = await startGames({ rateLimits: 'documented' })
  const chess = games.bearer(await games.tokenOf('bob'))
  const rival = games.bearer(await games.tokenOf('bob', 'rival'))
  const responses = await Promise.all(Array.from({ length: 200 }, () => chess.get('/users/@me')))
  assert.ok(responses.some(({ status }) => status === 429))
  for (const other of [rival, games.person('bob')]) assert.equal((await other.get('/users/@me')).status, 200)
})
