/** Ends of persons' sessions: by logout, from another session, by a new password and by expiry. */
import assert from 'node:assert/strict'
import { Intent } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'
import { startPlatform } from '../support/platform.ts'

const DAY = 86_400_000
const world = {
  users: { ann: { password: 'correct horse' }, bob: { password: 'battery staple' } },
  applications: { app: { owner: 'ann', bot: {}, client_secret: 'old secret' } },
  guilds: { lab: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '8' } }, channels: { general: {} } } },
}

const test = guildhallTest({ world })
const { platform } = test

interface Session {
  id_hash: string
  approx_last_used_time: string
  client_info: { os: string | null; platform: string | null; location: string | null }
}

async function signIn(login: string, password: string): Promise<string> {
  const { status, body } = await api(platform.api).post<{ token: string }>('/auth/login', { login, password })
  assert.equal(status, 200)
  return body.token
}

const statusOf = async (token: string) => (await api(platform.api, token).get('/users/@me')).status
const sessionsOf = async (token: string) =>
  (await api(platform.api, token).get<{ user_sessions: Session[] }>('/auth/sessions')).body.user_sessions

async function connected(token: string): Promise<RawGateway> {
  const gateway = await RawGateway.connect(platform.gateway)
  await gateway.identify({ token })
  await gateway.next('GUILD_CREATE')
  return gateway
}

test('POST /auth/logout ends the caller’s session and its gateway connection, and no other', async () => {
  const [one, other] = [await signIn('ann', 'correct horse'), await signIn('ann', 'correct horse')]
  const [gateway, stays] = [await connected(one), await connected(other)]
  assert.equal((await api(platform.api, one).post('/auth/logout', { provider: null })).status, 204)
  assert.equal((await gateway.closed).code, 4004)
  assert.equal(await statusOf(one), 401)
  assert.equal(await statusOf(other), 200)
  const again = await RawGateway.connect(platform.gateway)
  await again.next(10)
  again.send(6, { token: one, session_id: gateway.sessionId, seq: gateway.seq })
  assert.equal((await again.closed).code, 4004)
  stays.send(1, null)
  await stays.next(11)
  await stays.close()
})

test('GET /auth/sessions lists the caller’s sessions, and POST /auth/sessions/logout ends the listed ones', async () => {
  const [one, other, bob] = [
    await signIn('ann', 'correct horse'),
    await signIn('ann', 'correct horse'),
    await signIn('bob', 'battery staple'),
  ]
  const gateway = await connected(other)
  const before = await sessionsOf(one)
  const ofBob = await sessionsOf(bob)
  assert.equal(JSON.stringify(before).includes(ofBob[0]?.id_hash ?? ''), false)
  const named = before.map(({ id_hash }) => id_hash)
  const end = (token: string, hashes: string[]) =>
    api(platform.api, token).post('/auth/sessions/logout', { session_id_hashes: hashes })
  assert.equal((await end(bob, named)).status, 204)
  assert.equal(await statusOf(other), 200, 'another person’s sessions cannot be ended')
  assert.equal((await end(one, named)).status, 204)
  assert.equal((await gateway.closed).code, 4004)
  for (const token of [one, other]) assert.equal(await statusOf(token), 401)
  assert.equal(await statusOf(bob), 200)
})

test('READY names the session of its token, and a session has the names of its browser and system', async () => {
  const sessions = new Map<string, Session['client_info'] | undefined>()
  const clients = ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'my-client/1.0']
  for (const userAgent of clients) {
    const token = await signIn('bob', 'battery staple')
    const headers = { authorization: token, 'user-agent': userAgent }
    assert.equal((await fetch(`${platform.api}/users/@me`, { headers })).status, 200)
    const gateway = await RawGateway.connect(platform.gateway)
    const { auth_session_id_hash } = await gateway.identify({ token })
    await gateway.close()
    const own = async () => {
      const list = await (await fetch(`${platform.api}/auth/sessions`, { headers })).json()
      return (list as { user_sessions: Session[] }).user_sessions.find(
        ({ id_hash }) => id_hash === auth_session_id_hash,
      )
    }
    // The use is recorded after the response.
    while ((await own())?.client_info.location === null);
    sessions.set(userAgent, (await own())?.client_info)
  }
  const names = clients.map((client) => [sessions.get(client)?.platform, sessions.get(client)?.os])
  assert.deepEqual(names, [
    ['Firefox', 'Windows'],
    ['my-client/1.0', null],
  ])
})

