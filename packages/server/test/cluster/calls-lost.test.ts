/** Calls of DMs and lobbies that a node had when it was killed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectGame, type Frame } from '@guildhall/testing'
import { openClusterLab } from '../support/cluster-lab.ts'
import { startGames } from '../support/games.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'

/** Longer than clients ring. */
const RUNG_MS = 31_000
const LOSS = { timeoutMs: 30_000 }
const flags = { self_mute: false, self_deaf: false }

interface Call {
  readonly ringing: string[]
}
interface State {
  readonly user_id: string
  readonly channel_id: string | null
}

/** Starts two nodes, of which the second one is a process that can be killed. */
async function openLab() {
  const lab = await openClusterLab()
  const games = await startGames({ ...lab.options, node: 'a' })
  lab.add(games.platform)
  return {
    games,
    b: await lab.spawn('b'),
    identify: (node: { gateway: string }, name: string) => lab.identify(node, games.personToken(name)),
    async play(node: { gateway: string }, name: string) {
      const { gateway } = await connectGame(node.gateway, await games.tokenOf(name), {})
      await gateway.next('LOBBY_CREATE')
      return lab.keep(gateway)
    },
    [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose](),
  }
}

test('a call outlasts the node that began it: ringing ends once, its member there leaves, and its media moves', {
  ...ON_POSTGRES_AND_NATS,
  timeout: 120_000,
}, async () => {
  await using lab = await openLab()
  const { games, b } = lab
  const [ann, bob, cat, eve] = [
    await lab.identify(b, 'ann'),
    await lab.identify(games.platform, 'bob'),
    await lab.identify(games.platform, 'cat'),
    await lab.identify(b, 'eve'),
  ]
  const recipients = ['bob', 'cat', 'eve'].map(games.userId)
  const group = (await games.person('ann').post<{ id: string }>('/users/@me/channels', { recipients })).body.id
  const lobby = await games.bot('chess').post<{ id: string }>('/lobbies', {
    members: ['ann', 'bob'].map((name) => ({ id: games.userId(name) })),
  })
  const other = await games.bot('chess').post<{ id: string }>('/lobbies', { members: [{ id: games.userId('cat') }] })
  const players = [await lab.play(b, 'ann'), await lab.play(games.platform, 'bob')]
  // One after the other, so that the node of the first member has the call. A call at the first node follows, so that
  // the second node has as few as that one, and the next call of its members.
  for (const [player, { body }] of [
    ...players.map((each) => [each, lobby] as const),
    [await lab.play(games.platform, 'cat'), other] as const,
  ]) {
    player.send(17, [{ lobby_id: body.id, ...flags }])
    await player.next('LOBBY_VOICE_SERVER_UPDATE')
  }
  for (const session of [ann, bob]) {
    session.send(4, { guild_id: null, channel_id: group, ...flags })
    await session.next('VOICE_SERVER_UPDATE')
  }
  assert.equal((await games.person('eve').post(`/channels/${group}/call/stop-ringing`, {})).status, 204)
  const isDeclined = ({ t, d }: Frame) => t === 'CALL_UPDATE' && (d as unknown as Call).ringing.length === 1
  assert.deepEqual((await cat.next<Call>(isDeclined)).d.ringing, [games.userId('cat')])
  await eve.close()

  await b.kill()
  games.platform.clock.advance(RUNG_MS)
  for (const session of [bob, cat])
    await session.next(({ t, d }: Frame) => t === 'CALL_UPDATE' && (d as unknown as Call).ringing.length === 0)
  const isAnnsEnd = ({ t, d }: Frame) => {
    const { user_id, channel_id } = (d ?? {}) as unknown as State
    return (t?.endsWith('VOICE_STATE_UPDATE') ?? false) && user_id === games.userId('ann') && channel_id === null
  }
  const address = (await bob.next<{ endpoint: string }>('VOICE_SERVER_UPDATE', LOSS)).d
  assert.equal(address.endpoint, new URL(games.platform.api).host)
  const inLobby = (await players[1]?.next<{ endpoint: string }>('LOBBY_VOICE_SERVER_UPDATE', LOSS))?.d
  assert.equal(inLobby?.endpoint, new URL(games.platform.api).host)
  await cat.next(isAnnsEnd, LOSS)
  await players[1]?.next(isAnnsEnd, LOSS)
  bob.send(4, { guild_id: null, channel_id: null, ...flags })
  await cat.next('CALL_DELETE')
  players[1]?.send(17, [])
  await players[1]?.next(
    ({ t, d }: Frame) =>
      t === 'LOBBY_VOICE_STATE_UPDATE' && d?.user_id === games.userId('bob') && d.channel_id === null,
  )
  // Each of the awaited events came once.
  const isLate = (frame: Frame) => frame.t === 'CALL_UPDATE' || frame.t === 'CALL_DELETE' || isAnnsEnd(frame)
  const isBefore = ({ t, d }: Frame) => t === 'CALL_UPDATE' && (d as unknown as Call).ringing.length > 0
  assert.deepEqual(
    cat.frames.filter((frame) => isLate(frame) && !isBefore(frame)),
    [],
  )
  assert.deepEqual(players[1]?.frames.filter(isLate), [])
})
