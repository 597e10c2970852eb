/** Players of games whose sessions are on two nodes. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { api, connectGame } from '@guildhall/testing'
import { openClusterLab } from '../support/cluster-lab.ts'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { startGames } from '../support/games.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { until } from '../support/until.ts'

const SECRET = 'opensesame'
/** Requests that take longer than the removal of a row. */
const REQUESTS = 20

test('a player of two nodes leaves lobbies with the last session, and each node knows the secrets of both', {
  ...ON_POSTGRES,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const secretKey = randomBytes(32)
  const games = await startGames({ databaseUrl, node: 'a', secretKey })
  const b = await startNode(databaseUrl, 'b', { secretKey })
  try {
    const bot = games.bot('chess')
    const members = ['ann', 'bob'].map((name) => ({ id: games.userId(name) }))
    const { body: lobby } = await bot.post<{ id: string }>('/lobbies', { members })
    const marker = (mark: string) => ({
      event: 'LOBBY_UPDATE',
      trigger: () => bot.patch(`/lobbies/${lobby.id}`, { metadata: { mark } }),
    })
    const ann = (await games.play('ann')).gateway
    await ann.next('LOBBY_CREATE')
    const atA = await games.play('bob')
    await ann.next('LOBBY_MEMBER_CONNECT')
    const atB = await connectGame(b.gateway, atA.token, {})
    const { d } = await atB.gateway.next<{ members: { id: string; connected: boolean }[] }>('LOBBY_CREATE')
    assert.deepEqual(
      d.members.map(({ connected }) => connected),
      [true, true],
    )
    // The secrets of a session are in its row: another node answers for it.
    const activity = { name: 'chess', type: 0, party: { id: 'p', size: [1, 4] }, secrets: { join: SECRET } }
    atA.gateway.send(3, { status: 'online', activities: [activity], since: null, afk: false })
    const place = `/users/${games.userId('bob')}/sessions/${atA.gateway.sessionId}/activities`
    await until('the other node knows the secret', async () => {
      const asked = await api(b.api, `Bearer ${atA.token}`).get<{ secret?: string }>(
        `${place}/${games.applicationId('chess')}/1`,
      )
      return asked.body.secret === SECRET
    })
    await ann.none('LOBBY_MEMBER_CONNECT', async () => {}, marker('second session'))
    await ann.none('LOBBY_MEMBER_DISCONNECT', () => atA.gateway.close(), marker('first session ended'))
    await atB.gateway.close()
    await ann.next('LOBBY_MEMBER_DISCONNECT')
  } finally {
    await b.close()
    await games.platform.close()
    await drop()
  }
})

test('a player whose sessions end at once, at two nodes, leaves lobbies once; the end outlasts the database', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const way = await lab.way()
  const games = await startGames({ ...lab.options, node: 'a' })
  lab.add(games.platform)
  const b = await lab.start('b', { databaseUrl: way.url })
  const bot = games.bot('chess')
  const members = ['ann', 'bob'].map((name) => ({ id: games.userId(name) }))
  const { body: lobby } = await bot.post<{ id: string }>('/lobbies', { members })
  const token = await games.tokenOf('bob')
  const play = async (node: { gateway: string }, own: string) => {
    const session = lab.keep((await connectGame(node.gateway, own, {})).gateway)
    await session.next('LOBBY_CREATE')
    return session
  }
  const ann = await play(games.platform, await games.tokenOf('ann'))
  const sessions = [await play(games.platform, token), await play(b, token)]
  await ann.next('LOBBY_MEMBER_CONNECT')
  const rows = async () =>
    (await lab.sql`SELECT 1 FROM node_sessions WHERE user_id = ${games.userId('bob')}::bigint`).length
  await until(
    'both sessions are known',
    async () => (await lab.sql`SELECT 1 FROM node_sessions WHERE in_lobbies = 1`).length === 3,
  )
  const name = `hold.lobbies of ${games.applicationId('chess')} ${games.userId('bob')}`
  await lab.sql.begin(async (holding) => {
    await holding`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`
    const waiting = async () => {
      const [row] = await holding<{ count: number }[]>`SELECT count(*)::int AS count FROM pg_locks
        WHERE locktype = 'advisory' AND NOT granted
        AND (classid::bigint << 32 | objid::bigint) = hashtextextended(${name}, 0)`
      return row?.count ?? 0
    }
    for (const session of sessions) await session.close()
    await until('both nodes are about to announce the end', async () => (await waiting()) >= 2)
    for (let request = 1; request <= REQUESTS; request += 1) await bot.get(`/lobbies/${lobby.id}`)
    const kept = await holding`SELECT 1 FROM node_sessions WHERE user_id = ${games.userId('bob')}::bigint`
    assert.equal(kept.length, 2, 'no node forgets a session before its end is announced')
  })
  await until('the sessions have ended', async () => (await rows()) === 0)
  await ann.next('LOBBY_MEMBER_DISCONNECT')
  const marker = (mark: string) => ({
    event: 'LOBBY_UPDATE',
    trigger: () => bot.patch(`/lobbies/${lobby.id}`, { metadata: { mark } }),
  })
  await ann.none('LOBBY_MEMBER_DISCONNECT', async () => undefined, marker('once'))

  const later = await play(b, token)
  await ann.next('LOBBY_MEMBER_CONNECT')
  way.cut()
  await later.close()
  // The next write of the node fails.
  await until('the database is away for the node', async () => (await fetch(new URL('/readyz', b.api))).status === 503)
  way.restore()
  await ann.next('LOBBY_MEMBER_DISCONNECT')
})
