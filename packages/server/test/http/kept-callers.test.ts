/** Callers, guilds and users that are kept in memory while many requests use them: every change counts at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, api } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

const REDIRECT = 'https://site.example/callback'
const world = {
  users: { ann: { password: 'correct horse' }, bob: { password: 'battery staple' } },
  applications: {
    app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] },
    site: { owner: 'ann', redirect_uris: [REDIRECT] },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '8' } },
      roles: { red: { permissions: '0' } },
      channels: { general: {} },
    },
  },
}

async function start() {
  const platform = await startPlatform({ rateLimits: 'off', world })
  const filled = platform.world ?? assert.fail()
  const anonymous = api(platform.api)
  const as = (token: string) => api(platform.api, token)
  const signIn = async (login: string, password: string) =>
    (await anonymous.post<{ token: string }>('/auth/login', { login, password })).body.token
  const guild = filled.guilds.lab ?? assert.fail()
  return {
    platform,
    filled,
    as,
    signIn,
    anonymous,
    guildPath: `/guilds/${guild.id}`,
    messages: `/channels/${guild.channels.general?.id}/messages`,
    [Symbol.asyncDispose]: () => platform.close(),
  }
}

type Stage = Awaited<ReturnType<typeof start>>

/** Runs a task while eight loops of requests keep a caller, and returns how many requests they made. */
async function whileBusy(caller: Api, path: string, task: () => Promise<void>): Promise<void> {
  let over = false
  let made = 0
  const loops = Array.from({ length: 8 }, async () => {
    while (!over) {
      await caller.get(path)
      made += 1
    }
  })
  while (made < 16) await new Promise((resolve) => setImmediate(resolve))
  try {
    await task()
  } finally {
    over = true
    await Promise.all(loops)
  }
}

/** Revokes a token while it is in use. From the response on, no request with it is carried out. */
async function assertRevoked(name: string, stage: Stage, token: string, revoke: () => Promise<{ status: number }>) {
  const caller = stage.as(token)
  assert.equal((await caller.get('/users/@me')).status, 200, name)
  await whileBusy(caller, '/users/@me', async () => {
    const { status } = await revoke()
    assert.ok(status < 300, `${name}: ${status}`)
    const after = await Promise.all([
      ...Array.from({ length: 10 }, () => caller.get('/users/@me')),
      caller.get(stage.guildPath),
      ...Array.from({ length: 5 }, () => caller.post(stage.messages, { content: name })),
    ])
    assert.deepEqual([...new Set(after.map(({ status }) => status))], [401], name)
  })
}

test('a revoked token is refused at once, whoever uses it at the time', async () => {
  await using stage = await start()
  const { filled, as, signIn, anonymous } = stage
  const ann = as(filled.users.ann?.token ?? '')
  const app = filled.applications.app ?? assert.fail()
  const one = await signIn('bob', 'battery staple')
  await assertRevoked('logout', stage, one, () => as(one).post('/auth/logout', {}))
  const [two, three] = [await signIn('bob', 'battery staple'), await signIn('bob', 'battery staple')]
  const sessions = await as(two).get<{ user_sessions: { id_hash: string }[] }>('/auth/sessions')
  const hashes = sessions.body.user_sessions.map(({ id_hash }) => id_hash)
  await assertRevoked('another session ends it', stage, two, () =>
    as(three).post('/auth/sessions/logout', { session_id_hashes: hashes }),
  )
  const four = await signIn('bob', 'battery staple')
  const change = { password: 'battery staple', new_password: 'new staple' }
  await assertRevoked('a new password', stage, four, () => as(four).patch('/users/@me', change))
  await assertRevoked('a new bot token', stage, `Bot ${app.bot?.token}`, () =>
    ann.post(`/applications/${app.id}/bot/reset`),
  )
  const five = await signIn('bob', 'new staple')
  const site = filled.applications.site ?? assert.fail()
  const granted = async () => {
    const query = new URLSearchParams({
      client_id: site.id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'identify guilds',
    })
    const consent = await as(five).post<{ location: string }>(`/oauth2/authorize?${query}`, { authorize: true })
    const code = new URL(consent.body.location).searchParams.get('code') ?? ''
    const secret = (site as { client_secret?: string }).client_secret ?? ''
    const form = { client_id: site.id, client_secret: secret, redirect_uri: REDIRECT }
    const grant = new URLSearchParams({ ...form, grant_type: 'authorization_code', code })
    const tokens = await anonymous.post<{ access_token: string }>('/oauth2/token', grant)
    return { token: tokens.body.access_token, form }
  }
  const first = await granted()
  await assertRevokedBearer('a revoked OAuth2 token', first.token, () =>
    anonymous.post('/oauth2/token/revoke', new URLSearchParams({ ...first.form, token: first.token })),
  )
  const second = await granted()
  await assertRevokedBearer('a removed application', second.token, () => as(five).delete(`/oauth2/tokens/${site.id}`))

  async function assertRevokedBearer(name: string, token: string, revoke: () => Promise<{ status: number }>) {
    const caller = as(`Bearer ${token}`)
    assert.equal((await caller.get('/users/@me')).status, 200, name)
    await whileBusy(caller, '/users/@me', async () => {
      assert.ok((await revoke()).status < 300, name)
      const after = await Promise.all(Array.from({ length: 10 }, () => caller.get('/users/@me')))
      assert.deepEqual([...new Set(after.map(({ status }) => status))], [401], name)
    })
  }
})

