/** Shared screens of members whose sessions are on several nodes. The steps share the nodes, and follow each other. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { GatewayOp, Permission, VoiceCloseCode } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import postgres from 'postgres'
import sharp from 'sharp'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore } from '../support/cluster-store.ts'
import { ON_POSTGRES_AND_NATS, startNats } from '../support/nats-server.ts'
import {
  askToShare,
  askToWatch,
  connectToStream,
  joinedStream,
  joinVoice,
  leaveStream,
  shareScreen,
  streamEnd,
  watchStream,
} from '../support/streams.ts'
import { until } from '../support/until.ts'
import { frames } from '../support/voice-lab.ts'

/** One owner, and two more than may watch. */
const VIEWERS_MAX = 50
const CROWD = Array.from({ length: VIEWERS_MAX + 2 }, (_, at) => `user_${at}`)
const STREAMS_MAX = 10

const world = {
  users: { ann: {}, bob: {}, eve: {}, ...Object.fromEntries(CROWD.map((name) => [name, {}])) },
  applications: { one: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'eve',
      members: ['ann', 'bob', ...CROWD],
      bots: { one: {} },
      channels: { lounge: { type: 2 }, other: { type: 2 } },
    },
  },
}

interface Person {
  readonly id: string
  readonly token: string
}
type First = Awaited<ReturnType<typeof startNode<typeof world>>>
type Node = Awaited<ReturnType<typeof startNode>>

