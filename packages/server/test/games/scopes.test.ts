/** Requests that the composite scopes of games permit over HTTP, and those that they do not. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import { type Games, startGames } from '../support/games.ts'

let games: Games
before(async () => {
  games = await startGames()
})
after(() => games.platform.close())

/** Requests with the scope that each needs. */
const REQUESTS: readonly [scope: string, method: 'get' | 'post' | 'put', path: () => string, body?: object][] = [
  ['identify', 'get', () => '/users/@me'],
  ['guilds', 'get', () => '/users/@me/guilds'],
  ['relationships.read', 'get', () => '/users/@me/relationships'],
  ['relationships.read', 'get', () => '/users/@me/game-relationships'],
  ['relationships.write', 'put', () => `/users/@me/relationships/${games.userId('ann')}`, {}],
  ['activities.write', 'post', () => '/users/@me/headless-sessions', { activities: [{ type: 0 }] }],
  ['lobbies.write', 'put', () => '/lobbies', { secret: 'sesame' }],
]

const PRESENCE = ['identify', 'relationships.read', 'relationships.write', 'activities.write']

async function statuses(token: string): Promise<Record<string, [status: number, code: unknown]>> {
  const found: Record<string, [number, unknown]> = {}
  for (const [scope, method, path, body] of REQUESTS) {
    const response = await games.bearer(token)[method](path(), body)
    found[`${scope} ${path()}`] = [response.status, response.body?.code]
  }
  return found
}

describe('composite scopes', () => {
  test('[AUT-5] [SDK-11] sdk.social_layer permits everything of games', async () => {
    const token = await games.tokenOf('bob', 'chess', 'openid sdk.social_layer')
    for (const [request, [status]] of Object.entries(await statuses(token))) {
      assert.ok(status === 200 || status === 204, `${request}: ${status}`)
    }
  })

  test('[AUT-6] [SDK-12] sdk.social_layer_presence permits no lobbies, guilds and direct messages', async () => {
    const token = await games.tokenOf('cat', 'chess', 'sdk.social_layer_presence')
    for (const [request, [status, code]] of Object.entries(await statuses(token))) {
      const permitted = PRESENCE.some((scope) => request.startsWith(`${scope} `))
      if (permitted) assert.ok(status === 200 || status === 204, `${request}: ${status}`)
      else assert.deepEqual([status, code], [403, 50026], request)
    }
  })

  test('[SDK-11] a token response and GET /oauth2/@me name the composite scope, not its parts', async () => {
    const token = await games.tokenOf('bob', 'chess', 'openid sdk.social_layer')
    const { body } = await games
      .bearer(token)
      .get<{ scopes: string[]; user: { id: string }; application: object }>('/oauth2/@me')
    assert.deepEqual(body.scopes.sort(), ['openid', 'sdk.social_layer'])
    assert.equal(body.user.id, games.userId('bob'))
    const plain = await games.tokenOf('cat', 'rival', 'guilds')
    const other = await games.bearer(plain).get<{ user?: object }>('/oauth2/@me')
    assert.equal('user' in other.body, false)
    assert.equal((await games.bearer(plain).get('/users/@me')).status, 403)
  })

  test('GET /users/@me/guilds with guilds lists the guilds of the player', async () => {
    const token = await games.tokenOf('bob')
    const { body } = await games.bearer(token).get<{ id: string; name: string }[]>('/users/@me/guilds')
    assert.deepEqual(
      body.map(({ id }) => id),
      [games.guildId('lab')],
    )
    const stranger = await games.bearer(await games.tokenOf('eve')).get('/users/@me/guilds')
    assert.deepEqual(stranger.body, [])
  })

  test('[AUT-28] a Bearer token is accepted and a wrong one refused; a token in the query is none', async () => {
    const token = await games.tokenOf('bob')
    const { status, body } = await games.bearer(token).get('/gateway')
    assert.deepEqual([status, body.url], [200, games.platform.gateway])
    assert.equal((await games.bearer('wrong').get('/oauth2/@me')).status, 401)
    for (const path of [`/users/@me?token=${token}`, `/users/@me?access_token=${token}`]) {
      assert.equal((await api(games.platform.api).get(path)).status, 401)
    }
    assert.equal((await api(games.platform.api, token).get('/users/@me')).status, 401, 'without a scheme')
    assert.equal((await api(games.platform.api, `Bot ${token}`).get('/users/@me')).status, 401, 'scheme of bots')
  })

  test('a game’s token reads nothing of guilds and changes nothing of its player', async () => {
    const bearer = games.bearer(await games.tokenOf('bob'))
    const channel = `/channels/${games.channelId('lab', 'general')}`
    const refused = await Promise.all([
      bearer.get(`/guilds/${games.guildId('lab')}`),
      bearer.get(channel),
      bearer.get(`${channel}/messages`),
      bearer.post(`${channel}/messages`, { content: 'x' }),
      bearer.patch('/users/@me', { username: 'stolen' }),
      bearer.post('/users/@me/channels', { recipient_id: games.userId('ann') }),
      bearer.get('/auth/sessions'),
      bearer.delete(`/users/@me/guilds/${games.guildId('lab')}`),
    ])
    for (const { status } of refused) assert.ok(status === 401 || status === 403, String(status))
    assert.equal((await games.person('bob').get('/users/@me')).body.username, 'bob')
  })
})
