/** Operators: accounts that they make, roles, one-time links, suspension, and the log of all of it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import { operations } from '../../src/platform/operations.ts'
import { startPlatform } from '../support/platform.ts'

type Platform = Awaited<ReturnType<typeof start>>
const start = () =>
  startPlatform({
    world: { users: { ann: {}, bob: {} } },
    settings: { operator_second_factor: false },
    rateLimits: 'off',
  })

let platform: Platform
before(async () => {
  platform = await start()
})
after(() => platform.close())

interface Made {
  user: { id: string; username: string; state: string; role: string | null; email: string | null; sessions: number }
  url: string
}

const key = (on: Platform = platform) => api(on.api, `Bearer ${on.control.key}`)
const tokenOf = (url: string) => new URL(url).hash.replace('#token=', '')
const anyone = () => api(platform.api)

/** Makes a person and signs them in by their link. */
async function person(username: string, role: string | null = null, on: Platform = platform) {
  const made = await key(on).post<Made>('/admin/users', { username, role })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const used = await api(on.api).post<{ token: string; user_id: string }>('/auth/link', {
    token: tokenOf(made.body.url),
    password: `password of ${username}`,
  })
  assert.deepEqual([used.status, used.body.user_id], [200, made.body.user.id])
  return { id: made.body.user.id, token: used.body.token, api: api(on.api, used.body.token) }
}

test('an operator makes an account, and its person chooses a password by the link, once', async () => {
  const made = await key().post<Made>('/admin/users', { username: 'Carol', email: 'carol@example.com' })
  assert.equal(made.status, 201)
  const { user, url } = made.body
  assert.deepEqual([user.username, user.state, user.role, user.email], ['carol', 'active', null, 'carol@example.com'])
  assert.ok(url.startsWith(`${platform.url}/sign-in#token=`))
  const token = tokenOf(url)
  const without = await anyone().post<{ code: number; errors: { password: object } }>('/auth/link', { token })
  assert.deepEqual([without.status, without.code], [400, 50035])
  assert.ok(without.body.errors.password)
  const used = await anyone().post('/auth/link', { token, password: 'long enough' })
  assert.equal(used.status, 200)
  const again = await anyone().post<{ errors: { token: object } }>('/auth/link', { token, password: 'long enough' })
  assert.equal(again.code, 50035)
  assert.ok(again.body.errors.token)
  const login = await anyone().post<{ user_id: string }>('/auth/login', { login: 'carol', password: 'long enough' })
  assert.equal(login.body.user_id, user.id)
})

test('a link for a person with a password signs them in without one, and a newer link ends it', async () => {
  const dan = await person('dan')
  const first = await key().post<{ url: string; expires_at: string }>(`/admin/users/${dan.id}/link`)
  const second = await key().post<{ url: string }>(`/admin/users/${dan.id}/link`)
  assert.ok(Date.parse(first.body.expires_at) > Date.now() + 23 * 3_600_000)
  assert.equal((await anyone().post('/auth/link', { token: tokenOf(first.body.url) })).code, 50035)
  assert.equal((await anyone().post('/auth/link', { token: tokenOf(second.body.url) })).status, 200)
  const login = await anyone().post('/auth/login', { login: 'dan', password: 'password of dan' })
  assert.equal(login.status, 200)
})

test('a link ends after 24 hours of the platform clock', async () => {
  await using other = await start()
  const { body } = await key(other).post<Made>('/admin/users', { username: 'late' })
  await other.clock.advance(24 * 3_600_000)
  const used = await api(other.api).post('/auth/link', { token: tokenOf(body.url), password: 'long enough' })
  assert.equal(used.code, 50035)
})

test('ten uses of one link at once sign one in', async () => {
  await using other = await start()
  const { body } = await key(other).post<Made>('/admin/users', { username: 'eve' })
  const token = tokenOf(body.url)
  const uses = await Promise.all(
    Array.from({ length: 10 }, () => api(other.api).post('/auth/link', { token, password: 'long enough' })),
  )
  assert.deepEqual(uses.map(({ status }) => status).sort(), [200, ...Array(9).fill(400)])
})