async function jpegUri(): Promise<string> {
  const pixels = randomBytes(32 * 32 * 3)
  const jpeg = await sharp(pixels, { raw: { width: 32, height: 32, channels: 3 } })
    .jpeg()
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

describe('shared screens of several nodes', ON_POSTGRES_AND_NATS, () => {
  let nats: Awaited<ReturnType<typeof startNats>>
  let store: Awaited<ReturnType<typeof clusterStore>>
  let sql: postgres.Sql
  let a: First
  let b: Node
  let ann: RawGateway
  let bob: RawGateway
  const running = new Set<Node>()
  const opened: RawGateway[] = []

  before(async () => {
    nats = await startNats()
    store = await clusterStore()
    sql = postgres(store.databaseUrl, { max: 1, onnotice: () => undefined })
    a = await startNode(store.databaseUrl, 'a', { world, busUrls: [nats.url] })
    running.add(a)
    b = await startNode(store.databaseUrl, 'b', { busUrls: [nats.url] })
    running.add(b)
    ann = await identify(a, 'ann')
    bob = await identify(b, 'bob')
  })
  after(async () => {
    for (const session of opened) await session.drop()
    for (const node of running) await node.close()
    await sql.end()
    await nats[Symbol.asyncDispose]()
    await store.drop()
  })

  const person = (name: string) => Reflect.get(a, name) as Person
  const http = (node: Node, name: string) => api(node.api, person(name).token)
  const lounge = () => ({ guildId: a.lab.id, channelId: a.lab.lounge.id })
  const other = () => ({ guildId: a.lab.id, channelId: a.lab.other.id })
  const keyOf = (name: string) => `guild:${a.lab.id}:${a.lab.lounge.id}:${person(name).id}`
  const host = (node: Node) => new URL(node.api).host
  const rows = async () => (await sql`SELECT stream_key FROM streams`).map(({ stream_key }) => stream_key as string)
  const update = async (session: RawGateway) =>
    (await session.next<{ viewer_ids: string[]; paused: boolean }>('STREAM_UPDATE')).d

  async function identify(node: Node, name: string): Promise<RawGateway> {
    const session = await RawGateway.open(node.gateway, { token: person(name).token })
    opened.push(session)
    await session.next('GUILD_CREATE')
    return session
  }

  const leaveVoice = (session: RawGateway) => session.send(4, { guild_id: a.lab.id, channel_id: null })

  /** Awaits an event of the guild that follows all others, and asserts that none about a stream came. */
  async function assertNoMore(...sessions: RawGateway[]): Promise<void> {
    const { body } = await http(a, 'eve').post<{ id: string }>(`/guilds/${a.lab.id}/channels`, { name: 'end' })
    for (const session of sessions) {
      await session.next(({ t, d }) => t === 'CHANNEL_CREATE' && d?.id === body.id)
      const late = session.frames.filter(({ t }) => t?.startsWith('STREAM_'))
      assert.deepEqual(
        late.map(({ t, d }) => [t, d]),
        [],
      )
    }
  }

  test('a stream of a session at one node is watched at another, with its media at the node of the call', async () => {
    // The first member of the call decides its node.
    assert.equal(await joinVoice(bob, lounge()), host(b))
    assert.equal(await joinVoice(ann, lounge()), host(b))
    const bot = await RawGateway.open(b.gateway, { token: a.one.token, intents: 1 << 7 })
    opened.push(bot)
    const own = await shareScreen(ann, lounge())
    assert.deepEqual([own.key, own.endpoint, own.viewers], [keyOf('ann'), host(b), []])
    await bot.next(({ t, d }) => t === 'VOICE_STATE_UPDATE' && d?.user_id === a.ann.id && d.self_stream === true)
    const watched = await watchStream(bob, own.key)
    assert.deepEqual([watched.serverId, watched.endpoint, watched.viewers], [own.serverId, host(b), [person('bob').id]])
    assert.deepEqual((await update(ann)).viewer_ids, [person('bob').id])
    const [sender, viewer] = [
      await connectToStream(ann, a.ann.id, own),
      await connectToStream(bob, person('bob').id, watched),
    ]
    await Promise.all([sender.encrypted(person('bob').id), viewer.encrypted(a.ann.id)])
    const sent = frames(5, 1)
    sender.speaking(2)
    await sender.play(sent)
    await viewer.until(() => viewer.framesOf(a.ann.id).length >= sent.length, 'frames')
    assert.deepEqual(viewer.framesOf(a.ann.id), sent)
    ann.send(GatewayOp.STREAM_SET_PAUSED, { stream_key: own.key, paused: true })
    assert.equal((await update(bob)).paused, true)
    leaveStream(bob, own.key)
    assert.equal((await streamEnd(bob)).reason, 'user_requested')
    assert.equal((await viewer.closed).code, VoiceCloseCode.DISCONNECTED)
    assert.deepEqual((await update(ann)).viewer_ids, [person('bob').id])
    assert.deepEqual((await update(ann)).viewer_ids, [])
    await assertNoMore(ann, bob)
  })

  test('a preview that one node took is at each node, until its stream ends', async () => {
    const path = `/streams/${keyOf('ann')}/preview`
    const thumbnail = await jpegUri()
    assert.equal((await http(b, 'ann').post(path, { thumbnail: await jpegUri() })).status, 204)
    assert.equal((await http(b, 'ann').post(path, { thumbnail })).status, 204)
    assert.equal((await http(a, 'bob').post<{ code: number }>(path, { thumbnail })).body.code, 50001)
    for (const node of [a, b]) {
      const { body } = await http(node, 'bob').get<{ url: string }>(path)
      const picture = await fetch(body.url)
      assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg'])
      assert.equal(`data:image/jpeg;base64,${Buffer.from(await picture.arrayBuffer()).toString('base64')}`, thumbnail)
    }
    assert.equal((await fetch(`${a.cdn}/stream-previews/${'0'.repeat(32)}.jpg`)).status, 404)
    const { url } = (await http(b, 'bob').get<{ url: string }>(path)).body
    leaveStream(ann, keyOf('ann'))
    assert.equal((await streamEnd(ann)).reason, 'user_requested')
    assert.equal((await http(b, 'bob').get<{ code: number }>(path)).body.code, 10049)
    assert.equal((await http(b, 'ann').post<{ code: number }>(path, { thumbnail })).body.code, 10049)
    assert.equal((await fetch(url)).status, 404)
  })

  test('a permission that is removed at one node ends the stream of a session at another, once', async () => {
    const own = await shareScreen(ann, lounge())
    const watched = await watchStream(bob, own.key)
    await update(ann)
    const viewer = await connectToStream(bob, person('bob').id, watched)
    const path = `/channels/${a.lab.lounge.id}/permissions/${a.ann.id}`
    await http(b, 'eve').put(path, { type: 1, deny: String(Permission.STREAM), allow: '0' })
    assert.equal((await streamEnd(ann)).reason, 'unauthorized')
    assert.equal((await streamEnd(bob)).reason, 'stream_ended')
    assert.equal((await viewer.closed).code, VoiceCloseCode.DISCONNECTED)
    askToShare(ann, lounge())
    assert.equal((await streamEnd(ann)).reason, 'unauthorized')
    assert.deepEqual(await rows(), [])
    await http(b, 'eve').delete(path)
    await assertNoMore(ann, bob)
  })

  test('a session that left a stream before its node was known is not sent its voice server', async () => {
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = sql.begin(async (work) => {
      await work`SELECT pg_advisory_xact_lock(hashtextextended('hold.nodes of calls', 0))`
      locked.resolve()
      await release.promise
    })
    await locked.promise
    askToShare(ann, lounge())
    await ann.next('STREAM_CREATE')
    leaveStream(ann, keyOf('ann'))
    await streamEnd(ann)
    release.resolve()
    await held
    // The addresses of a session are sent in order.
    await shareScreen(ann, lounge())
    leaveStream(ann, keyOf('ann'))
    await streamEnd(ann)
    await assertNoMore(ann)
  })

  test('a viewer who is removed from the guild, and one who leaves voice, watch no more', async () => {
    const own = await shareScreen(ann, lounge())
    const name = CROWD[0] as string
    const session = await identify(b, name)
    await joinVoice(session, lounge())
    await watchStream(session, own.key)
    await update(ann)
    await watchStream(bob, own.key)
    for (const participant of [ann, session])
      assert.deepEqual((await update(participant)).viewer_ids, [person(name).id, person('bob').id])
    assert.equal((await http(a, 'eve').delete(`/guilds/${a.lab.id}/members/${person(name).id}`)).status, 204)
    assert.equal((await streamEnd(session)).reason, 'unauthorized')
    for (const participant of [ann, bob]) assert.deepEqual((await update(participant)).viewer_ids, [person('bob').id])
    leaveVoice(bob)
    assert.equal((await streamEnd(bob)).reason, 'unauthorized')
    assert.deepEqual((await update(ann)).viewer_ids, [])
    askToWatch(bob, own.key)
    assert.equal((await streamEnd(bob)).reason, 'unauthorized')
    await session.close()
    await joinVoice(bob, lounge())
    await assertNoMore(ann, bob)
  })

  test('an owner who moves to another channel shares there, and the former stream ends', async () => {
    await watchStream(bob, keyOf('ann'))
    await update(ann)
    await joinVoice(ann, other())
    askToShare(ann, other())
    const ends = (await joinedStream(ann)).key
    assert.equal(ends, `guild:${a.lab.id}:${a.lab.other.id}:${a.ann.id}`)
    assert.equal((await streamEnd(bob)).reason, 'stream_ended')
    assert.deepEqual((await streamEnd(ann)).stream_key, keyOf('ann'))
    await assertNoMore(ann, bob)
    assert.deepEqual(await rows(), [ends])
    const { body } = await http(b, 'bob').get<{ self_stream: boolean }>(`/guilds/${a.lab.id}/voice-states/${a.ann.id}`)
    assert.equal(body.self_stream, true)
    await joinVoice(ann, lounge())
    await streamEnd(ann)
  })

  test('an owner who was moved, and asks again to share where the stream is, hears of its end once', async () => {
    await shareScreen(ann, lounge())
    await sql.begin(async (work) => {
      const waiting = async () =>
        (await work`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`).length
      await work`SELECT pg_advisory_xact_lock(hashtextextended(${`guild.${a.lab.id}`}, 0))`
      void http(b, 'eve').patch(`/guilds/${a.lab.id}/members/${a.ann.id}`, { channel_id: a.lab.other.id })
      await until('the move waits', async () => (await waiting()) === 1)
      askToShare(ann, lounge())
      await until('the request waits behind it', async () => (await waiting()) === 2)
    })
    assert.equal((await streamEnd(ann)).reason, 'unauthorized')
    await joinVoice(ann, lounge())
    await assertNoMore(ann)
    assert.deepEqual(await rows(), [])
  })

  test('of 51 viewers and 11 owners who come at once at two nodes, 50 watch and 10 share', async () => {
    const own = await shareScreen(ann, lounge())
    const crowd = await Promise.all(
      CROWD.slice(1, VIEWERS_MAX + 2).map(async (name, at) => {
        const session = await identify(at % 2 ? a : b, name)
        await joinVoice(session, lounge())
        return session
      }),
    )
    const outcomes = async (names: readonly string[]) => {
      const isOutcome = ({ t, d }: { t: string | null; d: unknown }) =>
        t !== null && names.includes(t) && (d as { reason?: string }).reason !== 'stream_ended'
      return Promise.all(crowd.map(async (session) => (await session.next(isOutcome)).d as { reason?: string }))
    }
    for (const session of crowd) askToWatch(session, own.key)
    const watching = await outcomes(['STREAM_CREATE', 'STREAM_DELETE'])
    assert.deepEqual(
      watching.flatMap(({ reason }) => reason ?? []),
      ['stream_full'],
    )
    await ann.next(
      ({ t, d }) =>
        t === 'STREAM_UPDATE' && (d as unknown as { viewer_ids: string[] }).viewer_ids.length === VIEWERS_MAX,
    )
    leaveStream(ann, own.key)
    await streamEnd(ann)
    for (const session of crowd.slice(0, STREAMS_MAX + 1)) askToShare(session, lounge())
    const sharing = await Promise.all(
      crowd.slice(0, STREAMS_MAX + 1).map(async (session) => {
        const isOutcome = ({ t, d }: { t: string | null; d: unknown }) =>
          (t === 'STREAM_CREATE' && (d as { viewer_ids: string[] }).viewer_ids.length === 0) ||
          (t === 'STREAM_DELETE' && (d as { reason: string }).reason === 'stream_full')
        return (await session.next(isOutcome)).t
      }),
    )
    assert.equal(sharing.filter((t) => t === 'STREAM_CREATE').length, STREAMS_MAX)
    assert.equal((await rows()).length, STREAMS_MAX)
    for (const session of crowd) await session.close()
    await until('the streams ended', async () => (await rows()).length === 0)
  })
})
