/** A user joins a guild or lobby whose latest events have not reached the node of the user's session. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, connectGame, RawGateway } from '@guildhall/testing'
import { openClusterLab } from '../support/cluster-lab.ts'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore } from '../support/cluster-store.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { startGames } from '../support/games.ts'
import { ON_POSTGRES_AND_NATS, startNats } from '../support/nats-server.ts'

const ROUNDS = 5
const world = {
  users: { ann: {}, bob: {} },
  guilds: { lab: { owner: 'ann', channels: { general: {} } } },
}

test('[CH-13] a member is sent no message from before the join, whichever reaches the node first', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  await using nats = await startNats()
  const way = await startDatabaseProxy(nats.url)
  const options = { logLevel: 'silent' } as const
  const a = await startNode(databaseUrl, 'a', { world, busUrls: [nats.url], ...options })
  const b = await startNode(databaseUrl, 'b', { busUrls: [nats.url], ...options })
  const c = await startNode(databaseUrl, 'c', { busUrls: [way.url], ...options })
  try {
    const path = `/channels/${a.lab.general.id}/messages`
    const [atB, atC] = [api(b.api, a.ann.token), api(c.api, a.ann.token)]
    const invite = (await atB.post<{ code: string }>(`/channels/${a.lab.general.id}/invites`, { max_age: 0 })).body.code
    const bob = api(b.api, a.bob.token)
    await using owner = await RawGateway.open(a.gateway, { token: a.ann.token, intents: 0 })
    await owner.next('GUILD_CREATE')
    await using member = await RawGateway.open(a.gateway, { token: a.bob.token, intents: 0 })
    // Events of this node are in the log alone.
    way.cut()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let count = 0; count < 3; count += 1) await atC.post(path, { content: `before ${round}` })
      assert.equal((await bob.post(`/invites/${invite}`, {})).status, 200)
      await member.next('GUILD_CREATE')
      await atB.post(path, { content: `after ${round}` })
      const sent = (await member.next<{ content: string }>('MESSAGE_CREATE')).d.content
      assert.equal(sent, `after ${round}`)
      assert.equal((await bob.delete(`/users/@me/guilds/${a.lab.id}`)).status, 204)
      await member.next('GUILD_DELETE')
    }
  } finally {
    for (const node of [c, b, a]) await node.close()
    await way.close()
    await drop()
  }
})

for (const others of ['no other member', 'another member'] as const) {
  test(`a player is sent no message of a lobby from before the join, with ${others} at the node`, {
    ...ON_POSTGRES_AND_NATS,
  }, async () => {
    await using lab = await openClusterLab()
    const way = await startDatabaseProxy(lab.options.busUrls[0] ?? '')
    const games = await startGames({ ...lab.options, node: 'a' })
    lab.add(games.platform)
    const b = await lab.start('b')
    const c = await lab.start('c', { busUrls: [way.url] })
    try {
      const { body: lobby } = await games.bot('chess').post<{ id: string }>('/lobbies', {
        members: [{ id: games.userId('ann') }],
      })
      const [ann, bob] = [await games.tokenOf('ann'), await games.tokenOf('bob')]
      if (others === 'another member') {
        const session = lab.keep((await connectGame(games.platform.gateway, ann)).gateway)
        await session.next('LOBBY_CREATE')
      }
      const player = lab.keep((await connectGame(games.platform.gateway, bob)).gateway)
      const say = async (node: { readonly api: string }, content: string) => {
        const { status } = await api(node.api, `Bearer ${ann}`).post(`/lobbies/${lobby.id}/messages`, { content })
        assert.equal(status, 201)
      }
      const place = `/lobbies/${lobby.id}/members/${games.userId('bob')}`
      const atB = api(b.api, `Bot ${games.world.applications.chess?.bot?.token}`)
      // Events of this node are in the log alone.
      way.cut()
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let count = 0; count < 3; count += 1) await say(c, `before ${round}`)
        assert.equal((await atB.put(place, {})).status, 200)
        await player.next('LOBBY_CREATE')
        await say(b, `after ${round}`)
        const sent = (await player.next<{ content: string }>('LOBBY_MESSAGE_CREATE')).d.content
        assert.equal(sent, `after ${round}`)
        assert.equal((await atB.delete(place)).status, 204)
        await player.next('LOBBY_DELETE')
      }
    } finally {
      await way.close()
    }
  })
}
