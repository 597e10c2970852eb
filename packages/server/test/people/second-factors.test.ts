/** Second factors: an authenticator app, backup codes, passkeys, fresh factors, and guilds and operators that ask. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits, GuildMFALevel } from 'discord.js'
import { MailServer } from '../support/mail-server.ts'
import { Passkey } from '../support/passkey.ts'
import { startPlatform } from '../support/platform.ts'
import { codeOf } from '../support/totp.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const PASSWORD = 'correct horse battery'

const start = (options: object = {}) =>
  startPlatform({
    world: {
      users: { ann: { password: PASSWORD, email: 'ann@example.com' }, bob: { password: PASSWORD } },
      applications: { app: { owner: 'bob', bot: {} } },
      guilds: {
        lab: {
          owner: 'ann',
          members: ['bob'],
          bots: { app: { permissions: String(Permission.MANAGE_CHANNELS | Permission.MANAGE_MESSAGES) } },
          roles: { mods: { permissions: String(Permission.MANAGE_CHANNELS | Permission.MANAGE_MESSAGES) } },
          channels: { general: {} },
        },
      },
    },
    ...options,
  })
type Platform = Awaited<ReturnType<typeof start>>
interface Body {
  token: string
  user_id: string
  ticket: string
  mfa: boolean | { ticket: string; methods: { type: string }[] }
  code: number
  totp: boolean
  backup: boolean
  webauthn: string | null
  challenge: string
  id: string
  name: string
  backup_codes: { user_id: string; code: string; consumed: boolean }[]
  nonce: string
  regenerate_nonce: string
  mfa_enabled: boolean
  mfa_level: number
  sms: boolean
  type: number
}

const as = (on: Platform, token: string) => api(on.api, token)
const login = (on: Platform, name: string) => api(on.api).post<Body>('/auth/login', { login: name, password: PASSWORD })
const verify = (on: Platform, kind: string, ticket: string, code: string) =>
  api(on.api).post<Body>(`/auth/mfa/${kind}`, { ticket, code })
const code = (steps = 0) => codeOf(SECRET, steps)

/** Signs a person in and sets up an authenticator app. The code is that of the step before. */
async function enrolled(on: Platform, name: string): Promise<Body> {
  const { body } = await login(on, name)
  const enabled = await as(on, body.token).post<Body>('/users/@me/mfa/totp/enable', {
    password: PASSWORD,
    secret: SECRET,
    code: await code(-1),
  })
  assert.equal(enabled.status, 200, JSON.stringify(enabled.body))
  return { ...enabled.body, user_id: body.user_id }
}

async function session(on: Platform, token: string): Promise<RawGateway> {
  const gateway = await RawGateway.connect(on.gateway)
  await gateway.identify({ token })
  return gateway
}

/** Returns a proof of a fresh factor for a session, from the refusal of a request that needs one. */
async function freshProof(on: Platform, token: string, refusal: Body, given: string): Promise<string> {
  assert.equal(refusal.code, 60003)
  const { ticket } = refusal.mfa as { ticket: string }
  const proven = await as(on, token).post<Body>('/mfa/finish', { ticket, mfa_type: 'totp', data: given })
  assert.equal(proven.status, 200, JSON.stringify(proven.body))
  return proven.body.token
}

const withProof = (proof: string) => ({ 'X-Discord-MFA-Authorization': proof })

