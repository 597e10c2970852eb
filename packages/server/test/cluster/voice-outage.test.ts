/** Requests of sessions about voice while the database is away: they have no response with an error. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, connectGame, type Frame, type RawGateway } from '@guildhall/testing'
import { openClusterLab } from '../support/cluster-lab.ts'
import { startGames } from '../support/games.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { askToShare, askToWatch, joinedStream, joinVoice, leaveStream, streamEnd } from '../support/streams.ts'

const VOICE_STATE = 4
const LOBBY_VOICE_STATES = 17
const flags = { self_mute: false, self_deaf: false }

const world = {
  users: { ann: {}, bob: {}, eve: {} },
  guilds: {
    lab: { owner: 'ann', members: ['bob', 'eve'], channels: { one: { type: 2 }, two: { type: 2 } } },
  },
}

/** Returns the channels to which the events of a user lead them, up to one of them. */
async function placesUpTo(session: RawGateway, userId: string, channelId: string): Promise<unknown[]> {
  const places: unknown[] = []
  while (places.at(-1) !== channelId) {
    const isOwn = ({ t, d }: Frame) => t === 'VOICE_STATE_UPDATE' && d?.user_id === userId
    places.push((await session.next(isOwn)).d?.channel_id)
  }
  return places
}

test('joins of guilds and DMs while the database is away are carried out when it is back; the last one is valid', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const way = await lab.way()
  const a = await lab.start('a', { world, databaseUrl: way.url })
  const b = await lab.start('b')
  const [ann, bob, eve] = [
    await lab.identify(b, a.ann.token),
    await lab.identify(a, a.bob.token),
    await lab.identify(a, a.eve.token),
  ]
  for (const session of [ann, bob, eve]) await session.next('GUILD_CREATE')
  const opened = await api(b.api, a.ann.token).post<{ id: string }>('/users/@me/channels', { recipient_id: a.eve.id })
  const dm = opened.body.id
  way.cut()
  for (const channel of [a.lab.one, a.lab.two])
    bob.send(VOICE_STATE, { guild_id: a.lab.id, channel_id: channel.id, ...flags })
  eve.send(VOICE_STATE, { guild_id: null, channel_id: dm, ...flags })
  // The node has handled the commands before the heartbeats.
  for (const session of [bob, eve]) await session.heartbeat()
  way.restore()
  assert.deepEqual(await placesUpTo(ann, a.bob.id, a.lab.two.id), [a.lab.one.id, a.lab.two.id])
  await bob.next('VOICE_SERVER_UPDATE')
  assert.equal((await ann.next('CALL_CREATE')).d.channel_id, dm)
  assert.equal((await eve.next('VOICE_SERVER_UPDATE')).d.channel_id, dm)
})

test('screens are shared, watched and left when the database is back', { ...ON_POSTGRES_AND_NATS }, async () => {
  await using lab = await openClusterLab()
  const way = await lab.way()
  const a = await lab.start('a', { world, databaseUrl: way.url })
  const [bob, eve] = [await lab.identify(a, a.bob.token), await lab.identify(a, a.eve.token)]
  const channel = { guildId: a.lab.id, channelId: a.lab.one.id }
  for (const session of [bob, eve]) {
    await session.next('GUILD_CREATE')
    await joinVoice(session, channel)
  }
  /** Lets a session ask for something while the database is away. The node handles it before the heartbeat. */
  const whileAway = async (session: RawGateway, ask: () => void) => {
    way.cut()
    ask()
    await session.heartbeat()
    way.restore()
  }
  await whileAway(bob, () => askToShare(bob, channel))
  const { key } = await joinedStream(bob)
  await whileAway(eve, () => askToWatch(eve, key))
  assert.deepEqual((await joinedStream(eve)).viewers, [a.eve.id])
  await whileAway(bob, () => leaveStream(bob, key))
  assert.equal((await streamEnd(bob)).reason, 'user_requested')
})

test('a session that ends while the database is away joins nothing later', { ...ON_POSTGRES_AND_NATS }, async () => {
  await using lab = await openClusterLab()
  const way = await lab.way()
  const a = await lab.start('a', { world, databaseUrl: way.url })
  const b = await lab.start('b')
  const ann = await lab.identify(b, a.ann.token)
  await ann.next('GUILD_CREATE')
  const [bob, eve] = [await lab.identify(a, a.bob.token), await lab.identify(a, a.eve.token)]
  for (const session of [bob, eve]) await session.next('GUILD_CREATE')
  const dmOf = async (id: string) => {
    const { body } = await api(b.api, a.ann.token).post<{ id: string }>('/users/@me/channels', { recipient_id: id })
    return body.id
  }
  const dms = [await dmOf(a.bob.id), await dmOf(a.eve.id)]
  way.cut()
  for (const [index, session] of [bob, eve].entries()) {
    session.send(VOICE_STATE, { guild_id: null, channel_id: dms[index], ...flags })
    await session.heartbeat()
  }
  await bob.close()
  way.restore()
  await eve.next('VOICE_SERVER_UPDATE')
  await ann.next(({ t, d }: Frame) => t === 'PRESENCE_UPDATE' && d?.status === 'offline')
  assert.equal((await ann.next('CALL_CREATE')).d.channel_id, dms[1])
  assert.ok(!ann.frames.some(({ t }) => t === 'CALL_CREATE'))
})

test('a game joins the call of a lobby when the database is back', { ...ON_POSTGRES_AND_NATS }, async () => {
  await using lab = await openClusterLab()
  const way = await lab.way()
  const games = await startGames({ ...lab.options, node: 'a', databaseUrl: way.url })
  lab.add(games.platform)
  const { body: lobby } = await games.bot('chess').post<{ id: string }>('/lobbies', {
    members: [{ id: games.userId('bob') }],
  })
  const { gateway } = await connectGame(games.platform.gateway, await games.tokenOf('bob'), {})
  lab.keep(gateway)
  await gateway.next('LOBBY_CREATE')
  way.cut()
  gateway.send(LOBBY_VOICE_STATES, [{ lobby_id: lobby.id, ...flags }])
  await gateway.heartbeat()
  way.restore()
  assert.equal((await gateway.next<{ lobby_id: string }>('LOBBY_VOICE_SERVER_UPDATE')).d.lobby_id, lobby.id)
})
