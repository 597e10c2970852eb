/** Limits that count over all nodes. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { GAME_SESSIONS_MAX, Intent } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore } from '../support/cluster-store.ts'
import { type Games, startGames } from '../support/games.ts'
import { ON_POSTGRES_AND_NATS, startNats } from '../support/nats-server.ts'

/** Time in which a message surely reaches the other node. */
const NATS_MS = 100

type Node = { readonly api: string; readonly gateway: string }

suite('limits of two nodes', ON_POSTGRES_AND_NATS, () => {
  let games: Games
  let nodes: Node[]
  const at = (count: number) => nodes[count % 2] as Node
  const closing: (() => PromiseLike<unknown>)[] = []

  before(async () => {
    const { databaseUrl, drop } = await clusterStore()
    closing.unshift(drop)
    const nats = await startNats()
    closing.unshift(() => nats[Symbol.asyncDispose]())
    const shared = {
      busUrls: [nats.url],
      rateLimits: 'documented',
      secretKey: randomBytes(32),
      drainSeconds: 0.2,
    } as const
    games = await startGames({ databaseUrl, node: 'a', ...shared })
    closing.unshift(() => games.platform.close())
    const b = await startNode(databaseUrl, 'b', shared)
    closing.unshift(() => b.close())
    nodes = [games.platform, b]
  })
  after(async () => {
    for (const close of closing) await close()
  })

  async function request(node: Node, method: string, path: string, { token = '', body = {} as object } = {}) {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
    const response = await fetch(node.api + path, { method, headers, body: JSON.stringify(body) })
    await response.arrayBuffer()
    // A client on a network gives NATS the time of a request. This one shares the processor with it.
    await pause(NATS_MS)
    const limit = (name: string) => response.headers.get(`x-ratelimit-${name}`)
    return { status: response.status, remaining: limit('remaining'), reset: limit('reset'), bucket: limit('bucket') }
  }

  test('[LIM-17] a caller who alternates nodes meets one limit, with the same headers at each', async () => {
    const token = games.personToken('ann')
    const found = []
    for (let count = 0; count < 7; count += 1) found.push(await request(at(count), 'PATCH', '/users/@me', { token }))
    assert.deepEqual(
      found.map(({ status, remaining }) => [status, remaining]),
      [...['4', '3', '2', '1', '0'].map((remaining) => [200, remaining]), [429, '0'], [429, '0']],
    )
    assert.equal(new Set(found.map(({ reset, bucket }) => `${reset} ${bucket}`)).size, 1)
    const other = await request(at(1), 'PATCH', '/users/@me', { token: games.personToken('bob') })
    assert.equal(other.remaining, '4', 'another user has a window of their own')
    const body = { login: 'nobody@example.com', password: 'wrong' }
    const signIns = []
    for (let count = 0; count < 11; count += 1)
      signIns.push((await request(at(count), 'POST', '/auth/login', { body })).status)
    assert.deepEqual(signIns, [...Array.from({ length: 10 }, () => 400), 429])
  })

  /** Identifies, and returns the connection with its first response: READY or op 9. */
  async function identify(node: Node, token: string, intents: number | null) {
    const gateway = await RawGateway.connect(node.gateway)
    await gateway.next(10)
    gateway.send(2, { token, intents, properties: {} })
    const response = await Promise.race([gateway.next('READY'), gateway.next(9)])
    return { gateway, isReady: response.op === 0 }
  }
  const readyOf = (sessions: { isReady: boolean }[]) => sessions.filter(({ isReady }) => isReady)

  test('[GW-14] Identifies of a bot at two nodes are counted together, also those at once', async () => {
    const token = games.world.applications.chess?.bot?.token ?? ''
    const sessions = await Promise.all([0, 1, 2, 3].map((count) => identify(at(count), token, 0)))
    assert.equal(readyOf(sessions).length, 1)
    const left = await Promise.all(
      nodes.map(async (node) => {
        const { body } = await api(node.api, `Bot ${token}`).get<{ session_start_limit: object }>('/gateway/bot')
        return { ...body.session_start_limit, reset_after: null }
      }),
    )
    const expected = { total: 1_000, remaining: 999, reset_after: null, max_concurrency: 1 }
    assert.deepEqual(left, [expected, expected])
    for (const { gateway } of sessions) await gateway.close()
  })

  test('a player has a bounded number of sessions in a game over both nodes; one without a connection makes room', async () => {
    const token = `Bearer ${await games.tokenOf('bob')}`
    const sessions = await Promise.all(
      Array.from({ length: GAME_SESSIONS_MAX + 4 }, (_, count) => identify(at(count), token, null)),
    )
    assert.equal(readyOf(sessions).length, GAME_SESSIONS_MAX)
    assert.equal((await identify(at(0), token, null)).isReady, false)
    const ofSecond = sessions.findIndex(({ isReady }, index) => isReady && index % 2 === 1)
    await sessions[ofSecond]?.gateway.drop()
    await api(at(1).api).get('/gateway')
    assert.equal((await identify(at(0), token, null)).isReady, true)
    assert.equal((await identify(at(1), token, null)).isReady, false)
  })

  test('[LIM-12] a bot requests all members of a guild once in 30 s, at whichever node', async () => {
    const token = games.world.applications.watcher?.bot?.token ?? ''
    const intents = Intent.GUILDS | Intent.GUILD_MEMBERS
    const first = await identify(at(0), token, intents)
    await first.gateway.next('GUILD_CREATE')
    first.gateway.send(8, { guild_id: games.guildId('lab'), query: '', limit: 0 })
    await first.gateway.next('GUILD_MEMBERS_CHUNK')
    // The second session of the bot has to wait for five seconds: the session itself moves.
    const { sessionId, seq } = first.gateway
    await first.gateway.drop()
    const gateway = await RawGateway.connect(at(1).gateway)
    await gateway.next(10)
    gateway.send(6, { token, session_id: sessionId, seq })
    await gateway.next('RESUMED')
    gateway.send(8, { guild_id: games.guildId('lab'), query: '', limit: 0 })
    const { d } = await gateway.next<{ opcode: number; retry_after: number }>('RATE_LIMITED')
    assert.equal(d.opcode, 8)
    await gateway.close()
  })
})
