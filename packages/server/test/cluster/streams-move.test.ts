/** Shared screens whose nodes end, and those of DMs. The steps share the nodes, and follow each other. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { GatewayOp, VoiceCloseCode } from '@guildhall/protocol'
import { api, type Frame, RawGateway, type VoiceClient } from '@guildhall/testing'
import postgres from 'postgres'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore } from '../support/cluster-store.ts'
import { ON_POSTGRES_AND_NATS, startNats } from '../support/nats-server.ts'
import {
  connectToStream,
  type JoinedStream,
  joinVoice,
  leaveStream,
  shareScreen,
  streamEnd,
  watchStream,
} from '../support/streams.ts'
import { until } from '../support/until.ts'
import { frames } from '../support/voice-lab.ts'

const world = {
  users: { ann: {}, bob: {}, eve: {}, fay: {}, gus: {} },
  guilds: { lab: { owner: 'gus', members: ['ann', 'bob', 'eve', 'fay'], channels: { lounge: { type: 2 } } } },
}

type Name = keyof typeof world.users
type First = Awaited<ReturnType<typeof startNode<typeof world>>>
type Node = Awaited<ReturnType<typeof startNode>>

describe('shared screens of nodes that end', ON_POSTGRES_AND_NATS, () => {
  let nats: Awaited<ReturnType<typeof startNats>>
  let store: Awaited<ReturnType<typeof clusterStore>>
  let sql: postgres.Sql
  let a: First
  let b: Node
  let c: Node
  let own: JoinedStream
  let sender: VoiceClient
  const sessions = new Map<Name, RawGateway>()
  const running = new Set<Node>()
  const opened: RawGateway[] = []

  before(async () => {
    nats = await startNats()
    store = await clusterStore()
    sql = postgres(store.databaseUrl, { max: 1, onnotice: () => undefined })
    a = await startNode(store.databaseUrl, 'a', { world, busUrls: [nats.url] })
    running.add(a)
    b = await start('b')
    c = await start('c')
  })
  after(async () => {
    for (const session of opened) await session.drop()
    for (const node of running) await node.close()
    await sql.end()
    await nats[Symbol.asyncDispose]()
    await store.drop()
  })

  async function start(name: string): Promise<Node> {
    const node = await startNode(store.databaseUrl, name, { busUrls: [nats.url] })
    running.add(node)
    return node
  }

  const lounge = () => ({ guildId: a.lab.id, channelId: a.lab.lounge.id })
  const host = (node: Node) => new URL(node.api).host
  const session = (name: Name) => sessions.get(name) as RawGateway
  const rows = async () => (await sql`SELECT 1 FROM streams`).length

  async function identify(node: Node, name: Name): Promise<RawGateway> {
    const session = await RawGateway.open(node.gateway, { token: a[name].token })
    opened.push(session)
    sessions.set(name, session)
    await session.next('GUILD_CREATE')
    return session
  }

  const isUpdate =
    (viewers: readonly Name[], paused: boolean) =>
    ({ t, d }: Frame) =>
      t === 'STREAM_UPDATE' &&
      d?.paused === paused &&
      [...(d.viewer_ids as string[])].sort().join() ===
        viewers
          .map((name) => a[name].id)
          .sort()
          .join()

  /** Asserts that a viewer hears the owner. */
  async function assertHeard(viewer: VoiceClient, mark: number): Promise<void> {
    await Promise.all([sender.encrypted(viewer.address.userId), viewer.encrypted(a.ann.id)])
    const sent = frames(5, mark)
    await sender.play(sent)
    const heard = () => viewer.framesOf(a.ann.id).filter((frame) => frame[3] === mark)
    await viewer.until(() => heard().length >= sent.length, 'frames')
    assert.deepEqual(heard(), sent)
  }

  test('a stream outlasts the node of its call: participants are sent the next one, and viewers keep watching', async () => {
    for (const [name, node] of [
      ['gus', c],
      ['ann', a],
      ['bob', b],
      ['eve', c],
    ] as const)
      assert.equal(await joinVoice(await identify(node, name), lounge()), host(c))
    own = await shareScreen(session('ann'), lounge())
    assert.equal(own.endpoint, host(c))
    for (const name of ['bob', 'eve'] as const) await watchStream(session(name), own.key)
    await session('ann').next(isUpdate(['bob', 'eve'], false))
    running.delete(c)
    const closed = c.close()
    const isServer = (frame: Frame) => frame.t === 'STREAM_SERVER_UPDATE'
    const servers = new Map<Name, JoinedStream>()
    for (const name of ['ann', 'bob'] as const) {
      const { d } = await session(name).next<{ endpoint: string; token: string }>(isServer)
      servers.set(name, { ...own, endpoint: d.endpoint, token: d.token })
    }
    const [next] = servers.values()
    assert.ok([host(a), host(b)].includes(next?.endpoint ?? ''))
    assert.equal(servers.get('bob')?.endpoint, next?.endpoint)
    await closed
    sender = await connectToStream(session('ann'), a.ann.id, servers.get('ann') as JoinedStream)
    await assertHeard(await connectToStream(session('bob'), a.bob.id, servers.get('bob') as JoinedStream), 1)
  })

  test('a session that no node has misses nothing: it resumes as a viewer at a node that has just started', async () => {
    const { key } = own
    session('ann').send(GatewayOp.STREAM_SET_PAUSED, { stream_key: key, paused: true })
    await session('bob').next(isUpdate(['bob', 'eve'], true))
    leaveStream(session('bob'), key)
    await session('ann').next(isUpdate(['eve'], true))
    c = await start('c')
    const eve = session('eve')
    eve.resumeUrl = c.gateway
    const resumed = await eve.resume()
    opened.push(resumed)
    sessions.set('eve', resumed)
    const { s: last } = await resumed.next('RESUMED')
    const isOfStream = ({ t }: Frame) => t === 'STREAM_UPDATE' || t === 'STREAM_DELETE'
    const updates = [...eve.frames, ...resumed.frames].filter(isOfStream).map(({ d }) => [d?.paused, d?.viewer_ids])
    const [bobId, eveId] = [a.bob.id, a.eve.id]
    assert.deepEqual(updates, [
      [true, [bobId, eveId]],
      [true, [eveId]],
    ])
    // Nothing but the rows tells this node of the stream.
    const isLater = ({ t, s }: Frame) => t === 'STREAM_SERVER_UPDATE' && (s ?? 0) > (last ?? 0)
    const { endpoint, token } = (await resumed.next<JoinedStream>(isLater)).d
    await assertHeard(await connectToStream(resumed, a.eve.id, { ...own, endpoint, token }), 2)
    // So does its voice server, which the call may have next.
    const there = await connectToStream(resumed, a.eve.id, { ...own, endpoint: host(c), token })
    assert.ok(there.ssrc > 0)
    await there.leave()
  })

  test('a node that has just started admits viewers', async () => {
    const fay = await identify(c, 'fay')
    await joinVoice(fay, lounge())
    const watched = await watchStream(fay, own.key)
    assert.deepEqual([watched.serverId, watched.viewers], [own.serverId, [a.eve.id, a.fay.id]])
    await session('ann').next(isUpdate(['eve', 'fay'], true))
    await assertHeard(await connectToStream(fay, a.fay.id, watched), 3)
  })

  test('after events were lost, a node reads the streams again, and its voice server ends those that are gone', async () => {
    const [call] = await sql`SELECT node FROM voice_calls WHERE channel_id = ${a.lab.lounge.id}::bigint`
    assert.ok(call?.node === 'a' || call?.node === 'b')
    await sql.begin(async (change) => {
      await change`DELETE FROM streams`
      // A version that the log does not have.
      await change`UPDATE topics SET version = version + 1 WHERE topic = ${`guild.${a.lab.id}`}`
    })
    const renamed = await api(b.api, a.gus.token).patch(`/channels/${a.lab.lounge.id}`, { name: 'hall' })
    assert.equal(renamed.status, 200)
    assert.equal((await sender.closed).code, VoiceCloseCode.DISCONNECTED)
  })

  test('a stream ends with its guild', async () => {
    const ann = await identify(a, 'ann')
    await joinVoice(ann, lounge())
    own = await shareScreen(ann, lounge())
    sender = await connectToStream(ann, a.ann.id, own)
    const fay = await identify(c, 'fay')
    await joinVoice(fay, lounge())
    await watchStream(fay, own.key)
    assert.equal((await api(c.api, a.gus.token).delete(`/guilds/${a.lab.id}`)).status, 204)
    for (const participant of [ann, fay]) assert.equal((await streamEnd(participant)).reason, 'stream_ended')
    assert.equal((await sender.closed).code, VoiceCloseCode.DISCONNECTED)
    await until('no row is left', async () => (await rows()) === 0)
  })

  test('a screen that is shared in a DM is watched at another node, until its owner leaves the call', async () => {
    const { body } = await api(a.api, a.ann.token).post<{ id: string }>('/users/@me/channels', {
      recipient_id: a.bob.id,
    })
    const dm = { guildId: null, channelId: body.id }
    const [ann, bob] = [
      await RawGateway.open(a.gateway, { token: a.ann.token }),
      await RawGateway.open(b.gateway, { token: a.bob.token }),
    ]
    opened.push(ann, bob)
    await joinVoice(ann, dm)
    own = await shareScreen(ann, dm)
    assert.equal(own.key, `call:${dm.channelId}:${a.ann.id}`)
    await joinVoice(bob, dm)
    const watched = await watchStream(bob, own.key)
    assert.deepEqual([watched.serverId, watched.endpoint], [own.serverId, own.endpoint])
    await ann.next(isUpdate(['bob'], false))
    sender = await connectToStream(ann, a.ann.id, own)
    await assertHeard(await connectToStream(bob, a.bob.id, watched), 4)
    ann.send(GatewayOp.STREAM_SET_PAUSED, { stream_key: own.key, paused: true })
    await bob.next(isUpdate(['bob'], true))
    ann.send(4, { guild_id: null, channel_id: null })
    assert.equal((await streamEnd(bob)).reason, 'stream_ended')
    assert.equal((await streamEnd(ann)).reason, 'stream_ended')
    assert.equal(await rows(), 0)
  })
})