test('a taken or faulty name is refused at username, and nothing is made', async () => {
  for (const username of ['ann', 'everyone', 'Ä b', 'a'.repeat(33)]) {
    const made = await key().post<{ errors?: { username?: object } }>('/admin/users', { username })
    assert.deepEqual([made.status, made.code], [400, 50035], username)
    assert.ok(made.body.errors?.username, username)
  }
  const twice = await Promise.all(
    Array.from({ length: 10 }, () => key().post('/admin/users', { username: 'once_only' })),
  )
  assert.equal(twice.filter(({ status }) => status === 201).length, 1)
})

test('every operation below /admin refuses people without a role, bots and strangers', async () => {
  const below = operations.filter(({ path }) => path.startsWith('/admin/'))
  assert.ok(below.length >= 9)
  const bob = platform.bob.token
  const bodies: Record<string, unknown> = {
    create_account: { username: 'mallory' },
    update_application_parent: { application_id: null },
    send_test_mail: { to: 'mallory@chat.example' },
    create_block: { kind: 'network', value: '192.0.2.0/24' },
    resolve_report: { action: 'dismiss' },
    update_raid_mode: { active: true },
  }
  for (const { id, method, path } of below) {
    const url = `${platform.api}/v10${path.replaceAll(/:\w+/g, platform.ann.id)}`
    const isForPeople = operations.some((one) => one.id === id && one.callers.includes('person'))
    for (const [authorization, statuses] of [
      [bob, [isForPeople ? 403 : 401]],
      [undefined, [401]],
    ] as const) {
      const response = await fetch(url, {
        method,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        ...(method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(bodies[id] ?? {}) }),
      })
      assert.ok(statuses.includes(response.status as never), `${id}: ${response.status} ${await response.text()}`)
    }
  }
  const people = await api(platform.api, bob).get<{ code: number }>('/admin/users')
  assert.deepEqual([people.status, people.code], [403, 50013])
})

test('roles: nobody acts on their equals, moderators give no roles, and only owners make owners', async () => {
  const owner = await person('olga', 'owner')
  const admin = await person('adam', 'admin')
  const moderator = await person('mo', 'moderator')
  const nobody = await person('ned')
  const role = (by: typeof owner, of: typeof owner, to: string | null) =>
    by.api.patch(`/admin/users/${of.id}`, { role: to }).then(({ status }) => status)
  assert.equal(await role(moderator, nobody, 'moderator'), 403)
  assert.equal(await role(admin, nobody, 'owner'), 403)
  assert.equal(await role(admin, owner, null), 403)
  assert.equal(await role(admin, nobody, 'moderator'), 200)
  assert.equal(await role(admin, nobody, null), 200)
  assert.equal((await moderator.api.post(`/admin/users/${admin.id}/ban`, {})).status, 403)
  assert.equal((await moderator.api.delete(`/admin/users/${admin.id}/sessions`)).status, 403)
  assert.equal((await moderator.api.post(`/admin/users/${admin.id}/link`)).status, 403)
  assert.equal((await moderator.api.get('/admin/log')).status, 403)
  assert.equal((await moderator.api.get('/admin/users')).status, 200)
})

test('the last owner stays, also when two owners demote each other at once', async () => {
  await using other = await start()
  const one = await person('one', 'owner', other)
  const last = await one.api.patch<{ errors: { role: object } }>(`/admin/users/${one.id}`, { role: null })
  assert.deepEqual([last.status, last.code], [400, 50035])
  assert.ok(last.body.errors.role)
  assert.equal((await key(other).post(`/admin/users/${one.id}/ban`, {})).code, 50035)
  const two = await person('two', 'owner', other)
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([
      one.api.patch(`/admin/users/${two.id}`, { role: null }),
      two.api.patch(`/admin/users/${one.id}`, { role: null }),
    ])
    const owners = await key(other).get<Made['user'][]>('/admin/users?role=owner')
    assert.ok(owners.body.length >= 1, 'an owner remains')
    for (const { id } of [one, two]) await key(other).patch(`/admin/users/${id}`, { role: 'owner' })
  }
})

