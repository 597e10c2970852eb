/** One call of members whose sessions are on several nodes. The steps share the nodes, and follow each other. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Intent, VoiceCloseCode } from '@guildhall/protocol'
import { api, RawGateway, VoiceClient } from '@guildhall/testing'
import { type ClusterLab, openClusterLab } from '../support/cluster-lab.ts'
import type { startNode } from '../support/cluster-node.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { until } from '../support/until.ts'
import { frames } from '../support/voice-lab.ts'

const INTENTS = Intent.GUILDS | Intent.GUILD_VOICE_STATES

const world = {
  users: { ann: {}, bob: {}, eve: {}, fay: {}, gus: {} },
  applications: { one: { owner: 'ann', bot: {} }, two: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve', 'fay', 'gus'],
      bots: { one: {}, two: {} },
      channels: { lounge: { type: 2 }, small: { type: 2, user_limit: 2 } },
    },
  },
}

interface State {
  readonly user_id: string
  readonly channel_id: string | null
  readonly session_id: string
  readonly mute: boolean
}

type First = Awaited<ReturnType<typeof startNode<typeof world>>>
type Node = Awaited<ReturnType<typeof startNode>>

describe('voice of several nodes', ON_POSTGRES_AND_NATS, () => {
  let lab: ClusterLab
  let a: First
  let b: Node
  let two: { session: RawGateway; voice: VoiceClient }

  before(async () => {
    lab = await openClusterLab()
    a = await lab.start('a', { world })
    await leaveLostState()
    b = await lab.start('b')
  })
  after(() => lab[Symbol.asyncDispose]())

  /** Stores a member in voice whose node was lost. */
  async function leaveLostState(): Promise<void> {
    const { sql } = lab
    const presence = JSON.stringify({ status: 'online', activities: [], client: 'web' })
    const user = a.gus.id
    await sql`INSERT INTO node_sessions (id, node, epoch, user_id, application_id, kind, scopes, shard, presence, begun_at)
      VALUES ('lost', 'z', 1, ${user}::bigint, NULL, 'person', '[]', '[0,1]', ${presence}, 0)`
    const id = (text: string) => ({ $n: text })
    const ids = { guild_id: id(a.lab.id), channel_id: id(a.lab.lounge.id), user_id: id(user) }
    const flags = {
      deaf: false,
      mute: false,
      self_deaf: false,
      self_mute: false,
      self_stream: false,
      self_video: false,
    }
    const state = { ...ids, session_id: 'lost', ...flags, suppress: false, request_to_speak_timestamp: null }
    await sql`INSERT INTO voice_states VALUES (${a.lab.id}::bigint, ${user}::bigint, 'lost', ${JSON.stringify(state)})`
  }

  async function identify(node: Node, token: string): Promise<{ session: RawGateway; states: State[] }> {
    const session = await RawGateway.connect(node.gateway)
    await session.identify({ token, intents: INTENTS })
    const { d } = await session.next<{ voice_states: State[] }>('GUILD_CREATE')
    return { session, states: d.voice_states }
  }

  async function joinCall(node: Node, token: string) {
    const { session } = await identify(node, token)
    const voice = await VoiceClient.join(session, { guildId: a.lab.id, channelId: a.lab.lounge.id })
    return { session, voice }
  }

  const joinChannel = (session: RawGateway, channelId: string | null) =>
    session.send(4, { guild_id: a.lab.id, channel_id: channelId, self_mute: false, self_deaf: false })

  /** Returns the next state of a user that a session receives and for which a condition holds. */
  async function stateOf(session: RawGateway, userId: string, wanted: (state: State) => boolean): Promise<State> {
    for (;;) {
      const { d } = await session.next<State>('VOICE_STATE_UPDATE')
      if (d.user_id === userId && wanted(d)) return d
    }
  }

  const stateAt = (node: Node, userId: string) =>
    api(node.api, a.ann.token).get<State>(`/guilds/${a.lab.id}/voice-states/${userId}`)

  test('two bots at different nodes are in one call, and hear each other', async () => {
    const one = await joinCall(a, a.one.token)
    two = await joinCall(b, a.two.token)
    assert.equal(one.voice.address.endpoint, new URL(a.api).host)
    assert.equal(two.voice.address.endpoint, one.voice.address.endpoint)
    await Promise.all([one.voice.encrypted(a.two.id), two.voice.encrypted(a.one.id)])
    for (const [speaker, listener, userId] of [
      [one, two, a.one.id],
      [two, one, a.two.id],
    ] as const) {
      speaker.voice.speaking()
      const sent = frames(5, 1)
      await speaker.voice.play(sent)
      await listener.voice.until(() => listener.voice.framesOf(userId).length >= sent.length, 'frames')
      assert.deepEqual(listener.voice.framesOf(userId), sent)
    }
  })

  test('a voice connection that was cut is resumed at the node of the call, wherever the session is', async () => {
    await two.voice.drop()
    await two.voice.resume()
    const listener = await joinCall(a, a.one.token)
    await Promise.all([listener.voice.encrypted(a.two.id), two.voice.encrypted(a.one.id)])
    const sent = frames(5, 2)
    await two.voice.play(sent)
    await listener.voice.until(() => listener.voice.framesOf(a.two.id).length >= sent.length, 'frames')
    assert.deepEqual(listener.voice.framesOf(a.two.id), sent)
  })

  test('a user limit, the one place of a user, and moderators count over nodes', async () => {
    const { small } = a.lab
    const { session: bobAtA } = await identify(a, a.bob.token)
    const { session: eveAtB } = await identify(b, a.eve.token)
    joinChannel(bobAtA, small.id)
    await stateOf(eveAtB, a.bob.id, ({ channel_id }) => channel_id === small.id)
    joinChannel(eveAtB, small.id)
    await stateOf(bobAtA, a.eve.id, ({ channel_id }) => channel_id === small.id)
    const { session: fay, states } = await identify(b, a.fay.token)
    const inSmall = states.filter(({ channel_id }) => channel_id === small.id).map(({ user_id }) => user_id)
    assert.deepEqual(inSmall.sort(), [a.bob.id, a.eve.id].sort())
    joinChannel(fay, small.id)
    const { session: bobAtB } = await identify(b, a.bob.token)
    joinChannel(bobAtB, a.lab.lounge.id)
    // Requests of one user are served in order, and the former session of the user is no longer in voice.
    const { session_id } = await stateOf(bobAtA, a.bob.id, ({ channel_id }) => channel_id === a.lab.lounge.id)
    assert.equal((await stateAt(a, a.bob.id)).body.session_id, session_id)
    assert.equal((await stateAt(a, a.fay.id)).status, 404, 'the channel is full')
    joinChannel(bobAtA, null)
    const muted = await api(a.api, a.ann.token).patch(`/guilds/${a.lab.id}/members/${a.eve.id}`, { mute: true })
    assert.equal(muted.status, 200)
    assert.equal((await stateOf(eveAtB, a.eve.id, ({ mute }) => mute)).channel_id, small.id)
    assert.equal((await stateAt(b, a.bob.id)).body.channel_id, a.lab.lounge.id, 'another session disconnected')
    await api(a.api, a.ann.token).patch(`/guilds/${a.lab.id}/members/${a.eve.id}`, { channel_id: null })
    await stateOf(eveAtB, a.eve.id, ({ channel_id }) => channel_id === null)
  })

  test('the node of a call whose members have left has it no more', async () => {
    const calls = async () => (await lab.sql`SELECT channel_id::text AS id FROM voice_calls`).map(({ id }) => id)
    assert.ok((await calls()).includes(a.lab.lounge.id))
    await until('the empty call is forgotten', async () => !(await calls()).includes(a.lab.small.id))
    assert.ok((await calls()).includes(a.lab.lounge.id), 'the other one has members')
  })

  test('after events were lost, the voice server ends the sessions of users who have left', async () => {
    const { session, voice } = await joinCall(b, a.fay.token)
    await lab.sql.begin(async (change) => {
      await change`DELETE FROM voice_states WHERE user_id = ${a.fay.id}::bigint`
      // A version that the log does not have.
      await change`UPDATE topics SET version = version + 1 WHERE topic = ${`guild.${a.lab.id}`}`
    })
    const renamed = await api(b.api, a.ann.token).patch(`/channels/${a.lab.lounge.id}`, { name: 'hall' })
    assert.equal(renamed.status, 200)
    assert.equal((await voice.closed).code, VoiceCloseCode.DISCONNECTED)
    await session.close()
  })

  test('a node that starts knows who is connected; the states of a lost node end', async () => {
    const c = await lab.start('c')
    const { states } = await identify(c, a.fay.token)
    const inLounge = states.filter(({ channel_id }) => channel_id === a.lab.lounge.id).map(({ user_id }) => user_id)
    for (const id of [a.one.id, a.two.id]) assert.ok(inLounge.includes(id), id)
    await until('the state of the lost session ended', async () => (await stateAt(c, a.gus.id)).status === 404)
    await lab.stop(c)
  })

  test('the call of a node that ends goes to another one', async () => {
    const server = two.session.next<{ endpoint: string }>('VOICE_SERVER_UPDATE')
    const closed = lab.stop(a)
    assert.equal((await server).d.endpoint, new URL(b.api).host)
    await closed
    const again = await VoiceClient.join(two.session, { guildId: a.lab.id, channelId: a.lab.lounge.id })
    assert.equal(again.address.endpoint, new URL(b.api).host)
  })
})