test('PATCH /users/@me with a new password ends every session and returns a token; a wrong password changes nothing', async () => {
  const [one, other] = [await signIn('bob', 'battery staple'), await signIn('bob', 'battery staple')]
  const gateway = await connected(other)
  const change = (password: string) =>
    api(platform.api, one).patch<{ token: string; username: string }>('/users/@me', {
      password,
      new_password: 'new staple',
    })
  assert.equal((await change('wrong')).status, 400)
  assert.equal(await statusOf(other), 200)
  const { status, body } = await change('battery staple')
  assert.deepEqual([status, body.username], [200, 'bob'])
  assert.equal((await gateway.closed).code, 4004)
  const tokens = [one, other, platform.bob.token]
  assert.deepEqual(await Promise.all(tokens.map(statusOf)), [401, 401, 401])
  assert.equal(await statusOf(body.token), 200)
  assert.equal(await statusOf(await signIn('bob', 'new staple')), 200)
  const former = await api(platform.api).post('/auth/login', { login: 'bob', password: 'battery staple' })
  assert.equal(former.status, 400)
})

test('a session expires 90 days after its last use, and a token of the world file never', async () => {
  await using own = await startPlatform({ rateLimits: 'off', world, date: Date.parse('2026-03-01') })
  const anonymous = api(own.api)
  const credentials = { login: 'ann', password: 'correct horse' }
  const [used, unused] = [
    (await anonymous.post<{ token: string }>('/auth/login', credentials)).body.token,
    (await anonymous.post<{ token: string }>('/auth/login', credentials)).body.token,
  ]
  const get = async (token: string) => (await api(own.api, token).get('/users/@me')).status
  own.clock.advance(60 * DAY)
  assert.equal(await get(used), 200)
  // The use is recorded after the response.
  const usedOn = async () => {
    const { body } = await api(own.api, used).get<{ user_sessions: Session[] }>('/auth/sessions')
    return body.user_sessions[0]?.approx_last_used_time.slice(0, 10)
  }
  while ((await usedOn()) !== '2026-04-30');
  own.clock.advance(60 * DAY)
  assert.deepEqual([await get(used), await get(unused)], [200, 401])
  assert.equal(await get(own.world?.users.ann?.token ?? ''), 200)
})

test('[AUT-29] POST /applications/{id}/bot/reset is for the owner, deletes the old token and closes its sessions with 4004', async () => {
  const filled = platform.world?.applications.app ?? assert.fail()
  const old = filled.bot?.token ?? ''
  const path = `/applications/${filled.id}/bot/reset`
  const gateway = await RawGateway.connect(platform.gateway)
  await gateway.identify({ token: old, intents: Intent.GUILDS })
  const bob = await signIn('bob', 'new staple')
  for (const token of [bob, `Bot ${old}`]) assert.ok((await api(platform.api, token).post(path)).status >= 400)
  assert.equal(await statusOf(`Bot ${old}`), 200)
  const owner = api(platform.api, await signIn('ann', 'correct horse'))
  const { status, body } = await owner.post<{ token: string }>(path)
  assert.equal(status, 200)
  assert.equal((await gateway.closed).code, 4004)
  assert.deepEqual([await statusOf(`Bot ${old}`), await statusOf(`Bot ${body.token}`)], [401, 200])
  assert.equal(Buffer.from(body.token.split('.')[0] ?? '', 'base64url').toString(), filled.bot?.id)

  const secret = await owner.post<{ secret: string }>(`/applications/${filled.id}/reset`)
  assert.equal(secret.status, 200)
  const grant = (client_secret: string) =>
    fetch(`${platform.api}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: filled.id,
        client_secret,
        grant_type: 'client_credentials',
        scope: 'identify',
      }),
    })
  assert.deepEqual([(await grant('old secret')).status, (await grant(secret.body.secret)).status], [401, 200])
})

test('PATCH /applications/{id} rejects redirect addresses that a browser executes and accepts schemes of apps', async () => {
  const ann = api(platform.api, await signIn('ann', 'correct horse'))
  const path = `/applications/${platform.app.applicationId}`
  for (const uri of [
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://example.com',
    ' java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/x',
  ])
    assert.equal((await ann.patch(path, { redirect_uris: [uri] })).status, 400, uri)
  const redirect_uris = ['guildhall-42:/authorize/callback', 'mygame:/back', 'https://example.com/back']
  assert.equal((await ann.patch(path, { redirect_uris })).status, 200)
})
