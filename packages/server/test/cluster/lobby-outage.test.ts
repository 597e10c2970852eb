/** Members of lobbies who connect or leave while their node cannot reach the database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Intent } from '@guildhall/protocol'
import { connectGame, type Frame, RawGateway } from '@guildhall/testing'
import type { Sql } from 'postgres'
import { type ClusterLab, openClusterLab } from '../support/cluster-lab.ts'
import { type Games, startGames } from '../support/games.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { until } from '../support/until.ts'

/** Opens a lobby of bob and eve. Eve is connected to node z, and node a reaches the database by another way than z. */
async function openLobby(lab: ClusterLab) {
  const way = await lab.way()
  const games = await startGames({ ...lab.options, node: 'z' })
  lab.add(games.platform)
  const a = await lab.start('a', { databaseUrl: way.url })
  const members = ['bob', 'eve'].map((name) => ({ id: games.userId(name) }))
  const { body: lobby } = await games.bot('chess').post<{ id: string }>('/lobbies', { members })
  const play = async (node: { gateway: string }, name: string) =>
    lab.keep((await connectGame(node.gateway, await games.tokenOf(name), {})).gateway)
  const eve = await play(games.platform, 'eve')
  await eve.next('LOBBY_CREATE')
  let updates = 0
  const marker = {
    event: 'LOBBY_UPDATE',
    trigger: () => games.bot('chess').patch(`/lobbies/${lobby.id}`, { metadata: { updates: `${++updates}` } }),
  }
  return { way, games, a, lobby, play, eve, marker }
}

/** Calls a function while the decision whether bob is connected waits, as for another node that decides it. */
async function holdingDecision(sql: Sql, games: Games, run: (isWaiting: () => Promise<boolean>) => Promise<void>) {
  const name = `hold.lobbies of ${games.applicationId('chess')} ${games.userId('bob')}`
  await sql.begin(async (holding) => {
    await holding`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`
    await run(async () => {
      const rows = await holding`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND (classid::bigint << 32 | objid::bigint) = hashtextextended(${name}, 0)`
      return rows.length > 0
    })
  })
}

test('a member whose connection was to be announced when the database went away is announced once it is back', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const { way, games, a, play, eve, marker } = await openLobby(lab)
  await holdingDecision(lab.sql, games, async (isWaiting) => {
    const bob = await play(a, 'bob')
    await bob.next('LOBBY_CREATE')
    await until('node a is about to announce the member', isWaiting)
    way.cut()
  })
  await eve.none('LOBBY_MEMBER_CONNECT', async () => undefined, marker)
  way.restore()
  await eve.next('LOBBY_MEMBER_CONNECT')
  await eve.none('LOBBY_MEMBER_CONNECT', async () => undefined, marker)
})

test('a member who was not announced by a node that ends is announced by the next one', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const { games, a, play, eve, marker } = await openLobby(lab)
  await holdingDecision(lab.sql, games, async (isWaiting) => {
    const bob = await play(a, 'bob')
    await until('node a is about to announce the member', isWaiting)
    await lab.stop(a)
    await bob.closed
    bob.resumeUrl = games.platform.gateway
    const resumed = lab.keep(await bob.resume())
    await resumed.next('RESUMED')
  })
  await eve.next('LOBBY_MEMBER_CONNECT')
  await eve.none('LOBBY_MEMBER_CONNECT', async () => undefined, marker)
})

test('a lobby whose last connected member is removed while the database is away is idle once it is back', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const { way, games, a, lobby, play, eve } = await openLobby(lab)
  const isIdle = async () => (await lab.sql`SELECT 1 FROM lobbies WHERE id = ${lobby.id} AND idle_since > 0`).length > 0
  await eve.close()
  await until('the lobby has no connected member', isIdle)
  const bob = await play(a, 'bob')
  await bob.next('LOBBY_CREATE')
  await until('the lobby is occupied', async () => !(await isIdle()))
  const isAnnounced = async () =>
    (await lab.sql`SELECT 1 FROM node_sessions WHERE node = 'a' AND in_lobbies = 1`).length > 0
  await until('the member is announced', isAnnounced)
  way.cut()
  await games.bot('chess').delete(`/lobbies/${lobby.id}/members/${games.userId('bob')}`)
  await bob.next('LOBBY_DELETE')
  await way.refusal()
  way.restore()
  await until('the lobby is idle', isIdle)
})

test('a session whose user joins a lobby while the database is away receives LOBBY_CREATE once it is back', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const { way, games, a, lobby, play } = await openLobby(lab)
  const cat = await play(a, 'cat')
  way.cut()
  await games.bot('chess').put(`/lobbies/${lobby.id}/members/${games.userId('cat')}`, {})
  await way.refusal()
  way.restore()
  assert.equal((await cat.next<{ id: string }>('LOBBY_CREATE')).d.id, lobby.id)
})

test('a session to which a new token shows its lobbies while the database is away receives them once it is back', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const { way, games, a, lobby } = await openLobby(lab)
  const { gateway } = await connectGame(a.gateway, await games.tokenOf('bob', 'chess', 'sdk.social_layer_presence'), {})
  lab.keep(gateway)
  await gateway.drop()
  const again = lab.keep(await RawGateway.connect(a.gateway))
  const token = `Bearer ${await games.tokenOf('bob', 'chess', 'sdk.social_layer sdk.social_layer_presence')}`
  await lab.sql.begin(async (holding) => {
    // Its rows are the first that the lobbies are read from.
    await holding`LOCK TABLE lobby_members IN ACCESS EXCLUSIVE MODE`
    again.send(6, { token, session_id: gateway.sessionId, seq: gateway.seq })
    await again.next('RESUMED')
    const waiting = () => holding`SELECT 1 FROM pg_locks WHERE relation = 'lobby_members'::regclass AND NOT granted`
    await until('the lobbies are read', async () => (await waiting()).length > 0)
    way.cut()
  })
  await way.refusal()
  way.restore()
  assert.equal((await again.next<{ id: string }>('LOBBY_CREATE')).d.id, lobby.id)
})

test('a process that is alone tells others who left while the database was away', ON_POSTGRES_AND_NATS, async () => {
  await using lab = await openClusterLab({ hasBus: false })
  const way = await lab.way()
  const games = await startGames({ databaseUrl: way.url })
  lab.add(games.platform)
  const members = ['bob', 'eve'].map((name) => ({ id: games.userId(name) }))
  await games.bot('chess').post('/lobbies', { members })
  const play = async (name: string) =>
    lab.keep((await connectGame(games.platform.gateway, await games.tokenOf(name), {})).gateway)
  const eve = await play('eve')
  await eve.next('LOBBY_CREATE')
  const token = games.world.applications.watcher?.bot?.token ?? ''
  const watcher = await lab.identify(games.platform, token, { intents: Intent.GUILDS | Intent.GUILD_PRESENCES })
  await watcher.next('GUILD_CREATE')
  const ofBob = (status: string) => (frame: Frame) => {
    const d = frame.d as { user?: { id: string }; status?: string }
    return frame.t === 'PRESENCE_UPDATE' && d.user?.id === games.userId('bob') && d.status === status
  }
  const bob = await play('bob')
  await watcher.next(ofBob('online'))
  await eve.next('LOBBY_MEMBER_CONNECT')
  way.cut()
  await bob.close()
  // The reads and writes of the end are some of several statements that are refused.
  for (let refused = 0; refused < 5; refused += 1) await way.refusal()
  way.restore()
  await eve.next('LOBBY_MEMBER_DISCONNECT')
  await watcher.next(ofBob('offline'))
})
