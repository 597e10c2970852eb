/** Pages of games at the operator's origins read the API with tokens of players. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type GameLab, gameLab } from '../support/game-lab.ts'

const ORIGIN = 'https://page.example'

let lab: GameLab
let token: string
before(async () => {
  lab = await gameLab({ gameOrigins: [ORIGIN] })
  token = (await lab.player('game', 'pages')).token
})
after(() => lab[Symbol.asyncDispose]())

const send = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${lab.platform.url}${path}`, { ...init, headers: { origin: ORIGIN, ...init.headers } })
const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin')

test('a page reads responses to tokens of players, with their rate limits', async () => {
  const response = await send('/api/v10/users/@me', { headers: { authorization: `Bearer ${token}` } })
  assert.deepEqual([response.status, allowed(response)], [200, ORIGIN])
  assert.equal(response.headers.get('vary'), 'Origin')
  assert.equal(response.headers.get('access-control-allow-credentials'), null)
  const exposed = response.headers.get('access-control-expose-headers')?.toLowerCase().split(', ') ?? []
  for (const name of response.headers.keys())
    if (name.startsWith('x-ratelimit-')) assert.ok(exposed.includes(name), name)
  assert.ok(exposed.includes('retry-after'))
  const refused = await send('/api/v10/users/@me', { headers: { authorization: 'Bearer wrong' } })
  assert.deepEqual([refused.status, allowed(refused)], [401, ORIGIN])
})

test('a page reads what signs a player in', async () => {
  const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: lab.app('arcade'), refresh_token: 'x' })
  const refused = await send('/api/v10/oauth2/token', { method: 'POST', body })
  assert.deepEqual([refused.status, allowed(refused)], [400, ORIGIN])
  assert.equal(allowed(await send('/api/gateway')), ORIGIN)
})

test('a page asks first, and may send a token and a body', async () => {
  const preflight = await send('/api/v10/lobbies', {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization,content-type' },
  })
  assert.deepEqual([preflight.status, allowed(preflight)], [204, ORIGIN])
  assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PUT/)
  assert.equal(preflight.headers.get('access-control-allow-headers'), 'authorization, content-type')
  assert.equal(preflight.headers.get('access-control-allow-credentials'), null)
})

test('a page reads nothing with tokens of people and bots, and nothing outside of the API', async () => {
  const { bob } = lab.platform
  for (const authorization of [String(bob.token), `Bot ${lab.platform.world?.applications.game?.bot?.token}`]) {
    const response = await send('/api/v10/users/@me', { headers: { authorization } })
    assert.deepEqual([response.status, allowed(response)], [200, null])
  }
  for (const path of ['/', '/api/v10/auth/demo', '/control/clock', '/.well-known/openid-configuration'])
    assert.equal(allowed(await send(path)), null, path)
})

test('a page at another origin reads nothing', async () => {
  for (const origin of ['https://other.example', 'http://page.example', 'null', `${ORIGIN}.evil.example`]) {
    const headers = { origin, authorization: `Bearer ${token}` }
    const response = await send('/api/v10/users/@me', { headers })
    assert.deepEqual([allowed(response), response.headers.get('vary')], [null, 'Origin'], origin)
    const asked = { origin, 'access-control-request-method': 'GET' }
    assert.equal(allowed(await send('/api/v10/users/@me', { method: 'OPTIONS', headers: asked })), null)
  }
})
