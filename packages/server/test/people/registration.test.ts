/** People register in each mode, confirm their address, and get a new password; operators decide. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import { MailServer } from '../support/mail-server.ts'
import { startPlatform } from '../support/platform.ts'
import { startWithRows } from '../support/rows.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'correct horse battery'
const HOUR_MS = 3_600_000
type Settings = Readonly<Record<string, unknown>>
type Platform = Awaited<ReturnType<typeof startPlatform>>

const start = (settings: Settings = {}, options: object = {}) =>
  startPlatform({ world: { users: { ann: {} }, guilds: { lab: { owner: 'ann' } } }, settings, ...options })
const key = (on: Platform) => api(on.api, `Bearer ${on.control.key}`)
const anyone = (on: Platform) => api(on.api)

interface Signed {
  token: string
  user_id: string | null
  state?: string
  errors?: Record<string, { _errors: { code: string }[] }>
}

const register = (on: Platform, username: string, more: object = {}) =>
  anyone(on).post<Signed>('/auth/register', { username, password: PASSWORD, ...more })
const login = (on: Platform, name: string, password = PASSWORD) =>
  anyone(on).post<Signed>('/auth/login', { login: name, password })
const faultAt = ({ body }: { body: Signed }, field: string) => body.errors?.[field]?._errors[0]?.code
const change = async (on: Platform, settings: Settings) => {
  const changed = await key(on).patch('/admin/settings', settings)
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
}

/** Sends a request four times at once, as tabs do. */
const atOnce = <T>(send: () => Promise<T>) => Promise.all([send(), send(), send(), send()])

/** Does the work of a challenge, as the page does. */
async function answer(on: Platform): Promise<string> {
  const { body } = await anyone(on).get<{ challenge: string; salt: string; maxnumber: number }>('/auth/challenge')
  for (let number = 0; number <= body.maxnumber; number += 1) {
    if (createHash('sha256').update(`${body.salt}${number}`).digest('hex') === body.challenge)
      return Buffer.from(JSON.stringify({ ...body, number })).toString('base64')
  }
  throw new Error('no number fits')
}