test('a suspension ends sessions, tells its reason at sign-in, and is listed', async () => {
  const moderator = await person('mia', 'moderator')
  const rude = await person('rude')
  const session = await RawGateway.connect(platform.gateway)
  await session.identify({ token: rude.token, intents: 0 })
  const closed = session.closed
  const banned = await moderator.api.post(`/admin/users/${rude.id}/ban`, { duration_seconds: 60, reason: 'Insults' })
  assert.equal(banned.status, 204)
  assert.equal((await closed).code, 4004)
  assert.equal((await rude.api.get('/users/@me')).status, 401)
  const login = await anyone().post('/auth/login', { login: 'rude', password: 'password of rude' })
  assert.match(JSON.stringify(login.body), /banned: Insults/)
  const suspended = await moderator.api.get<Made['user'][]>('/admin/users?state=suspended')
  assert.deepEqual(
    suspended.body.map(({ username, state }) => [username, state]),
    [['rude', 'suspended']],
  )
  assert.equal((await moderator.api.delete(`/admin/users/${rude.id}/ban`)).status, 204)
  assert.equal((await rude.api.get('/users/@me')).status, 401)
  assert.equal((await anyone().post('/auth/login', { login: 'rude', password: 'password of rude' })).status, 200)
})

test('people are found by parts of their names and by id, page by page', async () => {
  const list = async (query: string) => {
    const { status, body } = await key().get<Made['user'][]>(`/admin/users?${query}`)
    assert.equal(status, 200)
    return body
  }
  const all = await list('')
  assert.deepEqual(await list(`query=${platform.ann.id}`), [all.find(({ id }) => id === platform.ann.id)])
  assert.deepEqual((await list('query=AN')).map(({ username }) => username).includes('ann'), true)
  assert.deepEqual(await list('query=%25'), [])
  assert.deepEqual(
    await list('query=_'),
    (await list('query=')).filter(({ username }) => username.includes('_')),
  )
  const pages = [...(await list('limit=2')), ...(await list(`limit=100&after=${all[1]?.id}`))]
  assert.deepEqual(pages, all)
  const one = await key().get<Made['user']>(`/admin/users/${platform.ann.id}`)
  assert.equal(one.body.username, 'ann')
  assert.equal((await key().get('/admin/users/1')).code, 10013)
})

test('no cache keeps a response to an operator, with a body or without one', async () => {
  const { id } = await person('uncached')
  const headers = { authorization: `Bearer ${platform.control.key}` }
  for (const [method, path] of [
    ['GET', `users/${id}`],
    ['DELETE', `users/${id}/sessions`],
    ['GET', 'users/1'],
  ]) {
    const response = await fetch(`${platform.api}/v10/admin/${path}`, { method: method ?? '', headers })
    assert.equal(response.headers.get('cache-control'), 'no-store', `${path}: ${response.status}`)
  }
})

test('signing a person out everywhere ends their sessions', async () => {
  const carl = await person('carl')
  assert.equal((await key().delete(`/admin/users/${carl.id}/sessions`)).status, 204)
  assert.equal((await carl.api.get('/users/@me')).status, 401)
})

