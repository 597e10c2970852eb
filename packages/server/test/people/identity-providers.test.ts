/** People sign in by the identity providers of the operator: with whom they become, and what is refused. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import { generateKeyPair } from 'jose'
import { onlyOneNode } from '../support/only-one-node.ts'
import { startPlatform } from '../support/platform.ts'
import {
  type AtProvider,
  CLIENT_SECRET,
  type SignInProvider,
  startProvider,
  Visitor,
} from '../support/sign-in-provider.ts'
import { codeOf } from '../support/totp.ts'

const PASSWORD = 'correct horse battery'
const ONE_NODE = onlyOneNode('each keeps what it has read of providers')

const world = {
  users: { olga: { password: PASSWORD }, ann: { password: PASSWORD, email: 'ann@example.com' } },
} as const
const start = (settings: object = {}) =>
  startPlatform({ world, settings: { operator_second_factor: false, ...settings }, rateLimits: 'off' })
type Platform = Awaited<ReturnType<typeof start>>

interface Body {
  token: string
  user_id: string | null
  state?: string
  code: number
  errors?: Record<string, { _errors: { code: string; message: string }[] }>
  username: string
  global_name: string | null
  email: string | null
  verified: boolean
}

describe('identity providers', () => {
  let provider: SignInProvider
  let platform: Platform
  before(async () => {
    provider = await startProvider()
    platform = await start()
    await configure()
  })
  after(async () => {
    await platform?.close()
    await provider?.[Symbol.asyncDispose]()
  })

  const key = (on: Platform = platform) => api(on.api, `Bearer ${on.control.key}`)
  const configure = async (more: object = {}, on: Platform = platform) => {
    const { status, body } = await key(on).patch('/admin/settings', { sso: [{ ...provider.entry, ...more }] })
    assert.equal(status, 200, JSON.stringify(body))
  }
  const finish = async (visitor: Visitor, given: URLSearchParams, on: Platform = platform, more: object = {}) => {
    const headers = { 'content-type': 'application/json', ...(visitor.cookie && { cookie: visitor.cookie }) }
    const body = JSON.stringify({ code: given.get('code'), ...more })
    const response = await fetch(`${on.api}/v10/auth/sso/finish`, { method: 'POST', headers, body })
    return { status: response.status, body: (await response.json()) as Body }
  }
  const faultOf = ({ body }: { body: Body }) => body.errors?.code?._errors[0]?.code
  /** Signs a person in at the provider and at the platform. */
  const enter = async (person: AtProvider, on: Platform = platform) => {
    provider.person = person
    const visitor = new Visitor()
    const given = await visitor.signIn(on.url)
    assert.equal(given.get('error'), null)
    return finish(visitor, given, on)
  }
  const self = async ({ body }: { body: Body }, on: Platform = platform) =>
    (await api(on.api, body.token).get<Body>('/users/@me')).body

  test('a new person gets an account with names and the confirmed address, and is known again', async () => {
    const claims = { email: 'Ada.King@school.example', email_verified: true, name: 'Ada King' }
    const first = await enter({ subject: 'ada', claims })
    assert.equal(first.status, 200, JSON.stringify(first.body))
    const { username, global_name, email, verified } = await self(first)
    assert.deepEqual(
      [username, global_name, email, verified],
      ['ada.king', 'Ada King', 'Ada.King@school.example', true],
    )
    const again = await enter({ subject: 'ada', claims: { name: 'Another' } })
    assert.equal(again.body.user_id, first.body.user_id)
    const namesake = await enter({ subject: 'ada2', claims: { preferred_username: 'ada.king' } })
    assert.equal((await self(namesake)).username, 'ada.king2')
    const unconfirmed = await enter({ subject: 'eve', claims: { email: 'ann@example.com', email_verified: false } })
    assert.deepEqual([(await self(unconfirmed)).email, unconfirmed.body.user_id === platform.ann.id], [null, false])
    assert.equal((await enter({ subject: '名前', claims: { name: '名前' } })).status, 200)
  })

  test('ten first sign-ins of one person at once make one account', async () => {
    provider.person = { subject: 'many', claims: { preferred_username: 'many' } }
    const visitors = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const visitor = new Visitor()
        return { visitor, given: await visitor.signIn(platform.url) }
      }),
    )
    const all = await Promise.all(visitors.map(({ visitor, given }) => finish(visitor, given)))
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(all.map(({ body }) => body.user_id)).size, 1)
  })

  test('an account that is being deleted comes back by its provider with undelete', async () => {
    const first = await enter({ subject: 'back', claims: { preferred_username: 'back' } })
    assert.equal((await api(platform.api, first.body.token).post('/users/@me/delete', {})).status, 204)
    const visitor = new Visitor()
    const given = await visitor.signIn(platform.url)
    assert.equal((await finish(visitor, given)).body.code, 20011)
    const back = await finish(visitor, given, platform, { undelete: true })
    assert.equal(back.body.user_id, first.body.user_id)
    assert.equal((await self(back)).username, 'back')
  })

  test('a code works once, for a minute, in the browser that began; pages of other sites are ignored', async () => {
    provider.person = { subject: 'ada' }
    const visitor = new Visitor()
    const given = await visitor.signIn(platform.url, { redirect: '/settings/account?a=b' })
    assert.equal(given.get('redirect'), '/settings/account?a=b')
    assert.equal(faultOf(await finish(new Visitor(), given)), 'CODE_INVALID')
    const both = await Promise.all(Array.from({ length: 5 }, () => finish(visitor, given)))
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
    const late = await visitor.signIn(platform.url)
    await platform.clock.advance(61_000)
    assert.equal(faultOf(await finish(visitor, late)), 'CODE_INVALID')
    for (const redirect of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/%0d%0a',
      'settings',
      '/\t/evil',
    ])
      assert.ok(!(await visitor.signIn(platform.url, { redirect })).get('redirect')?.includes('evil'), redirect)
  })

  test('a state belongs to its browser and provider, ends after ten minutes, and is used once', async () => {
    provider.person = { subject: 'ada' }
    const [visitor, other] = [new Visitor(), new Visitor()]
    const asked = await visitor.follow(`${platform.url}/auth/sso/school/start`)
    assert.deepEqual(
      ['code_challenge_method', 'response_type', 'client_id'].map((name) => asked.searchParams.get(name)),
      ['S256', 'code', 'the-game'],
    )
    const back = await visitor.follow(asked.href)
    await other.follow(`${platform.url}/auth/sso/school/start`)
    const errorAt = async (who: Visitor, url: string) =>
      new URLSearchParams((await who.follow(url)).hash.slice(1)).get('error')
    assert.equal(await errorAt(other, back.href), 'expired')
    assert.equal(await errorAt(new Visitor(), back.href), 'expired')
    assert.equal(await errorAt(visitor, back.href.replace(/state=[^&]{4}/, 'state=AAAA')), 'expired')
    assert.equal(await errorAt(visitor, back.href.replace('/school/', '/other/')), 'unknown_provider')
    assert.equal(await errorAt(visitor, back.href), null)
    assert.notEqual(await errorAt(visitor, back.href), null)
    const slow = await visitor.follow((await visitor.follow(`${platform.url}/auth/sso/school/start`)).href)
    await platform.clock.advance(10 * 60_000)
    assert.equal(await errorAt(visitor, slow.href), 'expired')
  })

  test('spoiled tokens sign nobody in', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const now = Math.floor(Date.now() / 1000)
    const spoiled: Record<string, AtProvider['spoiled']> = {
      'the key of another': { key: privateKey },
      'an unknown key': { kid: 'two', key: privateKey },
      'no signature': { alg: 'HS256', key: new TextEncoder().encode(CLIENT_SECRET.padEnd(32, '.')) },
      'another issuer': { claims: { iss: 'https://elsewhere.example' } },
      'another audience': { claims: { aud: 'another client' } },
      expired: { claims: { exp: now - 3_600, iat: now - 7_200 } },
      'another nonce': { claims: { nonce: 'guessed' } },
      'no nonce': { claims: { nonce: undefined } },
      'no subject': { claims: { sub: undefined } },
      'a subject that is no text': { claims: { sub: 7 } },
      'no time': { claims: { iat: undefined } },
    }
    for (const [fault, spoil] of Object.entries(spoiled)) {
      provider.person = { subject: 'mallory', ...(spoil && { spoiled: spoil }) }
      assert.equal((await new Visitor().signIn(platform.url)).get('error'), 'faulty', fault)
    }
    const people = await key().get<Body[]>('/admin/users?query=mallory')
    assert.equal(people.body.length, 0)
  })

  test('documents of a provider are read once in five minutes, and again for a new key', ONE_NODE, async () => {
    const reads = () => provider.issuer.requests.filter((path) => !path.startsWith('/authorize') && path !== '/token')
    await platform.clock.advance(5 * 60_000)
    const before = reads().length
    for (let sign = 0; sign < 3; sign += 1) assert.equal((await enter({ subject: 'ada' })).status, 200)
    assert.deepEqual(reads().slice(before), ['/.well-known/openid-configuration', '/jwks'])
    await provider.issuer.addKey('rotated')
    assert.equal((await enter({ subject: 'ada', spoiled: { kid: 'rotated' } })).status, 200)
    assert.equal(reads().length, before + 3)
    await platform.clock.advance(5 * 60_000)
    await enter({ subject: 'ada' })
    assert.equal(reads().length, before + 5)
  })

  test('a provider that is away or refuses leads back with the reason', async () => {
    const away = await start({ sso: [{ ...provider.entry, issuer: 'http://127.0.0.1:9' }] })
    await using _platform = away
    assert.equal((await new Visitor().signIn(away.url)).get('error'), 'unreachable')
    const visitor = new Visitor()
    const asked = await visitor.follow(`${platform.url}/auth/sso/school/start`)
    const state = asked.searchParams.get('state') ?? ''
    const query = new URLSearchParams({ error: 'access_denied', error_description: '<b>no</b>', state })
    const back = await visitor.follow(`${platform.url}/auth/sso/school/callback?${query}`)
    assert.equal(back.hash, '#error=denied')
    assert.equal((await new Visitor().signIn(platform.url, { id: 'nobody' })).get('error'), 'unknown_provider')
    assert.equal((await fetch(`${platform.url}/auth/sso/school/else`)).status, 404)
  })

  test('addresses join accounts only if the provider confirms them and the operator says so', async () => {
    await using own = await start({
      sso: [{ ...provider.entry, link_by_email: true, allowed_domains: ['example.com'] }],
    })
    const claims = { email: 'ANN@example.com', email_verified: true }
    const joined = await enter({ subject: 'ann', claims }, own)
    assert.equal(joined.body.user_id, own.ann.id)
    const known = await enter({ subject: 'ann', claims: { ...claims, email: 'ann@mail.example.com' } }, own)
    assert.equal(known.body.user_id, own.ann.id)
    for (const other of [
      { email: 'x@elsewhere.example', email_verified: true },
      { ...claims, email_verified: false },
      {},
    ])
      assert.equal(faultOf(await enter({ subject: 'x', claims: other }, own)), 'DOMAIN_REFUSED')
    await configure({}, platform)
    assert.equal(faultOf(await enter({ subject: 'ann', claims })), 'ACCOUNT_EXISTS')
  })

  test('an operator approves who comes from a provider, or nobody new may come', async () => {
    await using own = await start({ sso: [{ ...provider.entry, register: 'approval' }] })
    const person = { subject: 'zoe', claims: { preferred_username: 'zoe' } }
    const waiting = await enter(person, own)
    assert.deepEqual([waiting.status, waiting.body.state], [202, 'pending'])
    assert.equal((await enter(person, own)).status, 202)
    const [found, more] = (await key(own).get<{ id: string; state: string }[]>('/admin/users?query=zoe')).body
    assert.deepEqual([found?.state, more], ['pending', undefined])
    assert.equal((await key(own).post(`/admin/users/${found?.id}/approve`)).status, 204)
    assert.equal((await enter(person, own)).body.user_id, found?.id)
    const off = await start({ sso: [{ ...provider.entry, register: 'off' }] })
    await using _off = off
    assert.equal(faultOf(await enter(person, off)), 'NOT_REGISTERED')
  })

  test('claims give roles of operators and take them; owners stay owners', async () => {
    const roles = { staff: 'moderator', heads: 'admin' }
    await using own = await start({ sso: [{ ...provider.entry, role_claim: 'groups', roles, link_by_email: true }] })
    const roleOf = async (groups: unknown, subject = 'ruth') => {
      const { body } = await enter({ subject, claims: { preferred_username: subject, groups } }, own)
      return (await key(own).get<{ role: string | null }>(`/admin/users/${body.user_id}`)).body.role
    }
    assert.equal(await roleOf(['staff']), 'moderator')
    assert.equal(await roleOf(['staff', 'heads']), 'admin')
    assert.equal(await roleOf('constructor'), null)
    assert.equal(await roleOf(undefined), null)
    await key(own).patch(`/admin/users/${own.ann.id}`, { role: 'owner' })
    const owner = await enter(
      { subject: 'ann', claims: { email: 'ann@example.com', email_verified: true, groups: ['staff'] } },
      own,
    )
    assert.equal(owner.body.user_id, own.ann.id)
    const { body } = await key(own).get<{ role: string }>(`/admin/users/${own.ann.id}`)
    assert.equal(body.role, 'owner')
    const log = await key(own).get<{ reason: string | null }[]>('/admin/log?action=role')
    assert.ok(log.body.some(({ reason }) => reason === 'provider school'))
  })

  test('a person links a provider and unlinks it, but never the last way in', async () => {
    const login = await api(platform.api).post<Body>('/auth/login', { login: 'ann', password: PASSWORD })
    const ann = api(platform.api, login.body.token)
    provider.person = { subject: 'linked', claims: { preferred_username: 'ann at school' } }
    const visitor = new Visitor()
    const given = await visitor.signIn(platform.url, { redirect: '/settings/account' })
    const link = (cookie = visitor.cookie ?? '') =>
      fetch(`${platform.api}/v10/users/@me/sso`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: login.body.token, cookie },
        body: JSON.stringify({ code: given.get('code') }),
      })
    assert.equal((await link('')).status, 400)
    assert.equal((await link()).status, 204)
    assert.equal((await link()).status, 400)
    const list = await ann.get<{ id: string; account: string; linked_at: string }[]>('/users/@me/sso')
    assert.deepEqual(
      list.body.map(({ id, account }) => [id, account]),
      [['school', 'ann at school']],
    )
    const signedIn = await enter({ subject: 'linked' })
    assert.equal(signedIn.body.user_id, platform.ann.id)
    assert.equal((await ann.delete('/users/@me/sso/school')).status, 204)
    assert.notEqual((await enter({ subject: 'linked' })).body.user_id, platform.ann.id)
    const alone = await enter({ subject: 'alone' })
    const refused = await api(platform.api, alone.body.token).delete('/users/@me/sso/school')
    assert.equal(refused.code, 50035)
  })

  test('without a password a sign-in of the last ten minutes replaces it, and no text does later', async () => {
    const [early, late] = [await enter({ subject: 'pia' }), await enter({ subject: 'pia' })]
    const [first, second] = [api(platform.api, early.body.token), api(platform.api, late.body.token)]
    assert.deepEqual((await first.get('/users/@me/sign-in')).body, { password: false, mail: false })
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const enable = async (as: typeof first, more: object = {}) =>
      as.post<Body>('/users/@me/mfa/totp/enable', { secret, code: await codeOf(secret), ...more })
    await platform.clock.advance(10 * 60_000 + 1)
    const refused = await enable(first, { password: 'any text' })
    assert.deepEqual([refused.code, refused.body.errors?.password?._errors[0]?.code], [50035, 'SIGN_IN_AGAIN'])
    assert.equal((await second.patch('/users/@me', { new_password: 'quite another one' })).code, 50035)
    assert.equal((await second.post('/auth/verify/view-backup-codes-challenge', {})).code, 50035)
    const fresh = await enter({ subject: 'pia' })
    const enabled = await enable(api(platform.api, fresh.body.token))
    assert.equal(enabled.status, 200, JSON.stringify(enabled.body))
    const chosen = await api(platform.api, enabled.body.token).patch<Body>('/users/@me', {
      new_password: 'quite another one',
    })
    assert.equal(chosen.status, 200)
    const known = api(platform.api, chosen.body.token)
    assert.deepEqual((await known.get('/users/@me/sign-in')).body, { password: true, mail: false })
    assert.equal((await known.post('/auth/verify/view-backup-codes-challenge', {})).code, 50035)
  })

  test('secrets are never shown and go to no other issuer; without passwords the provider remains', async () => {
    await using own = await start()
    await configure({}, own)
    const shown = await key(own).get<{ settings: { sso: { client_secret: unknown }[] } }>('/admin/settings')
    assert.equal(shown.body.settings.sso[0]?.client_secret, true)
    await configure({ client_secret: true, name: 'Renamed' }, own)
    assert.equal((await enter({ subject: 'ada' }, own)).status, 200)
    const elsewhere = { ...provider.entry, client_secret: true, issuer: 'https://evil.example' }
    assert.equal((await key(own).patch('/admin/settings', { sso: [elsewhere] })).code, 50035)
    assert.equal(
      (await key(own).patch('/admin/settings', { sso: [{ ...provider.entry, roles: { a: 'owner' } }] })).code,
      50035,
    )
    assert.equal((await key(own).patch('/admin/settings', { sso: [provider.entry, provider.entry] })).code, 50035)
    const log = await key(own).get('/admin/log')
    assert.ok(!JSON.stringify(log.body).includes(CLIENT_SECRET))
    assert.equal((await key(own).patch('/admin/settings', { passwords: false, registration: 'open' })).status, 200)
    const form = await api(own.api).get<{ passwords: boolean; sso: object[] }>('/auth/registration')
    assert.deepEqual([form.body.passwords, form.body.sso], [false, [{ id: 'school', name: 'Renamed' }]])
    assert.equal((await api(own.api).post('/auth/login', { login: 'ann', password: PASSWORD })).code, 50035)
    assert.equal((await api(own.api).post('/auth/register', { username: 'zed', password: PASSWORD })).status, 403)
    assert.equal((await enter({ subject: 'ada' }, own)).status, 200)
    const made = await key(own).post<{ url: string }>('/admin/users', { username: 'linkonly' })
    const used = await api(own.api).post<Body>('/auth/link', { token: made.body.url.split('token=')[1] })
    assert.equal(used.status, 200)
  })

  test('the environment gives one provider', async () => {
    const { issuer, client_id } = provider.entry
    await using own = await start({ oidc_issuer: issuer, oidc_client_id: client_id, oidc_client_secret: CLIENT_SECRET })
    provider.person = { subject: 'env' }
    const visitor = new Visitor()
    const finished = await finish(visitor, await visitor.signIn(own.url, { id: 'oidc' }), own)
    assert.equal(finished.status, 200)
  })
})
