/** Delivery of webhook events: order, retries by the clock, servers that fail, and restarts. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type Clock, runningClock } from '../../src/kernel/clock.ts'
import { EventEndpoint } from '../support/event-endpoint.ts'
import { eventWorld, gameServer, startEventGames } from '../support/event-games.ts'
import { spawnPlatform } from '../support/platform.ts'
import { testStore } from '../support/test-store.ts'
import { until } from '../support/until.ts'

const MINUTE = 60_000
interface Status {
  event_webhooks_status: number
  event_webhooks_url: string
}
interface State {
  waiting: number
  failing: { type: string }[]
  disabled: { reason: string } | null
}

/** Returns a clock that only `advance` moves. */
function standingClock(): Clock {
  const clock = runningClock()
  clock.freeze()
  return clock
}

const ids = (endpoint: EventEndpoint) => endpoint.accepted.map(({ data }) => data.id)

describe('delivery of webhook events', () => {
  test('[EVT-15] events about one user arrive in order across types, also after failures', async () => {
    await using games = await startEventGames()
    const { grant, bot, path } = games.chessServer
    let failures = 0
    games.chess.behaviour = () => (failures++ % 3 === 0 ? 500 : 204)
    const expected: string[] = []
    for (let round = 0; round < 5; round += 1) {
      const id = await grant(games.userId('bob'))
      await bot.delete(`${path}/${id}`)
      expected.push(`ENTITLEMENT_CREATE ${id}`, `ENTITLEMENT_DELETE ${id}`)
    }
    await games.advanceUntil(() => games.chess.accepted.length >= expected.length)
    assert.deepEqual(
      games.chess.accepted.map(({ type, data }) => `${type} ${data.id}`),
      expected,
    )
  })

  test('[EVT-15] a failed event is sent again within 10 s and twice within 35 s of the clock', async () => {
    await using games = await startEventGames()
    games.chess.behaviour = 503
    const id = await games.chessServer.grant(games.userId('bob'))
    await games.chess.until(() => games.chess.requests.length === 1)
    const first = await games.advanceUntil(() => games.chess.requests.length === 2)
    const second = await games.advanceUntil(() => games.chess.requests.length === 3)
    assert.ok(first <= 10_000, `${first} ms`)
    assert.ok(first + second <= 35_000, `${first + second} ms`)
    assert.ok(second > first, 'pauses grow')
    games.chess.behaviour = 204
    await games.advanceUntil(() => games.chess.accepted.length === 1)
    assert.deepEqual(ids(games.chess), [id])
    assert.equal(new Set(games.chess.requests.map(({ event }) => event?.timestamp)).size, 1, 'the time of the cause')
    await games.chessServer.grant(games.userId('bob'))
    await games.chess.events(2)
    assert.equal(games.chess.requests.length, 5, 'an accepted event is not repeated')
  })

  test('[EVT-15] a server that does not respond in 3 s, redirects or is unreachable has not accepted', async () => {
    const wallClock = runningClock()
    await using games = await startEventGames({ wallClock })
    games.chess.behaviour = 'hang'
    const id = await games.chessServer.grant(games.userId('bob'))
    await games.chess.until(() => games.chess.requests.length === 1)
    wallClock.advance(3_000)
    games.chess.behaviour = 302
    await games.advanceUntil(() => games.chess.requests.length === 2)
    games.chess.behaviour = 401
    await games.advanceUntil(() => games.chess.requests.length === 3)
    games.chess.behaviour = 200
    await games.advanceUntil(() => games.chess.requests.length === 4)
    assert.deepEqual(ids(games.chess), [id])
    wallClock.close()
  })

  test('[EVT-15] a dead server delays no other application', async () => {
    // The dead server's request never reaches its timeout: a delivery that waits for it never comes.
    const wallClock = standingClock()
    await using games = await startEventGames({ wallClock })
    games.chess.behaviour = 'hang'
    await games.chessServer.grant(games.userId('bob'))
    await games.chess.until(() => games.chess.requests.length === 1)
    const expected: string[] = []
    for (let round = 0; round < 20; round += 1) expected.push(await games.rivalServer.grant(games.userId('bob')))
    await games.rival.events(20)
    assert.deepEqual(ids(games.rival), expected)
    assert.equal(games.chess.requests.length, 1)
    wallClock.advance(3_000)
  })

  test('[EVT-15] an event that a server never accepts delays no other user', async () => {
    await using games = await startEventGames()
    const bob = games.userId('bob')
    games.chess.behaviour = ({ data }) => (data.user_id === bob ? 500 : 204)
    await games.chessServer.grant(bob)
    await games.chess.until(() => games.chess.requests.length === 1)
    await games.chessServer.grant(bob)
    const id = await games.chessServer.grant(games.userId('cat'))
    assert.deepEqual(
      (await games.chess.events(1)).map(({ data }) => data.id),
      [id],
    )
    const sent = games.chess.requests.map(({ event }) => event?.data.id)
    assert.equal(new Set(sent).size, 2, 'the second event about bob waits for the first')
  })

  test('[EVT-15] status 3 after ten minutes of failures drops the queue; saving the URL enables again', async () => {
    await using games = await startEventGames()
    const { bot, grant } = games.chessServer
    const mine = async () => (await bot.get<Status>('/applications/@me')).body
    games.chess.behaviour = 500
    await grant(games.userId('bob'))
    await games.chess.until(() => games.chess.requests.length === 1)
    await grant(games.userId('bob'))
    const path = `/applications/${games.chessServer.id}/webhook-events`
    const state = async () => (await games.person('ann').get<State>(path)).body
    await games.advanceUntil(async () => (await state()).failing.length === 1, 1)
    const { waiting, failing, disabled } = await state()
    assert.deepEqual([waiting, failing[0]?.type, disabled], [2, 'ENTITLEMENT_CREATE', null])
    const moved = await games.advanceUntil(async () => (await mine()).event_webhooks_status === 3, 15_000)
    // The queue is dropped after the commit that disables it.
    await until('the queue is dropped', async () => (await state()).failing.length === 0)
    assert.equal((await state()).disabled?.reason, 'responded with status 500')
    assert.ok(moved >= 10 * MINUTE && moved <= 11 * MINUTE, `${moved} ms`)
    const sent = games.chess.requests.length
    assert.ok(sent >= 6, `${sent} attempts`)
    await grant(games.userId('cat'))
    games.chess.behaviour = 204
    games.platform.clock.advance(10 * MINUTE)
    // A URL that fails its check enables nothing.
    games.chess.pong = 500
    const { event_webhooks_url } = await mine()
    for (const body of [{ event_webhooks_url }, { event_webhooks_status: 2 }])
      assert.equal((await bot.patch('/applications/@me', body)).status, 400)
    assert.equal((await mine()).event_webhooks_status, 3)
    games.chess.pong = 204
    const saved = await bot.patch<Status>('/applications/@me', { event_webhooks_url })
    assert.deepEqual([saved.status, saved.body.event_webhooks_status], [200, 2])
    const id = await grant(games.userId('bob'))
    assert.deepEqual(
      (await games.chess.events(1)).map(({ data }) => data.id),
      [id],
    )
    assert.equal(games.chess.requests.length, sent + 1)
  })

  test('[EVT-15] a new URL receives events that failed at the old one without a pause', async () => {
    await using games = await startEventGames()
    await using moved = await EventEndpoint.start(games.chess.publicKey)
    const { bot, grant } = games.chessServer
    games.chess.behaviour = 500
    const expected = [await grant(games.userId('bob')), await grant(games.userId('cat'))]
    await games.chess.until(() => games.chess.requests.length === 2)
    assert.equal((await bot.patch('/applications/@me', { event_webhooks_url: moved.url })).status, 200)
    await moved.events(2)
    assert.deepEqual(ids(moved).sort(), expected.sort())
  })
})