test('the log has every action with actor, target and changes, newest first, and no secret', async () => {
  const admin = await person('ada', 'admin')
  const target = await person('tom')
  await admin.api.post(`/admin/users/${target.id}/ban`, { reason: 'Spam' })
  const log = await admin.api.get<
    { action: string; actor: unknown; target: string; reason: string | null; id: string }[]
  >(`/admin/log?target=${target.id}`)
  assert.deepEqual(
    log.body.map(({ action, actor, reason }) => [action, actor, reason]),
    [
      ['suspend', { user_id: admin.id }, 'Spam'],
      ['create', 'key', null],
    ],
  )
  assert.equal((await admin.api.get<unknown[]>('/admin/log?limit=1')).body.length, 1)
  const roles = await admin.api.get<{ changes: unknown }[]>(`/admin/log?action=role&target=${admin.id}`)
  assert.deepEqual(roles.body[0]?.changes, [{ key: 'role', old: null, new: 'admin' }])
  assert.ok(!JSON.stringify((await admin.api.get('/admin/log?limit=100')).body).includes('token='))
})

test('an operator sets an address right; one that somebody else has confirmed is refused', async () => {
  const [gus, hal] = [await person('gus'), await person('hal')]
  const change = (id: string, body: object) =>
    key().patch<Made['user'] & { verified: boolean }>(`/admin/users/${id}`, body)
  const set = await change(gus.id, { email: 'Gus@example.com' })
  assert.deepEqual([set.status, set.body.email, set.body.verified], [200, 'Gus@example.com', false])
  assert.equal((await change(gus.id, { verified: true })).body.verified, true)
  const login = await anyone().post<{ user_id: string }>('/auth/login', {
    login: 'gus@EXAMPLE.com',
    password: 'password of gus',
  })
  assert.equal(login.body.user_id, gus.id)
  const taken = await change(hal.id, { email: 'gus@example.com', verified: true })
  assert.equal(taken.code, 50035)
  assert.equal((await change(hal.id, { email: 'no address' })).code, 50035)
  assert.equal((await key().get<Made['user']>(`/admin/users/${hal.id}`)).body.email, null)
  const freed = await change(gus.id, { email: null })
  assert.deepEqual([freed.body.email, freed.body.verified], [null, true])
  const both = await Promise.all([gus, hal].map(({ id }) => change(id, { email: 'one@example.com', verified: true })))
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
  const log = await key().get<{ action: string; target: string }[]>('/admin/log?action=email&limit=100')
  assert.ok(log.body.length >= 4 && log.body.some(({ target }) => target === gus.id))
})

test('moderators note words about people below them, which only operators see; an address finds its holder', async () => {
  const [moderator, admin, kim] = [
    await person('nell', 'moderator'),
    await person('aron', 'admin'),
    await person('kim'),
  ]
  const note = (id: string, words: string | null, by = moderator) =>
    by.api.patch<{ note: string | null }>(`/admin/users/${id}`, { note: words })
  assert.equal((await note(kim.id, 'Asked for a refund')).body.note, 'Asked for a refund')
  assert.equal((await note(admin.id, 'a friend')).status, 403)
  assert.equal((await note(kim.id, 'x'.repeat(2_001))).status, 400)
  assert.equal((await note(kim.id, 'mine', kim)).status, 403)
  assert.ok(!('note' in (await kim.api.get<object>('/users/@me')).body))
  assert.equal((await moderator.api.patch(`/admin/users/${kim.id}`, { note: 'b', role: 'admin' })).status, 403)
  const log = await key().get<{ changes: unknown }[]>(`/admin/log?action=note&target=${kim.id}`)
  assert.deepEqual(
    log.body.map(({ changes }) => changes),
    [[{ key: 'note', old: false, new: true }]],
  )
  assert.equal((await note(kim.id, null)).body.note, null)
  await key().patch(`/admin/users/${kim.id}`, { email: 'kim@example.com', verified: true })
  const found = await moderator.api.get<Made['user'][]>('/admin/users?query=KIM@example.com')
  assert.deepEqual(
    found.body.map(({ id }) => id),
    [kim.id],
  )
})

