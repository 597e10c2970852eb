/** Corrections of voice states on several nodes: lost permissions, and idle members. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { api, type Frame, type RawGateway, VoiceClient } from '@guildhall/testing'
import { type ClusterLab, openClusterLab } from '../support/cluster-lab.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'

const SECOND_MS = 1_000
const AFK_TIMEOUT_S = 60

const world = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: { one: { owner: 'ann', bot: {} }, two: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve'],
      bots: { one: {}, two: {} },
      channels: { lounge: { type: 2 }, away: { type: 2 } },
    },
  },
}

type Node = Awaited<ReturnType<ClusterLab['start']>>
type First = Awaited<ReturnType<typeof startFirst>>

const startFirst = (lab: ClusterLab, databaseUrl = lab.databaseUrl) => lab.start('a', { world, databaseUrl })

async function identify(lab: ClusterLab, node: Node, token: string): Promise<RawGateway> {
  const session = await lab.identify(node, token, { intents: 1 | (1 << 7) })
  await session.next('GUILD_CREATE')
  return session
}

/** Joins the lounge, without a connection to its voice server. */
async function join(session: RawGateway, { lab }: First): Promise<string> {
  session.send(4, { guild_id: lab.id, channel_id: lab.lounge.id, self_mute: false, self_deaf: false })
  return String((await session.next('VOICE_SERVER_UPDATE')).d.endpoint)
}

const hostOf = (node: Node) => new URL(node.api).host

const setConnect = (node: Node, { ann, lab }: First, deny: bigint) =>
  api(node.api, ann.token).put(`/channels/${lab.lounge.id}/permissions/${lab.id}`, { type: 0, deny: String(deny) })

/** Returns the channels to which the events of a user have led them, in their order. */
function placesOf(session: RawGateway, userId: string) {
  const isOwn = ({ t, d }: Frame) => t === 'VOICE_STATE_UPDATE' && d?.user_id === userId
  return session.frames.filter(isOwn).map(({ d }) => d?.channel_id)
}

/** Awaits an event that follows all others of the guild. */
async function settled(session: RawGateway, node: Node, { ann, lab }: First, name: string): Promise<void> {
  assert.equal((await api(node.api, ann.token).patch(`/guilds/${lab.id}`, { name })).status, 200)
  await session.next(({ t, d }: Frame) => t === 'GUILD_UPDATE' && d?.name === name)
}

test('members at two nodes who lose CONNECT leave, once, although the node of the call does not correct them', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const way = await lab.way()
  const a = await startFirst(lab, way.url)
  const b = await lab.start('b')
  const [bob, eve] = [await identify(lab, a, a.bob.token), await identify(lab, b, a.eve.token)]
  for (const session of [bob, eve]) assert.equal(await join(session, a), hostOf(a))
  const watcher = await identify(lab, b, a.ann.token)
  await join(watcher, a)
  way.silence()
  assert.equal((await setConnect(b, a, Permission.CONNECT)).status, 204)
  for (const { id } of [a.bob, a.eve])
    await watcher.next(({ t, d }: Frame) => t === 'VOICE_STATE_UPDATE' && d?.user_id === id && d.channel_id === null)
  const [owner] = await lab.sql`SELECT node FROM voice_calls WHERE channel_id = ${a.lab.lounge.id}::bigint`
  assert.equal(owner?.node, 'a', 'its loss was not declared yet')
  way.restore()
  await settled(watcher, b, a, 'one')
  assert.deepEqual([...placesOf(watcher, a.bob.id), ...placesOf(watcher, a.eve.id)], [])
})

test('a node that knows members by rows alone disconnects those who lose CONNECT', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const a = await startFirst(lab)
  const bob = await identify(lab, a, a.bob.token)
  await join(bob, a)
  const b = await lab.start('b')
  await lab.stop(a)
  await bob.closed
  bob.resumeUrl = b.gateway
  const resumed = lab.keep(await bob.resume())
  await resumed.next('RESUMED')
  assert.equal((await setConnect(b, a, Permission.CONNECT)).status, 204)
  const isOwn = ({ t, d }: Frame) => t === 'VOICE_STATE_UPDATE' && d?.user_id === a.bob.id
  assert.equal((await resumed.next(isOwn)).d?.channel_id, null)
})

test('an idle member without a voice connection is moved to the AFK channel, at whichever node; a speaker is not', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const a = await startFirst(lab)
  const b = await lab.start('b')
  const advance = (seconds: number) => {
    for (const node of [a, b]) node.clock.advance(seconds * SECOND_MS)
  }
  const { lab: guild } = a
  const set = { afk_channel_id: guild.away.id, afk_timeout: AFK_TIMEOUT_S }
  assert.equal((await api(a.api, a.ann.token).patch(`/guilds/${guild.id}`, set)).status, 200)
  const watcher = await identify(lab, b, a.ann.token)
  const [one, two] = [await identify(lab, a, a.one.token), await identify(lab, b, a.two.token)]
  const place = { guildId: guild.id, channelId: guild.lounge.id }
  const listener = await VoiceClient.join(one, place)
  const speaker = await VoiceClient.join(two, place)
  assert.equal(speaker.address.endpoint, hostOf(a))
  const bob = await identify(lab, b, a.bob.token)
  await join(bob, a)
  speaker.speaking()
  await listener.next(5)
  advance(AFK_TIMEOUT_S)
  // The bot that listens was idle too.
  for (const id of [a.one.id, a.bob.id])
    await watcher.next(
      ({ t, d }: Frame) => t === 'VOICE_STATE_UPDATE' && d?.user_id === id && d.channel_id === guild.away.id,
    )
  await settled(watcher, b, a, 'one')
  assert.deepEqual(placesOf(watcher, a.two.id), [guild.lounge.id])

  // The next node of the call does not know when its members spoke.
  await lab.stop(a)
  await two.next('VOICE_SERVER_UPDATE')
  b.clock.advance((AFK_TIMEOUT_S - 1) * SECOND_MS)
  await settled(watcher, b, a, 'two')
  assert.deepEqual(placesOf(watcher, a.two.id), [guild.lounge.id])
  b.clock.advance(SECOND_MS)
  await watcher.next(
    ({ t, d }: Frame) => t === 'VOICE_STATE_UPDATE' && d?.user_id === a.two.id && d.channel_id === guild.away.id,
  )
})

test('the widget of a guild lists the members whose sessions are at any node', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const a = await startFirst(lab)
  const b = await lab.start('b')
  const widget = `/guilds/${a.lab.id}/widget`
  assert.equal((await api(a.api, a.ann.token).patch(widget, { enabled: true })).status, 200)
  const ann = await identify(lab, a, a.ann.token)
  const bob = await identify(lab, b, a.bob.token)
  await ann.next(({ t, d }: Frame) => t === 'PRESENCE_UPDATE' && (d?.user as { id: string }).id === a.bob.id)
  await join(bob, a)
  await ann.next('VOICE_STATE_UPDATE')
  for (const node of [a, b]) {
    const { body } = await api(node.api).get<{
      presence_count: number
      members: { username: string; channel_id?: string }[]
    }>(`${widget}.json`)
    assert.equal(body.presence_count, 2)
    const places = body.members.map(({ username, channel_id }) => [username, channel_id ?? null])
    assert.deepEqual(places.sort(), [
      ['ann', null],
      ['bob', a.lab.lounge.id],
    ])
  }
})