test('[EVT-15] no event is lost when the platform and the server are killed', { timeout: 180_000 }, async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-events-'))
  const closed = await EventEndpoint.start()
  const { port, url } = closed
  await closed.close()
  const store = await testStore()
  const kept = { data, ...(store.databaseUrl !== undefined && { databaseUrl: store.databaseUrl }) }
  const options = { ...kept, world: eventWorld(url, null), rateLimits: 'off', args: ['--keep-secrets'] }
  // Each start is a minute later by the clock, so that failed events are due.
  const spawn = (round: number) => {
    const date = new Date(Date.now() + round * MINUTE).toISOString()
    return spawnPlatform({ ...options, date } as never)
  }
  const granted: { id: string; userId: string }[] = []
  const accepted: { id: string; userId: string | undefined }[] = []
  const note = (endpoint: EventEndpoint) => {
    const known = new Set(accepted.map(({ id }) => id))
    for (const { data } of endpoint.accepted)
      if (!known.has(data.id)) accepted.push({ id: data.id, userId: data.user_id })
  }
  try {
    let publicKey: string | undefined
    for (let round = 0; round < 4; round += 1) {
      // In odd rounds the game's server runs as well, and the kill comes amid its deliveries. It runs first: what fails
      // at the start is due again only after seconds.
      const endpoint = round % 2 === 1 ? await EventEndpoint.start(publicKey, port) : null
      await using platform = await spawn(round)
      const application = platform.world.applications.chess
      publicKey = application?.public_key
      const chess = gameServer(platform.api, application as never)
      const users = ['bob', 'cat', 'eve'].map((user) => platform.world.users[user]?.id ?? '')
      for (let count = 0; count < 10; count += 1) {
        const userId = users[count % users.length] ?? ''
        granted.push({ id: await chess.grant(userId), userId })
      }
      await endpoint?.events(3)
      await platform.kill('SIGKILL')
      if (endpoint) note(endpoint)
      await endpoint?.close()
    }
    await using endpoint = await EventEndpoint.start(publicKey, port)
    await using _ = await spawn(4)
    await endpoint.until(() => {
      note(endpoint)
      return accepted.length >= granted.length
    })
    const byUser = (events: readonly { id: string; userId: string | undefined }[]) =>
      Map.groupBy(events, ({ userId }) => userId)
    const expected = byUser(granted)
    for (const [userId, events] of byUser(accepted)) assert.deepEqual(events, expected.get(userId))
  } finally {
    await store.drop()
    await rm(data, { recursive: true, force: true })
  }
})