test('owners replace the key, and of two replacements at once one key remains', async () => {
  await using own = await start()
  const admin = await person('adam', 'admin', own)
  assert.equal((await admin.api.post('/admin/key')).status, 403)
  const former = own.control.key
  const replace = () => api(own.api, `Bearer ${former}`).post<{ key: string }>('/admin/key')
  const made = await Promise.all([replace(), replace()])
  const keys = made.filter(({ status }) => status === 200).map(({ body }) => body.key)
  const works = async (given: string) => (await api(own.api, `Bearer ${given}`).get('/admin/users')).status === 200
  assert.equal(await works(former), false)
  const working = await Promise.all(keys.map(works))
  assert.deepEqual(working.filter(Boolean), [true])
})

test('guilds are listed by size, and one is deleted as its owner would delete it', async () => {
  await using own = await startPlatform({
    world: {
      users: { ann: {}, bob: {} },
      guilds: {
        small: { owner: 'ann', channels: { general: {} } },
        large: { owner: 'ann', members: ['bob'], channels: { general: {} } },
      },
    },
    settings: { operator_second_factor: false },
  })
  const write = await api(own.api, own.ann.token).post(`/channels/${own.large.general.id}/messages`, { content: 'hi' })
  assert.equal(write.status, 200)
  interface Size {
    id: string
    members: number
    messages: number
    owner_id: string
  }
  const { body } = await key(own).get<Size[]>('/admin/guilds')
  assert.deepEqual(
    body.map(({ id, members, messages, owner_id }) => [id, members, messages, owner_id]),
    [
      [own.large.id, 2, 1, own.ann.id],
      [own.small.id, 1, 0, own.ann.id],
    ],
  )
  const found = await key(own).get<Size[]>('/admin/guilds?query=SMA')
  assert.deepEqual(
    found.body.map(({ id }) => id),
    [own.small.id],
  )
  assert.equal((await key(own).get<Size[]>(`/admin/guilds?query=${own.large.id}`)).body.length, 1)
  assert.equal((await key(own).get<Size[]>('/admin/guilds?query=%25')).body.length, 0)
  const mod = await person('mod', 'moderator', own)
  assert.equal((await mod.api.delete(`/admin/guilds/${own.large.id}`)).code, 50013)
  const gateway = await RawGateway.connect(own.gateway)
  await gateway.identify({ token: own.bob.token, intents: 1 })
  const all = await Promise.all(Array.from({ length: 5 }, () => key(own).delete(`/admin/guilds/${own.large.id}`)))
  assert.deepEqual(all.map(({ status }) => status).sort(), [204, 404, 404, 404, 404])
  assert.equal((await gateway.next('GUILD_DELETE')).d.id, own.large.id)
  gateway.close()
  assert.equal((await api(own.api, own.ann.token).get(`/guilds/${own.large.id}`)).code, 10004)
})

test('the overview counts what the instance holds, for moderators too', async () => {
  await using own = await startPlatform({
    world: { users: { ann: {}, bob: {} }, guilds: { lab: { owner: 'ann', channels: { general: {} } } } },
    settings: { operator_second_factor: false, registration: 'approval', registration_challenge: false },
  })
  interface Overview {
    people: Record<string, number>
    guilds: number
    messages: number
    registrations_waiting: number
    findings: { check: string }[]
    disk_free_bytes: number
  }
  await api(own.api, own.ann.token).post(`/channels/${own.lab.general.id}/messages`, { content: 'hi' })
  await api(own.api).post('/auth/register', { username: 'waits', password: 'correct horse battery' })
  await key(own).post(`/admin/users/${own.bob.id}/ban`, {})
  const mod = await person('mod', 'moderator', own)
  const { status, body } = await mod.api.get<Overview>('/admin/overview')
  assert.equal(status, 200)
  assert.deepEqual(body.people, { active: 2, unverified: 0, pending: 1, suspended: 1 })
  assert.deepEqual([body.guilds, body.messages, body.registrations_waiting], [1, 1, 1])
  assert.deepEqual(
    body.findings.map(({ check }) => check),
    ['owner'],
  )
  assert.ok(body.disk_free_bytes > 0)
})