test('a changed user or guild is in every response that is asked for afterwards', async () => {
  await using stage = await start()
  const { filled, as, guildPath } = stage
  const [ann, bob] = [as(filled.users.ann?.token ?? ''), as(filled.users.bob?.token ?? '')]
  const bot = as(`Bot ${filled.applications.app?.bot?.token}`)
  const role = filled.guilds.lab?.roles.red?.id
  for (let round = 0; round < 5; round += 1) {
    await whileBusy(bob, '/users/@me', async () => {
      assert.equal((await bob.patch('/users/@me', { global_name: `Bob ${round}` })).status, 200)
      const users = await Promise.all(Array.from({ length: 5 }, () => bob.get<{ global_name: string }>('/users/@me')))
      assert.deepEqual([...new Set(users.map(({ body }) => body.global_name))], [`Bob ${round}`])
    })
    await whileBusy(bot, guildPath, async () => {
      assert.equal((await ann.patch(guildPath, { name: `Lab ${round}` })).status, 200)
      assert.equal((await ann.patch(`${guildPath}/roles/${role}`, { name: `red ${round}` })).status, 200)
      assert.equal((await ann.post(`${guildPath}/emojis`, { name: `e${round}`, image: PIXEL })).status, 201)
      type Guild = { name: string; roles: { id: string; name: string }[]; emojis: unknown[] }
      const guilds = await Promise.all([ann, bob, bot].map((caller) => caller.get<Guild>(guildPath)))
      for (const { body } of guilds) {
        assert.equal(body.name, `Lab ${round}`)
        assert.equal(body.roles.find(({ id }) => id === role)?.name, `red ${round}`)
        assert.equal(body.emojis.length, round + 1)
      }
    })
  }
})

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a member who loses a permission, or leaves, is refused at once in each channel that they use', async () => {
  await using stage = await start()
  const { filled, as, guildPath, messages } = stage
  const [ann, bob] = [as(filled.users.ann?.token ?? ''), as(filled.users.bob?.token ?? '')]
  const bobId = filled.users.bob?.id ?? ''
  const channelPath = messages.replace('/messages', '')
  const statuses = async () => {
    const all = await Promise.all([
      ...Array.from({ length: 5 }, () => bob.post<{ code?: number }>(messages, { content: 'x' })),
      ...Array.from({ length: 5 }, () => bob.get<{ code?: number }>(messages)),
    ])
    return [...new Set(all.map(({ status, code }) => `${status} ${code ?? ''}`.trim()))]
  }
  await whileBusy(bob, messages, async () => {
    assert.deepEqual(await statuses(), ['200'])
    const overwrite = `${channelPath}/permissions/${bobId}`
    assert.equal((await ann.put(overwrite, { type: 1, deny: String(1 << 10) })).status, 204)
    assert.deepEqual(await statuses(), ['403 50001'])
    assert.equal((await ann.delete(overwrite)).status, 204)
    assert.deepEqual(await statuses(), ['200'])
    assert.equal((await ann.delete(`${guildPath}/members/${bobId}`)).status, 204)
    assert.deepEqual(await statuses(), ['403 50001'])
  })
  assert.equal((await ann.delete(channelPath)).status, 200)
  assert.deepEqual([(await ann.get(messages)).status, (await ann.post(messages, { content: 'x' })).status], [404, 404])
})