describe('second factors', () => {
  test('an app is set up with the password, ends other sessions, and each code signs in once', async () => {
    await using platform = await start()
    const [first, other] = [await login(platform, 'ann'), await login(platform, 'ann')]
    const ann = as(platform, first.body.token)
    const enable = (body: object) => ann.post<Body>('/users/@me/mfa/totp/enable', body)
    assert.equal((await enable({ password: 'wrong' })).body.code, 50035)
    assert.equal((await enable({ password: PASSWORD })).body.code, 60005)
    assert.equal((await enable({ password: PASSWORD, secret: 'short', code: '123456' })).body.code, 60005)
    assert.equal((await enable({ password: PASSWORD, secret: SECRET, code: '000000x' })).body.code, 60008)
    const enabled = await enable({ password: PASSWORD, secret: SECRET, code: await code(-1) })
    assert.equal(enabled.status, 200)
    assert.equal(enabled.body.backup_codes.length, 10)
    assert.equal((await as(platform, other.body.token).get('/users/@me')).status, 401)
    const me = await as(platform, enabled.body.token).get<Body>('/users/@me')
    assert.equal(me.body.mfa_enabled, true)
    const again = await as(platform, enabled.body.token).post<Body>('/users/@me/mfa/totp/enable', {
      password: PASSWORD,
      secret: SECRET,
      code: await code(1),
    })
    assert.equal(again.body.code, 60001)

    const waiting = await login(platform, 'ann')
    const { mfa, totp, backup, sms, webauthn, token, ticket } = waiting.body
    assert.deepEqual([mfa, totp, backup, sms, webauthn, token], [true, true, true, false, null, undefined])
    assert.equal((await verify(platform, 'totp', ticket, '000000')).body.code, 60008)
    assert.equal((await verify(platform, 'totp', 'another', await code())).body.code, 60006)
    const used = await code()
    const both = await Promise.all(Array.from({ length: 5 }, () => verify(platform, 'totp', ticket, used)))
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
    const signedIn = both.find(({ status }) => status === 200)
    assert.deepEqual(Object.keys(signedIn?.body ?? {}).sort(), ['token', 'user_id'])
    const next = await login(platform, 'ann')
    assert.equal((await verify(platform, 'totp', next.body.ticket, used)).body.code, 60008)
    assert.equal((await verify(platform, 'totp', next.body.ticket, await code(1))).status, 200)
    assert.equal((await verify(platform, 'totp', next.body.ticket, await code(1))).body.code, 60006)
  })

  test('each backup code signs in once; a key by mail or a fresh factor shows and renews them', async () => {
    const mail = await MailServer.start()
    const settings = { smtp_url: mail.url, mail_from: 'hall@chat.example' }
    await using platform = await start({ settings })
    const { token, backup_codes: codes, user_id } = await enrolled(platform, 'ann')
    const [spare = '', second = ''] = codes.map((one) => one.code)
    assert.match(spare, /^[a-z0-9]{8}$/)
    const first = await login(platform, 'ann')
    assert.equal((await verify(platform, 'backup', first.body.ticket, spare.toUpperCase())).status, 200)
    const next = await login(platform, 'ann')
    assert.equal((await verify(platform, 'backup', next.body.ticket, spare)).body.code, 60008)
    assert.equal((await verify(platform, 'totp', next.body.ticket, second)).status, 200)

    const ann = as(platform, token)
    const wrong = await ann.post<Body>('/auth/verify/view-backup-codes-challenge', { password: 'wrong' })
    assert.equal(wrong.status, 400)
    const asked = await ann.post<Body>('/auth/verify/view-backup-codes-challenge', { password: PASSWORD })
    const { nonce, regenerate_nonce } = asked.body
    const key = /\n([a-z0-9]{8})\r?\n/.exec((await mail.mailsTo('ann@example.com')).at(-1)?.source ?? '')?.[1]
    const show = (body: object, proof?: string) =>
      ann.post<Body>('/users/@me/mfa/codes-verification', body, proof === undefined ? {} : withProof(proof))
    assert.equal((await show({ nonce, key: 'wrong' })).body.code, 60008)
    assert.equal((await show({ nonce, key, regenerate: true })).body.code, 60006)
    const shown = await show({ nonce, key, regenerate: false })
    assert.deepEqual(
      shown.body.backup_codes.map(({ consumed }) => consumed),
      [true, true, ...Array.from({ length: 8 }, () => false)],
    )
    assert.equal(shown.body.backup_codes[0]?.user_id, user_id)
    assert.equal((await show({ nonce, key })).body.code, 60006)
    const refused = await ann.post<Body>('/users/@me/mfa/totp/disable')
    const proof = await freshProof(platform, token, refused.body, await code())
    const renewed = await show({ nonce: regenerate_nonce, regenerate: true }, proof)
    assert.equal(renewed.body.backup_codes.filter(({ consumed }) => !consumed).length, 10)
    await mail.leave()
  })

  test('of wrong codes that are sent at once, five are looked at for one ticket, and ten for a person', async () => {
    await using platform = await start()
    await enrolled(platform, 'ann')
    const tickets = await Promise.all(Array.from({ length: 3 }, () => login(platform, 'ann')))
    const codesOf = async (ticket: string) => {
      const sent = await Promise.all(Array.from({ length: 8 }, () => verify(platform, 'totp', ticket, '000000')))
      return sent.map(({ status, body }) => (status === 429 ? status : body.code)).sort()
    }
    const [first, second, third] = tickets.map(({ body }) => body.ticket)
    assert.deepEqual(await codesOf(first ?? ''), [60006, 60006, 60006, 60008, 60008, 60008, 60008, 60008])
    const both = await Promise.all([codesOf(second ?? ''), codesOf(third ?? '')])
    assert.equal(both.flat().filter((code) => code === 60008).length, 5)
  })

  test('ten wrong codes in 15 minutes are enough, and five for one ticket', async () => {
    await using platform = await start()
    await enrolled(platform, 'ann')
    const first = await login(platform, 'ann')
    for (let attempt = 0; attempt < 5; attempt += 1)
      assert.equal((await verify(platform, 'totp', first.body.ticket, '000000')).body.code, 60008)
    assert.equal((await verify(platform, 'totp', first.body.ticket, await code())).body.code, 60006)
    const second = await login(platform, 'ann')
    for (let attempt = 0; attempt < 5; attempt += 1)
      assert.equal((await verify(platform, 'totp', second.body.ticket, '000000')).body.code, 60008)
    const third = await login(platform, 'ann')
    assert.equal((await verify(platform, 'totp', third.body.ticket, await code())).status, 429)
    await platform.clock.advance(15 * 60_000 + 1)
    const fourth = await login(platform, 'ann')
    assert.equal((await verify(platform, 'totp', fourth.body.ticket, await code())).status, 200)
  })

  test('marked routes need a fresh factor of people who have one, for five minutes of that session', async () => {
    await using platform = await start()
    const made = await as(platform, platform.bob.token).post<Body>('/guilds', { name: 'without a factor' })
    assert.equal((await as(platform, platform.bob.token).delete(`/guilds/${made.body.id}`)).status, 204)
    const { token } = await enrolled(platform, 'ann')
    const ann = as(platform, token)
    const guild = await ann.post<Body>('/guilds', { name: 'with a factor' })
    const path = `/guilds/${guild.body.id}`
    const refused = await ann.delete<Body>(path)
    assert.equal(refused.status, 401)
    const { methods, ticket } = refused.body.mfa as { ticket: string; methods: unknown[] }
    assert.deepEqual(methods, [{ type: 'totp', backup_codes_allowed: true }, { type: 'backup' }])
    const foreign = await as(platform, platform.bob.token).post<Body>('/mfa/finish', {
      ticket,
      mfa_type: 'totp',
      data: await code(),
    })
    assert.equal(foreign.body.code, 60006)
    const proof = await freshProof(platform, token, refused.body, await code())
    assert.equal((await ann.delete(path, undefined, withProof('another'))).status, 401)
    await platform.clock.advance(5 * 60_000 + 1)
    assert.equal((await ann.delete(path, undefined, withProof(proof))).status, 401)
    const later = await freshProof(platform, token, (await ann.delete<Body>(path)).body, await code(1))
    assert.equal((await ann.delete(path, undefined, withProof(later))).status, 204)
    const disabled = await ann.post<Body>('/users/@me/mfa/totp/disable', undefined, withProof(later))
    assert.equal(disabled.status, 200)
    assert.equal((await ann.get('/users/@me')).status, 401)
    assert.equal((await as(platform, disabled.body.token).get<Body>('/users/@me')).body.mfa_enabled, false)
    assert.equal(typeof (await login(platform, 'ann')).body.token, 'string')
  })

  test('a passkey is a second factor, and signs in without a password', async () => {
    await using platform = await start()
    const { body } = await login(platform, 'ann')
    const ann = as(platform, body.token)
    const origin = platform.url.replace('127.0.0.1', 'localhost')
    const passkey = new Passkey(origin)
    const credentials = '/users/@me/mfa/webauthn/credentials'
    const asked = await ann.post<Body>(credentials, {})
    assert.equal(asked.status, 200, JSON.stringify(asked.body))
    const [watching, foreign] = [await session(platform, body.token), await session(platform, platform.bob.token)]
    const credential = passkey.register(asked.body.challenge)
    const added = await ann.post<Body>(credentials, { name: 'My key', ticket: asked.body.ticket, credential })
    assert.equal(added.status, 200, JSON.stringify(added.body))
    assert.deepEqual([added.body.type, added.body.name, added.body.backup_codes.length], [1, 'My key', 10])
    assert.equal((await ann.get<Body>('/users/@me')).body.mfa_enabled, true)
    const { id } = added.body
    assert.deepEqual((await watching.next('AUTHENTICATOR_CREATE')).d, { id, type: 1, name: 'My key' })
    assert.deepEqual((await ann.get(credentials)).body, [{ id, type: 1, name: 'My key' }])

    const waiting = await login(platform, 'ann')
    assert.deepEqual([waiting.body.totp, waiting.body.backup], [false, true])
    const answer = passkey.answer(waiting.body.webauthn ?? '')
    assert.equal((await verify(platform, 'webauthn', waiting.body.ticket, answer)).status, 200)

    const conditional = () => api(platform.api).post<Body>('/auth/conditional/start')
    const finish = (ticket: string, response: string) =>
      api(platform.api).post<Body>('/auth/conditional/finish', { ticket, credential: response })
    const one = (await conditional()).body
    const signed = await finish(one.ticket, passkey.answer(one.challenge))
    assert.deepEqual([signed.status, signed.body.user_id], [200, body.user_id])
    // A challenge is single; a response to another one does not fit.
    assert.equal((await finish(one.ticket, passkey.answer(one.challenge))).body.code, 60006)
    const [two, three] = [(await conditional()).body, (await conditional()).body]
    assert.equal((await finish(two.ticket, passkey.answer(three.challenge))).body.code, 60008)
    assert.equal((await finish(two.ticket, passkey.answer(two.challenge))).body.code, 60006)
    const unverified = passkey.answer(three.challenge, { isVerified: false })
    assert.equal((await finish(three.ticket, unverified)).body.code, 60008)

    passkey.counter = 1
    const copied = (await conditional()).body
    assert.equal((await finish(copied.ticket, passkey.answer(copied.challenge))).body.code, 60008)
    passkey.counter = 100

    const refused = await ann.delete<Body>(`${credentials}/${id}`)
    const { ticket, methods } = refused.body.mfa as { ticket: string; methods: { type: string; challenge: string }[] }
    const proven = await ann.post<Body>('/mfa/finish', {
      ticket,
      mfa_type: 'webauthn',
      data: passkey.answer(methods.find(({ type }) => type === 'webauthn')?.challenge ?? ''),
    })
    const proof = withProof(proven.body.token)
    const renamed = await ann.patch<Body>(`${credentials}/${id}`, { name: 'Old key' }, proof)
    assert.deepEqual(renamed.body, { id, type: 1, name: 'Old key' })
    assert.deepEqual((await watching.next('AUTHENTICATOR_UPDATE')).d, renamed.body)
    assert.equal((await ann.delete(`${credentials}/1`, undefined, proof)).status, 404)
    const deletes = async () => assert.equal((await ann.delete(`${credentials}/${id}`, undefined, proof)).status, 204)
    await foreign.none('AUTHENTICATOR_DELETE', deletes)
    assert.equal((await ann.get<Body>('/users/@me')).body.mfa_enabled, false)
    assert.deepEqual((await watching.next('AUTHENTICATOR_DELETE')).d, { id, type: 1 })
    await Promise.all([watching.close(), foreign.close()])
  })

  test('a guild of level 1 gives elevated permissions only with a second factor; a bot has that of its owner', async () => {
    await using platform = await start()
    const guild = platform.world?.guilds.lab
    const role = guild?.roles.mods?.id
    const path = `/guilds/${guild?.id}`
    const bob = as(platform, platform.bob.token)
    const botToken = platform.world?.applications.app?.bot?.token ?? ''
    const bot = api(platform.api, `Bot ${botToken}`)
    const withoutFactor = as(platform, platform.ann.token)
    assert.equal((await withoutFactor.post<Body>(`${path}/mfa`, { level: 1 })).body.code, 60003)
    await withoutFactor.put(`${path}/members/${platform.bob.id}/roles/${role}`)
    const { token } = await enrolled(platform, 'ann')
    const ann = as(platform, token)
    const refused = await ann.post<Body>(`${path}/mfa`, { level: 1 })
    const proof = withProof(await freshProof(platform, token, refused.body, await code()))
    assert.equal((await bob.post<Body>(`${path}/mfa`, { level: 1 })).body.code, 50013)
    assert.equal((await bob.post(`${path}/channels`, { name: 'before' })).status, 201)
    const raised = await ann.post<Body>(`${path}/mfa`, { level: 1 }, proof)
    assert.deepEqual([raised.status, raised.body], [200, { level: 1 }])
    assert.equal((await ann.get<Body>(path)).body.mfa_level, 1)
    const channel = guild?.channels.general?.id
    const message = await ann.post<Body>(`/channels/${channel}/messages`, { content: 'of ann' })
    const invite = await ann.post<Body>(`/channels/${channel}/invites`)
    const overwrite = { type: 1, allow: String(Permission.MANAGE_CHANNELS | Permission.MANAGE_WEBHOOKS), deny: '0' }
    for (const id of [platform.bob.id, platform.world?.applications.app?.id])
      assert.equal((await ann.put(`/channels/${channel}/permissions/${id}`, overwrite)).status, 204)
    for (const caller of [bob, bot]) {
      const created = await caller.post<Body>(`${path}/channels`, { name: 'during' })
      assert.deepEqual([created.status, created.body.code], [401, 60003])
      const deleted = await caller.delete<Body>(`/channels/${channel}/messages/${message.body.id}`)
      assert.deepEqual([deleted.status, deleted.body.code], [401, 60003])
      // The overwrite of the channel alone permits these.
      for (const own of [
        await caller.patch<Body>(`${path}/channels`, [{ id: channel, position: 3 }]),
        await caller.get<Body>(`/channels/${channel}/webhooks`),
        await caller.delete<Body>(`/invites/${invite.body.code}`),
      ])
        assert.deepEqual([own.status, own.body.code], [401, 60003])
      // A caller who lacks the permission itself hears of that.
      assert.equal((await caller.put<Body>(`${path}/bans/${platform.ann.id}`, {})).body.code, 50013)
      assert.equal((await caller.post(`/channels/${channel}/messages`, { content: 'plain' })).status, 200)
    }
    await enrolled(platform, 'bob')
    assert.equal((await bot.post(`${path}/channels`, { name: 'after' })).status, 201)
  })

  test('a bot of discord.js acts in a guild of level 1 while its owner has a factor, and not before or after', async () => {
    await using platform = await start()
    const guildId = platform.world?.guilds.lab?.id ?? ''
    const ann = await enrolled(platform, 'ann')
    const owner = as(platform, ann.token)
    const refused = await owner.post<Body>(`/guilds/${guildId}/mfa`, { level: 1 })
    const proof = withProof(await freshProof(platform, ann.token, refused.body, await code()))
    assert.equal((await owner.post(`/guilds/${guildId}/mfa`, { level: 1 }, proof)).status, 200)

    const token = platform.world?.applications.app?.bot?.token ?? ''
    const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: platform.api } })
    const ready = once(client, Events.ClientReady)
    await client.login(token)
    await ready
    const guild = await client.guilds.fetch(guildId)
    assert.equal(guild.mfaLevel, GuildMFALevel.Elevated)
    const acts = (name: string) => guild.channels.create({ name })
    // discord.js forgets its token at a 401, here as on the public platform.
    const isRefused = async (name: string) => {
      await assert.rejects(acts(name), { code: 60003, status: 401 })
      client.rest.setToken(token)
    }
    await isRefused('before')
    const bob = await enrolled(platform, 'bob')
    assert.equal((await acts('with a factor')).name, 'with-a-factor')
    const account = as(platform, bob.token)
    const asked = await account.post<Body>('/users/@me/mfa/totp/disable')
    const fresh = withProof(await freshProof(platform, bob.token, asked.body, await code()))
    assert.equal((await account.post('/users/@me/mfa/totp/disable', undefined, fresh)).status, 200)
    await isRefused('after')
    await client.destroy()
  })

  test('of two sign-ins with one code or one ticket at once, one succeeds', async () => {
    await using platform = await start()
    const { backup_codes: codes } = await enrolled(platform, 'bob')
    const ticket = async () => (await login(platform, 'bob')).body.ticket
    const statuses = async (...attempts: Promise<{ status: number }>[]) =>
      (await Promise.all(attempts)).map(({ status }) => status).sort()
    const [a, b, c] = [await ticket(), await ticket(), await ticket()]
    const step = await code()
    const sent = [a, b, c].map((one) => verify(platform, 'totp', one, step))
    assert.deepEqual(await statuses(...sent), [200, 400, 400], 'one step of an app')
    const [d, e] = [await ticket(), await ticket()]
    const backup = codes[0]?.code ?? ''
    const spent = [d, e].map((one) => verify(platform, 'backup', one, backup))
    assert.deepEqual(await statuses(...spent), [200, 400], 'one backup code')
    const single = await ticket()
    const uses = [1, 2, 3].map((number) => verify(platform, 'backup', single, codes[number]?.code ?? ''))
    assert.deepEqual(await statuses(...uses), [200, 400, 400], 'one ticket')
  })

  test('operators prove a second factor in their session, and a fresh one for what is grave', async () => {
    await using platform = await start()
    const key = api(platform.api, `Bearer ${platform.control.key}`)
    await key.patch(`/admin/users/${platform.ann.id}`, { role: 'owner' })
    const before = await as(platform, platform.ann.token).get<Body>('/admin/users')
    assert.deepEqual([before.status, before.body.code, before.body.mfa], [401, 60003, undefined])
    const { token } = await enrolled(platform, 'ann')
    const ann = as(platform, token)
    assert.equal((await ann.get('/admin/users')).status, 200)
    const refused = await ann.patch<Body>('/admin/settings', { name: 'Hall' })
    const proof = withProof(await freshProof(platform, token, refused.body, await code()))
    assert.equal((await ann.patch('/admin/settings', { name: 'Hall' }, proof)).status, 200)
    assert.equal((await ann.patch('/admin/settings', { operator_second_factor: false }, proof)).status, 200)
    // A link does not skip the second factor; an operator takes it away from who has lost it.
    const link = await key.post<{ url: string }>(`/admin/users/${platform.ann.id}/link`)
    const used = (url: string) => api(platform.api).post<Body>('/auth/link', { token: url.split('token=')[1] })
    assert.equal((await used(link.body.url)).body.mfa, true)
    assert.equal((await key.delete(`/admin/users/${platform.ann.id}/mfa`)).status, 204)
    assert.equal((await ann.get('/users/@me')).status, 401)
    const after = await key.post<{ url: string }>(`/admin/users/${platform.ann.id}/link`)
    const session = (await used(after.body.url)).body.token
    assert.equal((await as(platform, session).get('/admin/users')).status, 200)
    const log = await key.get<{ action: string }[]>('/admin/log?action=reset_factors')
    assert.equal(log.body.length, 1)
  })

  test('a lost password needs the second factor too', async () => {
    const mail = await MailServer.start()
    await using platform = await start({ settings: { smtp_url: mail.url, mail_from: 'hall@chat.example' } })
    await enrolled(platform, 'ann')
    await api(platform.api).post('/auth/forgot', { login: 'ann' })
    const token = await mail.tokenFor('ann@example.com')
    const reset = (more: object = {}) =>
      api(platform.api).post<Body>('/auth/reset', { token, password: 'quite another one', ...more })
    const waiting = await reset()
    assert.deepEqual([waiting.status, waiting.body.mfa, waiting.body.token], [200, true, undefined])
    const { ticket } = waiting.body
    assert.equal((await reset({ method: 'totp', ticket, code: '000000' })).body.code, 60008)
    const done = await reset({ method: 'totp', ticket, code: await code() })
    assert.deepEqual(Object.keys(done.body), ['token'])
    assert.equal((await as(platform, done.body.token).get('/users/@me')).status, 200)
    await mail.leave()
  })
})
