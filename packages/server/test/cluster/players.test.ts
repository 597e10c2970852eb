/** Players of games whose sessions are on two nodes. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { api, connectGame } from '@guildhall/testing'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { startGames } from '../support/games.ts'
import { until } from '../support/until.ts'

const SECRET = 'opensesame'

test('a player of two nodes leaves lobbies with the last session, and each node knows the secrets of both', {
  ...ON_POSTGRES,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const secretKey = randomBytes(32)
  const games = await startGames({ databaseUrl, node: 'a', secretKey })
  const b = await startNode(databaseUrl, 'b', { secretKey })
  try {
    const bot = games.bot('chess')
    const members = ['ann', 'bob'].map((name) => ({ id: games.userId(name) }))
    const { body: lobby } = await bot.post<{ id: string }>('/lobbies', { members })
    const marker = (mark: string) => ({
      event: 'LOBBY_UPDATE',
      trigger: () => bot.patch(`/lobbies/${lobby.id}`, { metadata: { mark } }),
    })
    const ann = (await games.play('ann')).gateway
    await ann.next('LOBBY_CREATE')
    const atA = await games.play('bob')
    await ann.next('LOBBY_MEMBER_CONNECT')
    const atB = await connectGame(b.gateway, atA.token, {})
    const { d } = await atB.gateway.next<{ members: { id: string; connected: boolean }[] }>('LOBBY_CREATE')
    assert.deepEqual(
      d.members.map(({ connected }) => connected),
      [true, true],
    )
    // The secrets of a session are in its row: another node answers for it.
    const activity = { name: 'chess', type: 0, party: { id: 'p', size: [1, 4] }, secrets: { join: SECRET } }
    atA.gateway.send(3, { status: 'online', activities: [activity], since: null, afk: false })
    const place = `/users/${games.userId('bob')}/sessions/${atA.gateway.sessionId}/activities`
    await until('the other node knows the secret', async () => {
      const asked = await api(b.api, `Bearer ${atA.token}`).get<{ secret?: string }>(
        `${place}/${games.applicationId('chess')}/1`,
      )
      return asked.body.secret === SECRET
    })
    await ann.none('LOBBY_MEMBER_CONNECT', async () => {}, marker('second session'))
    await ann.none('LOBBY_MEMBER_DISCONNECT', () => atA.gateway.close(), marker('first session ended'))
    await atB.gateway.close()
    await ann.next('LOBBY_MEMBER_DISCONNECT')
  } finally {
    await b.close()
    await games.platform.close()
    await drop()
  }
})
