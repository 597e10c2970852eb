/** Calls of lobbies whose members are on several nodes. The steps share the nodes, and follow each other. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { LOBBY_CALL_MEMBERS_MAX } from '@guildhall/protocol'
import { connectGame, type Frame, type RawGateway, requestVoice, VoiceClient } from '@guildhall/testing'
import { type ClusterLab, openClusterLab } from '../support/cluster-lab.ts'
import type { startNode } from '../support/cluster-node.ts'
import { type Games, gamesWorld, startGames } from '../support/games.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { frames } from '../support/voice-lab.ts'

const UPDATE_LOBBY_VOICE_STATES = 17
const PING_LOBBY_VOICE_SERVER = 42
/** Players who join before the others do. */
const EARLY = LOBBY_CALL_MEMBERS_MAX - 5
const PLAYERS = Array.from({ length: LOBBY_CALL_MEMBERS_MAX + 5 }, (_, index) => `player${index}`)
const world = {
  ...gamesWorld,
  users: { ...gamesWorld.users, ...Object.fromEntries(PLAYERS.map((name) => [name, {}])) },
}

interface State {
  readonly lobby_id: string
  readonly channel_id: string | null
  readonly user_id: string
  readonly session_id: string
  readonly self_mute: boolean
}

type Node = Awaited<ReturnType<typeof startNode>>

