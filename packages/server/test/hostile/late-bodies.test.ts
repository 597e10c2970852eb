/** A request whose last byte is held back until its caller may no longer send it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

const PASSWORD = 'correct horse'
const world = {
  users: { ann: { password: PASSWORD }, bob: { password: PASSWORD } },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '8' } }, channels: { general: {} } } },
}

/** Sends a request without its last byte. Returns a function that sends the byte, and resolves with the status. */
async function heldBack(url: string, path: string, token: string, body: string): Promise<() => Promise<number>> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    `POST /api/v10${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, -1)}`,
  )
  return async () => {
    socket.write(body.slice(-1))
    const [response] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return Number(response.toString().split(' ')[1])
  }
}

test('a request is refused with 401 if its caller logged out, was banned or lost the token before its last byte', async () => {
  await using platform = await startPlatform({ world, rateLimits: 'off' })
  const channel = platform.lab.general.id
  const path = `/channels/${channel}/messages`
  const body = JSON.stringify({ content: 'late' })
  const ann = platform.ann.api
  const operator = (method: string, to: string, json?: object) =>
    fetch(`${platform.url}/api${to}`, {
      method,
      headers: { authorization: `Bearer ${platform.control.key}`, 'content-type': 'application/json' },
      body: json ? JSON.stringify(json) : null,
    })
  const login = async () => {
    const { body: signedIn } = await api(platform.api).post<{ token: string }>('/auth/login', {
      login: 'bob',
      password: PASSWORD,
    })
    return signedIn.token
  }

  const loggedOut = await login()
  const afterLogout = await heldBack(platform.url, path, loggedOut, body)
  assert.equal((await api(platform.api, loggedOut).post('/auth/logout', {})).status, 204)
  assert.equal(await afterLogout(), 401)

  const bot = `Bot ${platform.app.token}`
  const afterReset = await heldBack(platform.url, path, bot, body)
  assert.equal((await ann.post(`/applications/${platform.app.applicationId}/bot/reset`, {})).status, 200)
  assert.equal(await afterReset(), 401)

  const banned = await login()
  const afterBan = await heldBack(platform.url, path, banned, body)
  const ban = await operator('POST', `/admin/users/${platform.bob.id}/ban`, {})
  assert.ok(ban.status < 300, `${ban.status} ${await ban.text()}`)
  assert.equal(await afterBan(), 401)

  assert.deepEqual((await ann.get<unknown[]>(path)).body, [])
  const late = await heldBack(platform.url, path, platform.ann.token, body)
  assert.equal(await late(), 200, 'a slow caller who is still good is served')
})

test('responses to callers and sign-ins are not kept by caches', async () => {
  await using platform = await startPlatform({ world, rateLimits: 'off' })
  const token = platform.bob.token
  const me = await fetch(`${platform.api}/users/@me`, { headers: { authorization: token } })
  assert.equal(me.headers.get('cache-control'), 'no-store')
  const signIn = await fetch(`${platform.api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'bob', password: PASSWORD }),
  })
  assert.equal(signIn.headers.get('cache-control'), 'no-store')
  const refused = await fetch(`${platform.api}/users/@me`)
  assert.equal(refused.headers.get('cache-control'), 'no-store')
})
