/** Webhook events of applications, while several nodes could send them. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { runningClock } from '../../src/kernel/clock.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { startEventGames } from '../support/event-games.ts'
import { startPlatform } from '../support/platform.ts'

test('an event is sent by one node; another one goes on once that node has given the application up', {
  ...ON_POSTGRES,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const shared = { databaseUrl, secretKey: randomBytes(32), rateLimits: 'off', drainSeconds: 0.2 } as const
  const wallClock = runningClock()
  const games = await startEventGames({ ...shared, node: 'a' })
  try {
    games.chess.behaviour = 'hang'
    const id = await games.chessServer.grant(games.userId('bob'))
    await games.chess.until(() => games.chess.requests.length === 1)
    const b = await startPlatform({ ...shared, node: 'b', wallClock })
    try {
      // The start of b has looked at the events that wait, and so does its poll.
      for (let poll = 0; poll < 3; poll += 1) {
        wallClock.advance(2_000)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      assert.equal(games.chess.requests.length, 1, 'node a is sending it')
      games.chess.behaviour = 204
      await games.platform.close()
      while (games.chess.accepted.length === 0) {
        wallClock.advance(2_000)
        b.clock.advance(10_000)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      assert.deepEqual(
        games.chess.accepted.map(({ data }) => data.id),
        [id],
      )
    } finally {
      await b.close()
    }
  } finally {
    await games[Symbol.asyncDispose]()
    await drop()
  }
})
