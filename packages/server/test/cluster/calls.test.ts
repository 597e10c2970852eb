/** Calls of DMs and group DMs whose members are on several nodes. The steps share the nodes, and follow each other. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api, type Frame, type RawGateway, VoiceClient } from '@guildhall/testing'
import { type ClusterLab, openClusterLab } from '../support/cluster-lab.ts'
import type { startNode } from '../support/cluster-node.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { until } from '../support/until.ts'
import { frames } from '../support/voice-lab.ts'

const FRIENDS = ['bob', 'eve', 'fay', 'gus', 'hal', 'ida', 'jon', 'kim', 'lee'] as const
const world = {
  users: { ann: {}, bob: {}, eve: {}, fay: {}, gus: {}, hal: {}, ida: {}, jon: {}, kim: {}, lee: {} },
  guilds: { lab: { owner: 'ann', members: ['bob'], channels: { lounge: { type: 2 } } } },
}
type Name = keyof typeof world.users

interface Call {
  channel_id: string
  message_id: string
  ringing: string[]
  voice_states?: { user_id: string; session_id: string }[]
}

type First = Awaited<ReturnType<typeof startNode<typeof world>>>
type Node = Awaited<ReturnType<typeof startNode>>

const CALL_EVENTS = ['CALL_CREATE', 'CALL_UPDATE', 'CALL_DELETE', 'VOICE_STATE_UPDATE']
const isOfCall = ({ t }: Frame) => t !== null && CALL_EVENTS.includes(t)

describe('calls of people on several nodes', ON_POSTGRES_AND_NATS, () => {
  let lab: ClusterLab
  let a: First
  let b: Node
  let dm = ''

  before(async () => {
    lab = await openClusterLab()
    a = await lab.start('a', { world })
    b = await lab.start('b')
    dm = await openDm('ann', 'bob')
  })
  after(() => lab[Symbol.asyncDispose]())

  const http = (node: Node, name: Name) => api(node.api, a[name].token)
  const openDm = async (from: Name, to: Name) =>
    (await http(a, from).post<{ id: string }>('/users/@me/channels', { recipient_id: a[to].id })).body.id

  const identify = (node: Node, name: Name): Promise<RawGateway> => lab.identify(node, a[name].token)

  const ask = (session: RawGateway, channelId: string | null) =>
    session.send(4, { guild_id: null, channel_id: channelId, self_mute: false, self_deaf: false })

  const call = async (session: RawGateway, event: string) => (await session.next<Call>(event)).d

  /** Returns the names of the events of calls that a session has received and nobody has read. */
  const unread = (session: RawGateway) => session.frames.filter(isOfCall).map(({ t }) => t)

  /** Awaits an event that follows all others of a user\'s topic. */
  async function settled(session: RawGateway, name: Name): Promise<void> {
    const other = name === 'ann' ? 'bob' : 'ann'
    const { id } = (await http(b, other).post<{ id: string }>('/users/@me/channels', { recipient_id: a[name].id })).body
    const { body } = await http(b, other).post<{ id: string }>(`/channels/${id}/messages`, { content: 'end' })
    await session.next((frame: Frame) => frame.t === 'MESSAGE_CREATE' && frame.d?.id === body.id)
  }

  test('a call rings, is declined, rings again, is joined and ends, with one order of events at each node', async () => {
    const [ann, bob] = [await identify(a, 'ann'), await identify(b, 'bob')]
    const one = await VoiceClient.join(ann, { channelId: dm })
    const ringing = await call(bob, 'CALL_CREATE')
    assert.deepEqual([ringing.channel_id, ringing.ringing], [dm, [a.bob.id]])
    assert.deepEqual(
      ringing.voice_states?.map(({ user_id }) => user_id),
      [a.ann.id],
    )
    assert.equal((await http(b, 'bob').post(`/channels/${dm}/call/stop-ringing`, {})).status, 204)
    assert.deepEqual((await call(ann, 'CALL_UPDATE')).ringing, [])
    assert.equal((await http(a, 'ann').post(`/channels/${dm}/call/ring`, { recipients: null })).status, 204)
    assert.deepEqual((await call(ann, 'CALL_UPDATE')).ringing, [a.bob.id])
    for (const node of [a, b]) {
      const late = await identify(node, 'bob')
      const known = await call(late, 'CALL_CREATE')
      assert.deepEqual([known.message_id, known.ringing], [ringing.message_id, [a.bob.id]])
      late.send(13, { channel_id: dm })
      assert.equal((await call(late, 'CALL_CREATE')).message_id, ringing.message_id)
      await late.close()
    }
    const two = await VoiceClient.join(bob, { channelId: dm })
    assert.equal(two.address.endpoint, one.address.endpoint)
    assert.deepEqual((await call(ann, 'CALL_UPDATE')).ringing, [])
    await Promise.all([one.encrypted(a.bob.id), two.encrypted(a.ann.id)])
    const sent = frames(5, 1)
    one.speaking()
    await one.play(sent)
    await two.until(() => two.framesOf(a.ann.id).length >= sent.length, 'frames')
    assert.deepEqual(two.framesOf(a.ann.id), sent)
    ask(ann, null)
    assert.equal((await one.closed).code, 4014)
    ask(bob, null)
    assert.equal((await two.closed).code, 4014)
    for (const [session, name] of [
      [ann, 'ann'],
      [bob, 'bob'],
    ] as const) {
      await session.next('CALL_DELETE')
      await settled(session, name)
      const message = session.frames.find(({ t, d }) => t === 'MESSAGE_UPDATE' && d?.id === ringing.message_id)
      const { participants, ended_timestamp } = (message?.d as { call: Record<string, unknown> }).call
      assert.deepEqual(participants, [a.ann.id, a.bob.id])
      assert.ok(ended_timestamp)
    }
    // Ann joined, bob joined, ann left, bob left. The client of each read what came with its own join.
    const left = ['VOICE_STATE_UPDATE', 'VOICE_STATE_UPDATE']
    assert.deepEqual(unread(ann), ['CALL_CREATE', 'VOICE_STATE_UPDATE', ...left])
    const declined = ['CALL_UPDATE', 'CALL_UPDATE']
    assert.deepEqual(unread(bob), ['VOICE_STATE_UPDATE', ...declined, 'CALL_UPDATE', ...left])
    assert.equal((await lab.sql`SELECT channel_id FROM private_calls`).length, 0)
    assert.equal((await lab.sql`SELECT user_id FROM voice_states`).length, 0)
  })

  test('a user whose sessions join two calls at once, at two nodes, is in one of them at any time', async () => {
    const dms = [await openDm('bob', 'eve'), await openDm('bob', 'fay')]
    const watcher = await identify(b, 'bob')
    const sessions = [await identify(a, 'bob'), await identify(b, 'bob')]
    const place = async () => (await watcher.next<{ channel_id: string | null }>('VOICE_STATE_UPDATE')).d.channel_id
    for (let round = 0; round < 5; round += 1) {
      for (const [index, session] of sessions.entries()) ask(session, dms[index] ?? null)
      const first = await place()
      assert.equal(await place(), null, 'the user left the one call before the other one')
      const second = await place()
      assert.deepEqual([first, second].sort(), [...dms].sort())
      assert.equal((await lab.sql`SELECT 1 FROM voice_states WHERE user_id = ${a.bob.id}::bigint`).length, 1)
      for (const session of sessions) ask(session, null)
      assert.equal(await place(), null)
      await until('the calls have ended', async () => (await lab.sql`SELECT 1 FROM private_calls`).length === 0)
    }
    assert.deepEqual(
      unread(watcher).filter((name) => name === 'VOICE_STATE_UPDATE'),
      [],
    )
  })

  test('a person is in voice in a guild or in a DM, whatever the sessions of two nodes join at once', async () => {
    const watcher = await identify(a, 'bob')
    const [inGuild, inDm] = [await identify(a, 'bob'), await identify(b, 'bob')]
    const isOwn = ({ t, d }: Frame) => t === 'VOICE_STATE_UPDATE' && d?.user_id === a.bob.id
    const rows = async () => (await lab.sql`SELECT 1 FROM voice_states`).length
    for (let round = 0; round < 5; round += 1) {
      inGuild.send(4, { guild_id: a.lab.id, channel_id: a.lab.lounge.id, self_mute: false, self_deaf: false })
      ask(inDm, dm)
      for (const id of [a.lab.lounge.id, dm])
        await watcher.next((frame: Frame) => isOwn(frame) && frame.d?.channel_id === id)
      assert.equal(await rows(), 1)
      inGuild.send(4, { guild_id: a.lab.id, channel_id: null })
      ask(inDm, null)
      await until('no place is left', async () => (await rows()) === 0)
      await settled(watcher, 'bob')
      while (watcher.frames.some(isOwn)) await watcher.next(isOwn)
    }
  })

  test('a guild that was deleted keeps nobody out of a call', async () => {
    const [session, other] = [await identify(a, 'bob'), await identify(b, 'bob')]
    const guild = (await http(a, 'bob').post<{ id: string }>('/guilds', { name: 'short-lived' })).body
    await session.next(({ t, d }: Frame) => t === 'GUILD_CREATE' && d?.id === guild.id)
    const { body } = await http(a, 'bob').post<{ id: string }>(`/guilds/${guild.id}/channels`, { name: 'v', type: 2 })
    session.send(4, { guild_id: guild.id, channel_id: body.id, self_mute: false, self_deaf: false })
    await session.next('VOICE_SERVER_UPDATE')
    assert.equal((await http(b, 'bob').delete(`/guilds/${guild.id}`)).status, 204)
    ask(other, dm)
    assert.equal((await other.next<{ channel_id: string }>('VOICE_SERVER_UPDATE')).d.channel_id, dm)
    const rows = await lab.sql`SELECT guild_id FROM voice_states WHERE user_id = ${a.bob.id}::bigint`
    assert.deepEqual(
      rows.map(({ guild_id }) => guild_id),
      [dm],
    )
    ask(other, null)
    await until('the call has ended', async () => (await lab.sql`SELECT 1 FROM private_calls`).length === 0)
  })

  describe('a group of ten', () => {
    const members = ['ann', ...FRIENDS] as const
    const sessions = new Map<Name, RawGateway>()
    let group = ''

    test('ten joins at once at two nodes begin one call, and all recipients receive the same events', async () => {
      const recipients = FRIENDS.map((name) => a[name].id)
      group = (await http(a, 'ann').post<{ id: string }>('/users/@me/channels', { recipients })).body.id
      for (const [index, name] of members.entries()) sessions.set(name, await identify(index % 2 ? b : a, name))
      for (const session of sessions.values()) ask(session, group)
      const orders: unknown[] = []
      for (const session of sessions.values()) {
        const users: string[] = []
        while (users.length < members.length)
          users.push((await session.next<{ user_id: string }>('VOICE_STATE_UPDATE')).d.user_id)
        orders.push(users)
        const { endpoint } = (await session.next<{ endpoint: string }>('VOICE_SERVER_UPDATE')).d
        assert.ok([a, b].some((node) => new URL(node.api).host === endpoint))
        assert.deepEqual(unread(session), ['CALL_CREATE', ...members.slice(1).map(() => 'CALL_UPDATE')])
        const [last] = session.frames.filter(isOfCall).slice(-1)
        assert.deepEqual(last?.d?.ringing, [])
      }
      for (const order of orders) assert.deepEqual(order, orders[0])
      const { body } = await http(b, 'ann').get<{ type: number }[]>(`/channels/${group}/messages`)
      assert.equal(body.filter(({ type }) => type === 3).length, 1, 'one message shows the call')
      assert.equal((await lab.sql`SELECT 1 FROM voice_calls WHERE channel_id = ${group}::bigint`).length, 1)
    })

    test('a member who leaves the group at another node leaves its call', async () => {
      const ann = sessions.get('ann') as RawGateway
      const path = `/channels/${group}/recipients/${a.lee.id}`
      assert.equal((await http(a, 'lee').delete(path)).status, 204)
      const { d } = await ann.next<{ user_id: string; channel_id: string | null }>('VOICE_STATE_UPDATE')
      assert.deepEqual([d.user_id, d.channel_id], [a.lee.id, null])
      await settled(ann, 'ann')
      assert.ok(!unread(ann).includes('VOICE_STATE_UPDATE'), 'the state ended once')
    })

    test('a node that starts knows the call, and so it does after a restart', async () => {
      const connected = members.filter((name) => name !== 'lee').map((name) => a[name].id)
      for (let start = 1; start <= 2; start += 1) {
        const c = await lab.start('c')
        const late = await identify(c, 'kim')
        const known = await call(late, 'CALL_CREATE')
        assert.equal(known.channel_id, group)
        assert.deepEqual(known.voice_states?.map(({ user_id }) => user_id).sort(), [...connected].sort())
        assert.equal((await http(c, 'kim').post(`/channels/${group}/call/ring`, { recipients: null })).status, 204)
        await late.close()
        await lab.stop(c)
      }
      assert.equal(
        (await lab.sql`SELECT 1 FROM voice_states`).length,
        connected.length,
        'a session elsewhere stays in voice',
      )
    })

    test('the call of a node that ends goes to another one, for all its members', async () => {
      const [owner] = await lab.sql`SELECT node FROM voice_calls WHERE channel_id = ${group}::bigint`
      const [ending, other] = owner?.node === 'a' ? [a, b] : [b, a]
      const closed = lab.stop(ending)
      for (const [name, session] of sessions) {
        if (name === 'lee') continue
        const { d } = await session.next<{ endpoint: string; channel_id: string }>('VOICE_SERVER_UPDATE')
        assert.deepEqual([d.channel_id, d.endpoint], [group, new URL(other.api).host], name)
      }
      await closed
      assert.equal((await lab.sql`SELECT 1 FROM voice_states`).length, members.length - 1)
      // A member whose session moved is still in the call, and another one sees what they do.
      const [moved, witness] = (ending === a ? ['ann', 'bob'] : ['bob', 'ann']) as [Name, Name]
      const session = sessions.get(moved) as RawGateway
      session.resumeUrl = other.gateway
      const resumed = await session.resume()
      lab.keep(resumed)
      await resumed.next('RESUMED')
      resumed.send(4, { guild_id: null, channel_id: group, self_mute: true, self_deaf: false })
      const isMuted = ({ t, d }: Frame) => t === 'VOICE_STATE_UPDATE' && d?.self_mute === true
      const { d } = await (sessions.get(witness) as RawGateway).next(isMuted)
      assert.deepEqual([d?.user_id, d?.session_id], [a[moved].id, session.sessionId])
    })
  })
})
