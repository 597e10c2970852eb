/** Webhook events: the URL and its check, subscriptions, the shape of requests, and the events of entitlements. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import type { Api } from '@guildhall/testing'
import { EventEndpoint } from '../support/event-endpoint.ts'
import { startEventGames } from '../support/event-games.ts'

interface Application {
  code: number
  event_webhooks_url: string | null
  event_webhooks_status: number
  event_webhooks_types: string[]
  errors?: { event_webhooks_url?: { _errors: { code: string; message: string }[] } }
}

const mine = async (bot: Api) => (await bot.get<Application>('/applications/@me')).body

describe('saving event_webhooks_url', () => {
  test('[SVC-11] sends a signed PING of type 0 and a forged one, by both routes', async () => {
    await using games = await startEventGames()
    await using endpoint = await EventEndpoint.start(games.chess.publicKey)
    const { bot, id } = games.chessServer
    for (const [caller, path] of [
      [bot, '/applications/@me'],
      [games.person('ann'), `/applications/${id}`],
    ] as const) {
      endpoint.pings.length = 0
      const saved = await caller.patch<Application>(path, { event_webhooks_url: endpoint.url })
      assert.equal(saved.status, 200, JSON.stringify(saved.body))
      assert.equal(saved.body.event_webhooks_url, endpoint.url)
      const ping = { version: 1, application_id: id, type: 0 }
      assert.deepEqual(endpoint.pings, [
        { body: ping, signed: true },
        { body: ping, signed: false },
      ])
    }
  })

  test('[SVC-11] rejects a URL that does not check signatures or answers a PING wrongly', async () => {
    await using games = await startEventGames()
    await using endpoint = await EventEndpoint.start(games.chess.publicKey)
    const redirecting = createServer((_request, response) => response.writeHead(307, { location: endpoint.url }).end())
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
    const { bot, id } = games.chessServer
    const before = await mine(bot)
    const rejected = async (reason: string, url = endpoint.url) => {
      for (const [caller, path] of [
        [bot, '/applications/@me'],
        [games.person('ann'), `/applications/${id}`],
      ] as const) {
        const saved = await caller.patch<Application>(path, { event_webhooks_url: url, description: reason })
        assert.equal(saved.status, 400, reason)
        assert.equal(saved.body.code, 50035, reason)
        assert.equal(saved.body.errors?.event_webhooks_url?._errors.length, 1, reason)
      }
    }
    endpoint.forgedPong = 200
    await rejected('a forged PING gets 200')
    endpoint.forgedPong = 204
    await rejected('a forged PING gets 204')
    endpoint.forgedPong = 401
    endpoint.pong = 200
    await rejected('a signed PING gets 200')
    endpoint.pong = 401
    await rejected('a signed PING gets 401')
    await rejected('a redirect', `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/`)
    await rejected('no server', 'http://127.0.0.1:9/')
    await rejected('no address', 'nonsense')
    await rejected('another scheme', 'ftp://127.0.0.1/')
    redirecting.close()
    assert.deepEqual(await mine(bot), before)
  })

  test('[SVC-11] --outgoing public sends no PING and no event to this machine', async () => {
    await using games = await startEventGames({ outgoing: 'public' })
    const { bot, grant } = games.chessServer
    const saved = await bot.patch<Application>('/applications/@me', { event_webhooks_url: games.chess.url })
    assert.deepEqual([saved.status, saved.body.code], [400, 50035])
    await grant(games.userId('bob'))
    await games.advanceUntil(async () => (await mine(bot)).event_webhooks_status === 3, 60_000)
    assert.deepEqual([games.chess.pings, games.chess.requests], [[], []])
  })

  test('removing the URL sends no PING and ends the events', async () => {
    await using games = await startEventGames()
    const { bot, grant } = games.chessServer
    const saved = await bot.patch<Application>('/applications/@me', { event_webhooks_url: null })
    assert.deepEqual([saved.status, saved.body.event_webhooks_url], [200, null])
    await grant(games.userId('bob'))
    await games.rivalServer.grant(games.userId('bob'))
    await games.rival.events(1)
    assert.deepEqual([games.chess.pings, games.chess.requests], [[], []])
  })

  test('[EVT-15] a stranger and another game cannot change the URL', async () => {
    await using games = await startEventGames()
    const { id } = games.chessServer
    for (const caller of [games.person('bob'), games.rivalServer.bot]) {
      const saved = await caller.patch<Application>(`/applications/${id}`, { event_webhooks_url: games.rival.url })
      assert.deepEqual([saved.status, saved.body.code], [403, 20012])
    }
    assert.deepEqual(games.rival.pings, [])
  })
})

describe('webhook events', () => {
  test('[EVT-14] [EVT-15] a request has version, application, type and event, and verifyKey accepts it', async () => {
    await using games = await startEventGames()
    const before = games.platform.clock.now()
    const id = await games.chessServer.grant(games.userId('bob'))
    await games.chess.events(1)
    const [request] = games.chess.requests
    const { timestamp, data, ...event } = request?.event ?? assert.fail()
    assert.deepEqual(
      { ...request, event },
      {
        version: 1,
        application_id: games.chessServer.id,
        type: 1,
        event: { type: 'ENTITLEMENT_CREATE' },
      },
    )
    assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/)
    assert.ok(Math.abs(Date.parse(timestamp) - before) < 10_000, timestamp)
    const granted = await games.chessServer.bot.get(`${games.chessServer.path}/${id}`)
    assert.deepEqual(data, granted.body)
  })

  test('[EVT-15] each change of an entitlement is one event of its game, and a repeated one is none', async () => {
    await using games = await startEventGames()
    const { bot, grant, path } = games.chessServer
    const potion = await grant(games.userId('bob'), 'Potion')
    for (let repeat = 0; repeat < 2; repeat += 1)
      assert.equal((await games.person('ann').post(`${path}/${potion}/consume`)).status, 204)
    for (let repeat = 0; repeat < 2; repeat += 1) await bot.delete(`${path}/${potion}`)
    const last = await grant(games.userId('bob'), 'Sword')
    const events = await games.chess.events(4)
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.id, data.consumed, data.deleted]),
      [
        ['ENTITLEMENT_CREATE', potion, false, false],
        ['ENTITLEMENT_UPDATE', potion, true, false],
        ['ENTITLEMENT_DELETE', potion, true, true],
        ['ENTITLEMENT_CREATE', last, false, false],
      ],
    )
    assert.deepEqual(games.rival.requests, [])
  })

  test('[EVT-15] a refused request causes no event', async () => {
    await using games = await startEventGames()
    const { grant, path, skuId } = games.chessServer
    const owned = { owner_id: games.userId('bob'), owner_type: 2 }
    const foreign = await games.rivalServer.bot.post(path, { ...owned, sku_id: skuId('Sword') })
    assert.equal(foreign.status, 403)
    const unknown = await games.chessServer.bot.post(path, { ...owned, sku_id: '1' })
    assert.equal(unknown.status, 404)
    const id = await grant(games.userId('bob'))
    assert.deepEqual(
      (await games.chess.events(1)).map(({ data }) => data.id),
      [id],
    )
  })

  test('[EVT-15] a type that is not selected is not sent, nor one that is unselected while it waits', async () => {
    await using games = await startEventGames()
    const { bot, grant, path } = games.chessServer
    const types = { event_webhooks_types: ['ENTITLEMENT_DELETE'] }
    assert.equal((await bot.patch('/applications/@me', types)).status, 200)
    const first = await grant(games.userId('bob'))
    await bot.delete(`${path}/${first}`)
    assert.deepEqual(
      (await games.chess.events(1)).map(({ type }) => type),
      ['ENTITLEMENT_DELETE'],
    )
    games.chess.behaviour = 500
    const second = await grant(games.userId('cat'))
    await bot.delete(`${path}/${second}`)
    await games.chess.until(() => games.chess.requests.length === 2)
    games.chess.behaviour = 204
    await bot.patch('/applications/@me', { event_webhooks_types: ['ENTITLEMENT_CREATE'] })
    const third = await grant(games.userId('cat'))
    await games.advanceUntil(() => games.chess.accepted.length >= 2)
    assert.deepEqual(
      games.chess.accepted.map(({ type, data }) => [type, data.id]),
      [
        ['ENTITLEMENT_DELETE', first],
        ['ENTITLEMENT_CREATE', third],
      ],
    )
  })

  test('[EVT-15] status 1 sends no events, and QUEST_USER_ENROLLMENT may be selected', async () => {
    await using games = await startEventGames()
    const { bot, grant } = games.chessServer
    const types = ['QUEST_USER_ENROLLMENT', 'ENTITLEMENT_CREATE']
    const saved = await bot.patch<Application>('/applications/@me', {
      event_webhooks_status: 1,
      event_webhooks_types: types,
    })
    assert.deepEqual([saved.body.event_webhooks_status, saved.body.event_webhooks_types], [1, types])
    await grant(games.userId('bob'))
    await bot.patch('/applications/@me', { event_webhooks_status: 2 })
    const id = await grant(games.userId('bob'))
    assert.deepEqual(
      (await games.chess.events(1)).map(({ data }) => data.id),
      [id],
    )
    for (const status of [0, 3, 4])
      assert.equal((await bot.patch('/applications/@me', { event_webhooks_status: status })).status, 400)
  })
})
