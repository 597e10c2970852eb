/** Players of lobbies whose node was lost, while the node that announces it is lost too. */
import { test } from 'node:test'
import { connectGame, type Frame } from '@guildhall/testing'
import { openClusterLab } from '../support/cluster-lab.ts'
import { startGames } from '../support/games.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { until } from '../support/until.ts'

/** The leases of two nodes end one after the other, and then the grace of their clients. */
const LOSSES = { timeoutMs: 60_000 }
const HEARTBEAT_MS = 10_000

test('a node announces a lost player to lobbies when the node that announced another one is lost before', {
  ...ON_POSTGRES_AND_NATS,
  timeout: 180_000,
}, async () => {
  await using lab = await openClusterLab()
  const games = await startGames({ ...lab.options, node: 'z' })
  lab.add(games.platform)
  // The first live node by name announces lost sessions.
  const [first, lost] = [await lab.spawn('a'), await lab.spawn('b')]
  const play = async (node: { gateway: string }, name: string) => {
    const session = lab.keep((await connectGame(node.gateway, await games.tokenOf(name), {})).gateway)
    await session.next('LOBBY_CREATE')
    return session
  }
  const members = ['ann', 'bob', 'eve'].map((name) => ({ id: games.userId(name) }))
  const { body: lobby } = await games.bot('chess').post<{ id: string }>('/lobbies', { members })
  const eve = await play(games.platform, 'eve')
  // Two losses last longer than a session without heartbeats.
  const beats = setInterval(() => eve.send(1, eve.seq), HEARTBEAT_MS)
  void eve.closed.then(() => clearInterval(beats))
  const players = ['ann', 'bob'].sort((one, other) =>
    BigInt(games.userId(one)) < BigInt(games.userId(other)) ? -1 : 1,
  )
  for (const name of players) {
    await play(lost, name)
    await eve.next('LOBBY_MEMBER_CONNECT')
  }
  const [told, late] = players.map(games.userId)
  const isGone = (id: string | undefined) => (frame: Frame) =>
    frame.t === 'LOBBY_MEMBER_DISCONNECT' && (frame.d?.member as { id: string }).id === id
  const name = `hold.lobbies of ${games.applicationId('chess')} ${late}`
  // As another node does that decides whether the player is connected.
  await lab.sql.begin(async (holding) => {
    await holding`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`
    await lost.kill()
    await eve.next(isGone(told), LOSSES)
    const isWaiting = async () => {
      const rows = await holding`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND (classid::bigint << 32 | objid::bigint) = hashtextextended(${name}, 0)`
      return rows.length > 0
    }
    await until('a node is about to announce the second player', isWaiting)
    await first.kill()
  })
  await eve.next(isGone(late), LOSSES)
  // Each of them once.
  const marker = {
    event: 'LOBBY_UPDATE',
    trigger: () => games.bot('chess').patch(`/lobbies/${lobby.id}`, { metadata: {} }),
  }
  await eve.none('LOBBY_MEMBER_DISCONNECT', async () => undefined, marker)
})
