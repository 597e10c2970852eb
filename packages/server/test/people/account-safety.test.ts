/** Notices of sign-ins, effects of a new password, and mails over a restart of the platform. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { api, RawGateway, spawnPlatform } from '@guildhall/testing'
import { MailServer } from '../support/mail-server.ts'
import { startPlatform } from '../support/platform.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'correct horse battery'
const start = (settings: object) =>
  startPlatform({
    world: {
      users: { ann: { password: PASSWORD, email: 'ann@chat.example' }, bob: {} },
      applications: { app: { owner: 'ann', bot: {} } },
    },
    settings: { mail_from: 'hall@chat.example', operator_second_factor: false, ...settings },
    trustProxy: ['loopback'],
  })

describe('safety of accounts', () => {
  let mail: MailServer
  let platform: Awaited<ReturnType<typeof start>>
  before(async () => {
    mail = await MailServer.start()
    platform = await start({ smtp_url: mail.url })
  })
  after(async () => {
    await platform?.close()
    await mail?.leave()
  })

  /** Signs ann in from a place, and uses the session. */
  async function signIn(address: string, browser: string): Promise<string> {
    const headers = { 'x-forwarded-for': address, 'user-agent': browser }
    const login = await fetch(`${platform.api}/v10/auth/login`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'ann', password: PASSWORD }),
    })
    const { token } = (await login.json()) as { token: string }
    const used = await fetch(`${platform.api}/v10/users/@me`, { headers: { ...headers, authorization: token } })
    assert.equal(used.status, 200)
    return token
  }

  test('a sign-in from another network or browser is mailed, a known one and the first one are not', async () => {
    await signIn('192.0.2.7', 'Browser A')
    await signIn('192.0.2.9', 'Browser A')
    await signIn('198.51.100.7', 'Browser B')
    await mail.mailsTo('ann@chat.example', 1)
    await signIn('198.51.100.7', 'Browser B')
    await signIn('2001:db8::1', 'Browser A')
    const mails = await mail.mailsTo('ann@chat.example', 2)
    assert.equal(mails.length, 2)
    assert.deepEqual(
      mails.map(({ source }) => /a new sign-in/.test(source) && /198\.51\.100\.7|2001:db8:/.test(source)),
      [true, true],
    )
  })

  test('a new password ends sessions, gateway connections and tokens of applications', async () => {
    const token = await signIn('192.0.2.7', 'Browser A')
    const gateway = await RawGateway.connect(platform.gateway)
    await gateway.identify({ token })
    const { closed } = gateway
    const app = platform.world?.applications.app
    const basic = Buffer.from(`${app?.id}:${app?.client_secret}`).toString('base64')
    const granted = await fetch(`${platform.api}/v10/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'identify' }),
    })
    const bearer = `Bearer ${((await granted.json()) as { access_token: string }).access_token}`
    const ofApplication = () => api(platform.api, bearer).get('/users/@me')
    assert.equal((await ofApplication()).status, 200)
    await api(platform.api).post('/auth/forgot', { login: 'ann' })
    const link = await mail.tokenFor('ann@chat.example', 3)
    const reset = await api(platform.api).post('/auth/reset', { token: link, password: 'quite another one' })
    assert.equal(reset.status, 200)
    assert.equal((await closed).code, 4004)
    assert.equal((await api(platform.api, token).get('/users/@me')).status, 401)
    assert.equal((await ofApplication()).status, 401)
  })

  test('POST /guilds refuses people without a role while guild_creation is operators', async () => {
    const key = api(platform.api, `Bearer ${platform.control.key}`)
    const bob = api(platform.api, platform.bob.token)
    assert.equal((await key.patch('/admin/settings', { guild_creation: 'operators' })).status, 200)
    const refused = await bob.post('/guilds', { name: 'Mine' })
    assert.deepEqual([refused.status, refused.code], [403, 50013])
    await key.patch(`/admin/users/${platform.bob.id}`, { role: 'moderator' })
    assert.equal((await bob.post('/guilds', { name: 'Ours' })).status, 201)
  })

  test('mails wait over restarts while the mail server is away or slow: none is lost, none is doubled', async () => {
    const data = await mkdtemp(join(tmpdir(), 'guildhall-restart-'))
    const env = {
      GUILDHALL_SMTP_URL: mail.url,
      GUILDHALL_MAIL_FROM: 'hall@chat.example',
      GUILDHALL_REGISTRATION: 'open',
      GUILDHALL_REGISTRATION_EMAIL: 'verified',
      GUILDHALL_REGISTRATION_CHALLENGE: 'false',
    }
    const run = () => spawnPlatform({ data, env, args: ['--demo'] })
    const register = async (on: { api: string }, name: string) => {
      const body = { username: name, password: PASSWORD, email: `${name}@restart.example` }
      assert.equal((await api(on.api).post('/auth/register', body)).status, 202)
    }
    try {
      await mail.leave()
      await using first = await run()
      await register(first, 'away')
      await first.stop()
      await mail.comeBack()
      const accepted = Promise.withResolvers<void>()
      await using second = await run()
      await second.clock.forward(3_600_000)
      await mail.mailsTo('away@restart.example')
      mail.held = accepted.promise
      const offered = mail.offered
      await register(second, 'slow')
      await until('the mail is being sent', async () => mail.offered > offered)
      const stopping = second.stop()
      accepted.resolve()
      await stopping
      await using third = await run()
      await third.clock.forward(3_600_000)
      await register(third, 'last')
      await mail.mailsTo('last@restart.example')
      await third.stop()
      const counts = ['away', 'slow', 'last'].map(
        (name) => mail.received.filter(({ to }) => to === `${name}@restart.example`).length,
      )
      assert.deepEqual(counts, [1, 1, 1])
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  })
})