describe('calls of lobbies on several nodes', ON_POSTGRES_AND_NATS, () => {
  let lab: ClusterLab
  let games: Games
  let b: Node

  before(async () => {
    lab = await openClusterLab()
    games = await startGames({ ...lab.options, node: 'a', world })
    lab.add(games.platform)
    b = await lab.start('b')
  })
  after(() => lab[Symbol.asyncDispose]())

  async function createLobby(...users: string[]): Promise<string> {
    const { body: lobby } = await games.bot('chess').post<{ id: string }>('/lobbies', {})
    for (const user of users) {
      const added = await games.bot('chess').put(`/lobbies/${lobby.id}/members/${games.userId(user)}`, {})
      assert.equal(added.status, 200)
    }
    return lobby.id
  }

  /** Opens a session of a player at a node, with its first lobby. */
  async function play(node: { gateway: string }, user: string) {
    const { gateway } = await connectGame(node.gateway, await games.tokenOf(user), {})
    lab.keep(gateway)
    const { d } = await gateway.next<{ voice_states: State[] }>('LOBBY_CREATE')
    return { gateway, states: d.voice_states }
  }

  const join = (session: RawGateway, lobby_id: string, self_mute = false) =>
    session.send(UPDATE_LOBBY_VOICE_STATES, [{ lobby_id, self_mute, self_deaf: false }])
  const stateIn = async (session: RawGateway) => (await session.next<State>('LOBBY_VOICE_STATE_UPDATE')).d

  /** Returns the next event of a lobby. */
  const next = async <T>(session: RawGateway, event: string, lobbyId: string) =>
    (await session.next((frame: Frame) => frame.t === event && frame.d?.lobby_id === lobbyId)).d as T
  const rowsIn = async (lobbyId: string) =>
    (await lab.sql`SELECT user_id, session_id FROM voice_states WHERE guild_id = ${lobbyId}::bigint`).length

  describe('two members', () => {
    let id = ''
    let bob: RawGateway
    let cat: RawGateway

    test('members at different nodes meet in one call, and hear each other', async () => {
      id = await createLobby('bob', 'cat')
      bob = (await play(games.platform, 'bob')).gateway
      cat = (await play(b, 'cat')).gateway
      const one = await VoiceClient.join(bob, { channelId: id })
      assert.equal((await stateIn(cat)).user_id, games.userId('bob'))
      const two = await VoiceClient.connect(await requestVoice(cat, { channelId: id }), { channelId: id })
      assert.equal(two.address.endpoint, one.address.endpoint)
      await Promise.all([one.encrypted(games.userId('cat')), two.encrypted(games.userId('bob'))])
      const sent = frames(5, 1)
      two.speaking()
      await two.play(sent)
      await one.until(() => one.framesOf(games.userId('cat')).length >= sent.length, 'frames')
      assert.deepEqual(one.framesOf(games.userId('cat')), sent)
      assert.deepEqual((await stateIn(bob)).channel_id, id)
      cat.send(PING_LOBBY_VOICE_SERVER, { lobby_id: id })
      const { d } = await cat.next<{ endpoint: string }>('LOBBY_VOICE_SERVER_UPDATE')
      assert.equal(d.endpoint, one.address.endpoint)
    })

    test('another session of a user, at another node, takes the place of the first one', async () => {
      const { gateway: second, states } = await play(games.platform, 'cat')
      assert.deepEqual(states.map(({ user_id }) => user_id).sort(), ['bob', 'cat'].map(games.userId).sort())
      join(second, id)
      await second.next('LOBBY_VOICE_SERVER_UPDATE')
      assert.equal((await stateIn(bob)).session_id, second.sessionId)
      assert.equal(await rowsIn(id), 2)
      // The first one is in no call any more, so that it leaves none.
      cat.send(UPDATE_LOBBY_VOICE_STATES, [])
      join(second, id, true)
      assert.equal((await stateIn(bob)).self_mute, true)
      await second.close()
      assert.equal((await stateIn(bob)).channel_id, null)
    })

    test('a member who is removed leaves the call before the lobby, once', async () => {
      join(cat, id)
      assert.equal((await stateIn(bob)).channel_id, id)
      await games.bot('chess').delete(`/lobbies/${id}/members/${games.userId('cat')}`)
      const isEnd = ({ t, d }: Frame) => t === 'LOBBY_MEMBER_REMOVE' || (t === 'LOBBY_VOICE_STATE_UPDATE' && d !== null)
      assert.equal((await bob.next(isEnd)).t, 'LOBBY_VOICE_STATE_UPDATE')
      assert.equal((await bob.next(isEnd)).t, 'LOBBY_MEMBER_REMOVE')
      assert.equal(await rowsIn(id), 1)
      await games.bot('chess').delete(`/lobbies/${id}`)
      await bob.next('LOBBY_DELETE')
      assert.equal(await rowsIn(id), 0)
      assert.ok(!bob.frames.some(({ t }) => t === 'LOBBY_VOICE_STATE_UPDATE'))
    })
  })

  describe('a full call', () => {
    const sessions: RawGateway[] = []
    let id = ''

    test('ten joins at once at two nodes fill a call to its limit', async () => {
      id = await createLobby(...PLAYERS)
      const other = await createLobby(...PLAYERS.slice(EARLY))
      for (const [index, player] of PLAYERS.entries())
        sessions.push((await play(index % 2 ? b : games.platform, player)).gateway)
      const [early, late] = [sessions.slice(0, EARLY), sessions.slice(EARLY)]
      for (const session of early) join(session, id)
      for (const session of early) await session.next('LOBBY_VOICE_SERVER_UPDATE')
      for (const session of late) await session.next('LOBBY_CREATE')
      // A request to join a full call has no response. The second call of the list has one, and follows the first.
      const calls = [id, other].map((lobby_id) => ({ lobby_id, self_mute: false, self_deaf: false }))
      for (const session of late) session.send(UPDATE_LOBBY_VOICE_STATES, calls)
      for (const session of late) await next(session, 'LOBBY_VOICE_SERVER_UPDATE', other)
      const orders: string[][] = []
      for (const session of sessions) {
        const users: string[] = []
        while (users.length < LOBBY_CALL_MEMBERS_MAX)
          users.push((await next<State>(session, 'LOBBY_VOICE_STATE_UPDATE', id)).user_id)
        orders.push(users)
      }
      for (const order of orders) assert.deepEqual(order, orders[0], 'one order for all')
      assert.equal(new Set(orders[0]).size, LOBBY_CALL_MEMBERS_MAX)
      assert.equal(await rowsIn(id), LOBBY_CALL_MEMBERS_MAX)
      // The next change is the end of a state: nobody else has joined.
      early[0]?.send(UPDATE_LOBBY_VOICE_STATES, [])
      for (const session of sessions)
        assert.equal((await next<State>(session, 'LOBBY_VOICE_STATE_UPDATE', id)).channel_id, null)
    })

    test('a node that starts knows the call', async () => {
      const c = await lab.start('c')
      const { gateway, states } = await play(c, PLAYERS[0] ?? '')
      assert.equal(states.length, LOBBY_CALL_MEMBERS_MAX - 1)
      join(gateway, id)
      await gateway.next('LOBBY_VOICE_SERVER_UPDATE')
      assert.equal((await stateIn(sessions[1] as RawGateway)).session_id, gateway.sessionId)
      await gateway.drop()
      await lab.stop(c)
    })

    test('the call of a node that ends goes to another one, for all its members', async () => {
      const [owner] = await lab.sql`SELECT node FROM voice_calls WHERE channel_id = ${id}::bigint`
      const [ending, other] = owner?.node === 'a' ? [games.platform, b] : [b, games.platform]
      const rows = await lab.sql`SELECT session_id FROM voice_states WHERE guild_id = ${id}::bigint`
      const connected = new Set(rows.map(({ session_id }) => session_id))
      for (const session of sessions)
        while (session.frames.some(({ t }) => t === 'LOBBY_VOICE_SERVER_UPDATE'))
          await session.next('LOBBY_VOICE_SERVER_UPDATE')
      const closed = lab.stop(ending)
      for (const session of sessions) {
        if (!connected.has(session.sessionId)) continue
        const { endpoint } = await next<{ endpoint: string }>(session, 'LOBBY_VOICE_SERVER_UPDATE', id)
        assert.equal(endpoint, new URL(other.api).host)
      }
      await closed
    })
  })
})