describe('registration', () => {
  let mail: MailServer
  before(async () => {
    mail = await MailServer.start()
  })
  after(() => mail.leave())
  const withMail = (settings: Settings, options: object = {}) =>
    start({ smtp_url: mail.url, mail_from: 'hall@chat.example', registration_challenge: false, ...settings }, options)

  test('is closed until an operator opens it', async () => {
    await using platform = await start()
    const form = await anyone(platform).get<{ mode: string; email: string }>('/auth/registration')
    assert.deepEqual([form.body.mode, form.body.email], ['closed', 'none'])
    const refused = await register(platform, 'bob')
    assert.equal(refused.status, 403)
    await change(platform, { registration: 'open', registration_challenge: false })
    const made = await register(platform, 'Bob', { global_name: 'Bob Builder' })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const me = await api(platform.api, made.body.token).get<Record<string, unknown>>('/users/@me')
    const { username, global_name, verified } = me.body
    assert.deepEqual([username, global_name, verified, me.body.id], ['bob', 'Bob Builder', true, made.body.user_id])
    assert.equal((await login(platform, 'bob')).status, 200)
    assert.equal(faultAt(await register(platform, 'BOB'), 'username'), 'USERNAME_ALREADY_TAKEN')
    assert.equal(faultAt(await register(platform, 'two  words'), 'username'), 'USERNAME_INVALID')
  })

  test('settings are checked, recorded, and locked by the environment', async () => {
    await using platform = await start({ registration: 'closed' })
    const admin = key(platform)
    const before = await admin.get<{ settings: Settings; locked: string[] }>('/admin/settings')
    assert.deepEqual([before.body.settings.registration, before.body.locked], ['closed', ['registration']])
    const locked = await admin.patch<Signed>('/admin/settings', { registration: 'open' })
    assert.deepEqual([locked.status, faultAt(locked, 'registration')], [400, 'SETTING_LOCKED'])
    for (const [name, value] of [
      ['nonsense', 1],
      ['registrations_per_hour', 0],
      ['smtp_url', 'http://mail.example'],
      ['registration_domains', ['no domain']],
    ] as const) {
      const refused = await admin.patch<Signed>('/admin/settings', { name: 'Hall', [name]: value })
      assert.deepEqual([refused.status, refused.code], [400, 50035], name)
    }
    const secret = 'smtp://hall:s3cret-word@mail.example:587'
    await change(platform, { smtp_url: secret, name: 'Hall' })
    const seen = await admin.get<{ settings: Settings }>('/admin/settings')
    assert.deepEqual([seen.body.settings.smtp_url, seen.body.settings.name], [true, 'Hall'])
    const log = await admin.get<object[]>('/admin/log?action=settings')
    assert.ok(!JSON.stringify(log.body).includes('s3cret-word'))
    assert.equal(log.body.length, 1)
    const ann = api(platform.api, platform.world?.users.ann?.token ?? '')
    assert.deepEqual(
      [(await ann.get('/admin/settings')).code, (await anyone(platform).get('/admin/settings')).status],
      [50013, 401],
    )
  })

  test('common and short passwords are refused, also for a new one', async () => {
    await using platform = await start({ registration: 'open', registration_challenge: false })
    for (const [password, code] of [
      ['password1', 'PASSWORD_TOO_COMMON'],
      ['short', 'BASE_TYPE_BAD_LENGTH'],
      ['x'.repeat(129), 'BASE_TYPE_BAD_LENGTH'],
    ] as const)
      assert.equal(faultAt(await register(platform, 'bob', { password }), 'password'), code)
    const { body } = await register(platform, 'bob')
    const weak = await api(platform.api, body.token).patch<Signed>('/users/@me', {
      password: PASSWORD,
      new_password: 'iloveyou',
    })
    assert.equal(faultAt(weak, 'new_password'), 'PASSWORD_TOO_COMMON')
  })

  test('an invite admits its number of people, also when all come at once', async () => {
    await using platform = await start({ registration: 'invite' }, { rateLimits: 'off' })
    assert.equal(faultAt(await register(platform, 'bob'), 'invite'), 'INVITE_INVALID')
    const made = await key(platform).post<{ code: string; url: string }>('/admin/invites', { uses: 2 })
    assert.equal(made.body.url, `${platform.url}/register/${made.body.code}`)
    const invite = made.body.code
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, number) => register(platform, `person${number}`, { invite })),
    )
    assert.deepEqual(all.map(({ status }) => status).sort(), [201, 201, ...Array(18).fill(400)])
    const [listed] = (await key(platform).get<{ used: number; uses: number }[]>('/admin/invites')).body
    assert.deepEqual([listed?.used, listed?.uses], [2, 2])
    const short = await key(platform).post<{ code: string }>('/admin/invites', { expires_seconds: 60 })
    await platform.clock.advance(60_000)
    assert.equal(faultAt(await register(platform, 'late', { invite: short.body.code }), 'invite'), 'INVITE_INVALID')
    const gone = await key(platform).post<{ code: string }>('/admin/invites', {})
    assert.equal((await key(platform).delete(`/admin/invites/${gone.body.code}`)).status, 204)
    assert.equal(faultAt(await register(platform, 'later', { invite: gone.body.code }), 'invite'), 'INVITE_INVALID')
  })

  test("a guild's invite registers where the operator says so, and is accepted too", async () => {
    await using platform = await start({ registration: 'invite', guild_invites_register: true })
    const ann = api(platform.api, platform.world?.users.ann?.token ?? '')
    const guild = platform.world?.guilds.lab
    const { body: channels } = await ann.get<{ id: string; type: number }[]>(`/guilds/${guild?.id}/channels`)
    const channel =
      channels.find(({ type }) => type === 0) ??
      (await ann.post<{ id: string }>(`/guilds/${guild?.id}/channels`, { name: 'hall' })).body
    const { body } = await ann.post<{ code: string }>(`/channels/${channel.id}/invites`, {})
    const made = await register(platform, 'bob', { invite: body.code })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const guilds = await api(platform.api, made.body.token).get<{ id: string }[]>('/users/@me/guilds')
    assert.deepEqual(
      guilds.body.map(({ id }) => id),
      [guild?.id],
    )
  })

  test('a proof of work is asked for, and works once', async () => {
    await using platform = await start({ registration: 'open' })
    assert.equal(faultAt(await register(platform, 'bob'), 'challenge'), 'CHALLENGE_INVALID')
    const challenge = await answer(platform)
    assert.equal((await register(platform, 'bob', { challenge })).status, 201)
    assert.equal(faultAt(await register(platform, 'cat', { challenge }), 'challenge'), 'CHALLENGE_INVALID')
    const stale = await answer(platform)
    await platform.clock.advance(10 * 60_000)
    assert.equal(faultAt(await register(platform, 'cat', { challenge: stale }), 'challenge'), 'CHALLENGE_INVALID')
  })

  test('terms are accepted, domains are kept to, and blocks hold', async () => {
    await using platform = await withMail({
      registration: 'open',
      registration_email: 'verified',
      terms_url: 'https://chat.example/terms',
      registration_domains: ['chat.example'],
    })
    const email = 'bob@mail.chat.example'
    assert.equal(faultAt(await register(platform, 'bob', { email }), 'consent'), 'CONSENT_REQUIRED')
    assert.equal(faultAt(await register(platform, 'bob', { consent: true }), 'email'), 'BASE_TYPE_REQUIRED')
    const foreign = await register(platform, 'bob', { consent: true, email: 'bob@else.example' })
    assert.equal(faultAt(foreign, 'email'), 'EMAIL_DOMAIN_REFUSED')
    const block = await key(platform).post<{ id: string }>('/admin/blocks', {
      kind: 'mail_domain',
      value: 'Chat.example',
    })
    assert.equal(block.status, 201)
    assert.equal((await register(platform, 'bob', { consent: true, email })).status, 403)
    assert.equal((await key(platform).delete(`/admin/blocks/${block.body.id}`)).status, 204)
    const network = await key(platform).post<{ id: string }>('/admin/blocks', { kind: 'network', value: '127.0.0.0/8' })
    assert.equal((await register(platform, 'bob', { consent: true, email })).status, 403)
    await key(platform).delete(`/admin/blocks/${network.body.id}`)
    assert.equal((await register(platform, 'bob', { consent: true, email })).status, 202)
    for (const block of [
      { kind: 'network', value: 'here' },
      { kind: 'mail_domain', value: '@' },
      { kind: 'else', value: 'x' },
    ])
      assert.equal((await key(platform).post('/admin/blocks', block)).code, 50035)
  })

  test('registrations of one address are limited by the platform clock', async () => {
    await using platform = await start({ registration: 'open', registration_challenge: false })
    for (let count = 0; count < 5; count += 1) assert.equal((await register(platform, `person${count}`)).status, 201)
    const refused = await register(platform, 'sixth')
    assert.equal(refused.status, 429)
    await platform.clock.advance(HOUR_MS)
    assert.equal((await register(platform, 'sixth')).status, 201)
  })

  test('an address is confirmed by the mailed link, and until then the account exists for nobody', async () => {
    await using platform = await withMail({ registration: 'open', registration_email: 'verified' })
    const made = await register(platform, 'bob', { email: 'Bob@chat.example' })
    assert.deepEqual([made.status, made.body], [202, { user_id: null, state: 'unverified' }])
    assert.equal(faultAt(await login(platform, 'bob'), 'login'), 'EMAIL_NOT_VERIFIED')
    assert.equal(faultAt(await login(platform, 'bob', 'another word'), 'login'), 'INVALID_LOGIN')
    assert.equal(
      faultAt(await register(platform, 'bob', { email: 'else@chat.example' }), 'username'),
      'USERNAME_ALREADY_TAKEN',
    )
    const [listed] = (
      await key(platform).get<{ id: string; state: string; registered_from: string }[]>('/admin/users?state=unverified')
    ).body
    assert.deepEqual([listed?.state, listed?.registered_from], ['unverified', '127.0.0.1'])
    const ann = api(platform.api, platform.world?.users.ann?.token ?? '')
    assert.equal((await ann.get(`/users/${listed?.id}`)).status, 404)
    const [{ source } = { source: '' }] = await mail.mailsTo('bob@chat.example')
    assert.match(source, /^Auto-Submitted: auto-generated\r$/m)
    // A mail to an address that nobody has confirmed says nothing that its cause chose.
    assert.ok(!source.replaceAll(/bob@chat\.example/gi, '').includes('bob'))
    const token = await mail.tokenFor('bob@chat.example')
    const uses = await atOnce(() => anyone(platform).post<Signed>('/auth/verify', { token }))
    assert.deepEqual(uses.map(({ status }) => status).sort(), [200, 400, 400, 400])
    const confirmed = uses.find(({ status }) => status === 200) ?? assert.fail()
    assert.equal(confirmed.body.user_id, listed?.id)
    const again = await anyone(platform).post<Signed>('/auth/verify', { token })
    assert.equal(faultAt(again, 'token'), 'TOKEN_INVALID')
    for (const name of ['bob', 'BOB@chat.example']) assert.equal((await login(platform, name)).status, 200)
    const { body: me } = await api(platform.api, confirmed.body.token).get<Record<string, unknown>>('/users/@me')
    assert.deepEqual([me.email, me.verified], ['bob@chat.example', true])
  })

  test('nobody learns who has an address: its holder gets the mail', async () => {
    await using platform = await withMail({ registration: 'open', registration_email: 'verified' })
    await register(platform, 'carol', { email: 'carol@chat.example' })
    await anyone(platform).post('/auth/verify', { token: await mail.tokenFor('carol@chat.example') })
    const known = await register(platform, 'mallory', { email: 'Carol@chat.example' })
    assert.deepEqual([known.status, known.body], [202, { user_id: null, state: 'unverified' }])
    const mails = await mail.mailsTo('carol@chat.example', 2)
    assert.match(mails[1]?.source ?? '', /you have an account already/)
    assert.ok(!mails[1]?.source.includes('#token='))
    // The name is taken as it would be with a new address.
    const other = await register(platform, 'mallory', { email: 'other@chat.example' })
    assert.equal(faultAt(other, 'username'), 'USERNAME_ALREADY_TAKEN')
    assert.equal(faultAt(await login(platform, 'mallory'), 'login'), 'EMAIL_NOT_VERIFIED')
  })

  test('two registrations with one address: the first that confirms it has it', async () => {
    await using platform = await withMail({ registration: 'open', registration_email: 'verified' })
    const email = 'both@chat.example'
    await register(platform, 'one', { email })
    const first = await mail.tokenFor(email)
    await register(platform, 'two', { email })
    const second = await mail.tokenFor(email, 2)
    const results = await Promise.all(
      [first, second].map((token) => anyone(platform).post<Signed>('/auth/verify', { token })),
    )
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 400])
  })

  test('an operator approves and rejects, and each registration is decided once', async () => {
    await using platform = await withMail({ registration: 'approval', registration_email: 'verified' })
    for (const name of ['dave', 'erin']) {
      const email = `${name}@chat.example`
      await register(platform, name, { email })
      const token = await mail.tokenFor(email)
      const confirmed = await anyone(platform).post('/auth/verify', { token })
      assert.deepEqual([confirmed.status, confirmed.body], [202, { user_id: null, state: 'pending' }])
      assert.equal(faultAt(await login(platform, name), 'login'), 'ACCOUNT_PENDING')
    }
    const { body } = await key(platform).get<{ id: string; username: string }[]>('/admin/users?state=pending')
    assert.deepEqual(
      body.map(({ username }) => username),
      ['dave', 'erin'],
    )
    const [dave, erin] = body
    const decisions = await Promise.all([
      key(platform).post(`/admin/users/${dave?.id}/approve`),
      key(platform).post(`/admin/users/${dave?.id}/approve`),
    ])
    assert.deepEqual(decisions.map(({ status }) => status).sort(), [204, 404])
    assert.equal((await login(platform, 'dave')).status, 200)
    assert.equal((await key(platform).post(`/admin/users/${erin?.id}/reject`, { reason: 'not now' })).status, 204)
    assert.equal(faultAt(await login(platform, 'erin'), 'login'), 'INVALID_LOGIN')
    assert.match((await mail.mailsTo('erin@chat.example', 3))[2]?.source ?? '', /Reason: not now/)
    const log = await key(platform).get<{ action: string; target: string }[]>('/admin/log')
    assert.deepEqual(
      log.body.map(({ action }) => action),
      ['reject', 'approve'],
    )
  })

  test('registrations that nobody confirms or decides end', async () => {
    await using platform = await withMail({ registration: 'open', registration_email: 'verified' })
    await register(platform, 'frank', { email: 'frank@chat.example' })
    await platform.clock.advance(7 * 24 * HOUR_MS)
    assert.equal((await register(platform, 'frank', { email: 'frank2@chat.example' })).status, 202)
  })

  test('a lost password: the response is the same for everybody, and the link works once', async () => {
    await using platform = await withMail({ registration: 'open', registration_email: 'verified' })
    await register(platform, 'gina', { email: 'gina@chat.example' })
    const first = await anyone(platform).post<Signed>('/auth/verify', {
      token: await mail.tokenFor('gina@chat.example'),
    })
    for (const name of ['gina', 'nobody', 'nobody@chat.example', 'ann'])
      assert.equal((await anyone(platform).post('/auth/forgot', { login: name })).status, 204)
    const token = await mail.tokenFor('gina@chat.example', 2)
    assert.equal((await mail.mailsTo('nobody@chat.example', 0)).length, 0)
    const weak = await anyone(platform).post<Signed>('/auth/reset', { token, password: 'password1' })
    assert.equal(faultAt(weak, 'password'), 'PASSWORD_TOO_COMMON')
    const uses = await atOnce(() =>
      anyone(platform).post<Signed>('/auth/reset', { token, password: 'another good one' }),
    )
    assert.deepEqual(uses.map(({ status }) => status).sort(), [200, 400, 400, 400])
    const reset = uses.find(({ status }) => status === 200) ?? assert.fail()
    assert.equal((await api(platform.api, first.body.token).get('/users/@me')).status, 401, 'all sessions ended')
    assert.equal((await api(platform.api, reset.body.token).get('/users/@me')).status, 200)
    assert.equal((await login(platform, 'gina', 'another good one')).status, 200)
    const again = await anyone(platform).post<Signed>('/auth/reset', { token, password: 'yet another one' })
    assert.equal(faultAt(again, 'token'), 'TOKEN_INVALID')
    await mail.mailsTo('gina@chat.example', 3)
    await anyone(platform).post('/auth/forgot', { login: 'gina@chat.example' })
    const late = await mail.tokenFor('gina@chat.example', 4)
    await platform.clock.advance(30 * 60_000)
    const stale = await anyone(platform).post<Signed>('/auth/reset', { token: late, password: 'yet another one' })
    assert.equal(faultAt(stale, 'token'), 'TOKEN_INVALID')
  })

  test('a new address takes effect when it is confirmed, and the former one gets a notice', async () => {
    await using platform = await withMail({ registration: 'open', registration_email: 'verified' })
    await register(platform, 'hugo', { email: 'hugo@chat.example' })
    const { body } = await anyone(platform).post<Signed>('/auth/verify', {
      token: await mail.tokenFor('hugo@chat.example'),
    })
    const hugo = api(platform.api, body.token)
    const wrong = await hugo.patch<Signed>('/users/@me', { email: 'new@chat.example', password: 'wrong word' })
    assert.equal(faultAt(wrong, 'password'), 'PASSWORD_DOES_NOT_MATCH')
    const asked = await hugo.patch<{ email: string }>('/users/@me', { email: 'new@chat.example', password: PASSWORD })
    assert.deepEqual([asked.status, asked.body.email], [200, 'hugo@chat.example'])
    await mail.mailsTo('hugo@chat.example', 2)
    const token = await mail.tokenFor('new@chat.example')
    assert.equal((await anyone(platform).post('/auth/verify', { token })).status, 200)
    const me = await hugo.get<{ email: string; verified: boolean }>('/users/@me')
    assert.deepEqual([me.body.email, me.body.verified], ['new@chat.example', true])
    assert.equal((await login(platform, 'hugo@chat.example')).status, 400)
    assert.equal((await login(platform, 'new@chat.example')).status, 200)
  })

  test('an optional address may be confirmed later', async () => {
    await using platform = await withMail({ registration: 'open' })
    const made = await register(platform, 'ida', { email: 'ida@chat.example' })
    assert.equal(made.status, 201)
    const ida = api(platform.api, made.body.token)
    assert.equal((await ida.get<{ verified: boolean }>('/users/@me')).body.verified, false)
    const first = await mail.tokenFor('ida@chat.example')
    assert.equal((await ida.post('/auth/verify/resend')).status, 204)
    const second = await mail.tokenFor('ida@chat.example', 2)
    assert.notEqual(first, second)
    assert.equal((await anyone(platform).post('/auth/verify', { token: first })).status, 400)
    assert.equal((await anyone(platform).post('/auth/verify', { token: second })).status, 200)
    assert.equal((await ida.get<{ verified: boolean }>('/users/@me')).body.verified, true)
  })

  test('no request waits for a mail server that is away or refuses, and no mail is lost or doubled', async () => {
    await using platform = await withMail({ registration: 'open', registration_email: 'verified' })
    const state = async () =>
      (await key(platform).get<{ waiting: number; last_error: string | null }>('/admin/mail')).body
    await mail.leave()
    assert.equal((await register(platform, 'jack', { email: 'jack@chat.example' })).status, 202)
    await until('an attempt has failed', async () => (await state()).last_error !== null)
    assert.equal((await state()).waiting, 1)
    await mail.comeBack()
    mail.behaviour = 'refuse'
    const offered = mail.offered
    await platform.clock.advance(15_000)
    await until('the mail was offered', async () => mail.offered > offered)
    await until(
      'the words of the server are known',
      async () => (await state()).last_error?.includes('not now') === true,
    )
    mail.behaviour = 'accept'
    await platform.clock.advance(30_000)
    await mail.mailsTo('jack@chat.example')
    await until('nothing waits', async () => (await state()).waiting === 0)
    await platform.clock.advance(HOUR_MS)
    assert.equal((await mail.mailsTo('jack@chat.example')).length, 1)
    const tested = await key(platform).post<{ ok: boolean }>('/admin/mail/test', { to: 'op@chat.example' })
    assert.deepEqual([tested.status, tested.body.ok], [200, true])
    await mail.leave()
    const away = await key(platform).post<{ ok: boolean; response: string }>('/admin/mail/test', {
      to: 'op@chat.example',
    })
    assert.equal(away.body.ok, false)
    assert.match(away.body.response, /ECONNREFUSED/)
    await mail.comeBack()
  })

  test('a hundred wrong passwords in an hour delay sign-ins by password, and mail the person once', async () => {
    const { platform, sql, close } = await startWithRows({
      world: { users: { ann: { password: PASSWORD, email: 'ann@guessed.example' } } },
      settings: { smtp_url: mail.url, mail_from: 'hall@chat.example' },
    })
    try {
      const at = Date.now()
      const rows = Array.from({ length: 99 }, (_, index) => `(${index + 1}, '${platform.ann.id}', ${at})`)
      await sql(`INSERT INTO failed_sign_ins (id, account, at) VALUES ${rows.join(', ')}`)
      const timed = async (name: string, password?: string) => {
        const began = performance.now()
        const { status } = await login(platform, name, password)
        return { status, isSlow: performance.now() - began >= 2_900 }
      }
      assert.deepEqual(await timed('ann', 'wrong'), { status: 400, isSlow: false })
      const [guessed] = await mail.mailsTo('ann@guessed.example')
      assert.match(guessed?.source ?? '', /many failed sign-ins/)
      assert.deepEqual(await timed('ann@guessed.example', 'wrong'), { status: 400, isSlow: true })
      assert.deepEqual(await timed('ann'), { status: 200, isSlow: true })
      const link = await key(platform).post<{ url: string }>(`/admin/users/${platform.ann.id}/link`)
      const used = await anyone(platform).post('/auth/link', { token: link.body.url.split('token=')[1] })
      assert.equal(used.status, 200)
      await platform.clock.advance(HOUR_MS)
      assert.deepEqual(await timed('ann'), { status: 200, isSlow: false })
      assert.equal((await mail.mailsTo('ann@guessed.example')).length, 1)
    } finally {
      await close()
    }
  })

  test('at most five mails an hour go to one address', async () => {
    await using platform = await withMail(
      { registration: 'open', registration_email: 'verified' },
      { rateLimits: 'off' },
    )
    for (let count = 0; count < 7; count += 1)
      assert.equal((await register(platform, `many${count}`, { email: 'many@chat.example' })).status, 202)
    await mail.mailsTo('many@chat.example', 5)
    await until(
      'nothing waits',
      async () => (await key(platform).get<{ waiting: number }>('/admin/mail')).body.waiting === 0,
    )
    assert.equal((await mail.mailsTo('many@chat.example', 5)).length, 5)
  })

  test('mails are written to a folder in place of being sent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-mails-'))
    try {
      await using platform = await start(
        { registration: 'open', registration_email: 'verified', registration_challenge: false },
        { mailDir: folder },
      )
      assert.equal((await register(platform, 'kim', { email: 'kim@chat.example' })).status, 202)
      await until('a mail was written', async () => (await readdir(folder)).some((name) => name.endsWith('.eml')))
      const [name = ''] = await readdir(folder)
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=')
      assert.match(text, /^To: kim@chat\.example\r$/m)
      const token = /#token=([\w-]+)/.exec(text)?.[1]
      assert.equal((await anyone(platform).post('/auth/verify', { token })).status, 200)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
