/** A person signs in by an OpenID provider that others wrote, over HTTP as a browser does. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { startPlatform } from '../support/platform.ts'

const CLIENT = { client_id: 'hall', client_secret: 'a secret of the client' }
const PEOPLE: Readonly<Record<string, Record<string, unknown>>> = {
  ada: { email: 'ada@school.example', email_verified: true, name: 'Ada King', groups: ['staff'] },
  eve: { email: 'ann@example.com', email_verified: false, name: 'Eve', groups: [] },
}

/** Cookies and redirects of a browser, on several hosts. */
class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** Follows redirects until a page, or until an address with a fragment, which a page of the platform reads. */
  async open(address: string, form?: Record<string, string>): Promise<{ url: URL; text: string }> {
    let url = new URL(address)
    let body = form && new URLSearchParams(form)
    for (let hops = 0; hops < 12; hops += 1) {
      const own = this.#cookies.get(url.host) ?? new Map<string, string>()
      this.#cookies.set(url.host, own)
      const cookie = [...own].map(([name, value]) => `${name}=${value}`).join('; ')
      const method = body ? 'POST' : 'GET'
      const response = await fetch(url, { method, body: body ?? null, headers: { cookie }, redirect: 'manual' })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
        own.set(name, value)
      }
      const next = response.headers.get('location')
      if (next === null) return { url, text: await response.text() }
      url = new URL(next, url)
      if (url.hash !== '') return { url, text: '' }
      body = undefined
    }
    throw new Error(`too many redirects: ${url}`)
  }

  cookie(host: string): string {
    return [...(this.#cookies.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

describe('a provider that others wrote', () => {
  const start = () => startPlatform({ world: { users: { ann: { email: 'ann@example.com' } } }, rateLimits: 'off' })
  let platform: Awaited<ReturnType<typeof start>>
  let server: Server
  let issuer: string
  const key = () => api(platform.api, `Bearer ${platform.control.key}`)

  before(async () => {
    platform = await start()
    server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const provider = new Provider(issuer, {
      clients: [{ ...CLIENT, redirect_uris: [`${platform.url}/auth/sso/school/callback`] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      cookies: { keys: ['a key of the cookies'] },
      ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
      jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
      // The provider keeps most claims out of the token, as the standard says: they are at its userinfo endpoint.
      conformIdTokenClaims: true,
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...PEOPLE[sub] }) }),
    })
    server.on('request', provider.callback())
    const entry = { id: 'school', name: 'School', issuer, ...CLIENT, register: 'auto', link_by_email: true }
    const roles = {
      scopes: ['openid', 'email', 'profile', 'groups'],
      role_claim: 'groups',
      roles: { staff: 'moderator' },
    }
    const settings = { sso: [{ ...entry, ...roles }], operator_second_factor: false }
    assert.equal((await key().patch('/admin/settings', settings)).status, 200)
  })
  after(async () => {
    server?.closeAllConnections()
    server?.close()
    await platform?.close()
  })

  /** Signs in with the pages of the provider, and returns the fragment that the platform's page reads. */
  async function signIn(browser: Browser, name: string): Promise<URLSearchParams> {
    const form = await browser.open(`${platform.url}/auth/sso/school/start?redirect=/settings/account`)
    assert.match(form.text, /name="login"/)
    const consent = await browser.open(form.url.href, { prompt: 'login', login: name, password: 'any' })
    assert.match(consent.text, /value="consent"/)
    const back = await browser.open(consent.url.href, { prompt: 'consent' })
    assert.deepEqual([back.url.origin, back.url.pathname], [platform.url, '/sign-in'])
    return new URLSearchParams(back.url.hash.slice(1))
  }

  async function finish(browser: Browser, code: string | null) {
    const headers = { 'content-type': 'application/json', cookie: browser.cookie(new URL(platform.url).host) }
    const body = JSON.stringify({ code })
    const response = await fetch(`${platform.api}/v10/auth/sso/finish`, { method: 'POST', headers, body })
    return { status: response.status, body: (await response.json()) as { token: string; user_id: string } }
  }

  test('a person signs in, gets the names, address and role of the claims, and is known again', async () => {
    const browser = new Browser()
    const given = await signIn(browser, 'ada')
    assert.equal(given.get('redirect'), '/settings/account')
    const first = await finish(browser, given.get('code'))
    assert.equal(first.status, 200, JSON.stringify(first.body))
    const { body: me } = await api(platform.api, first.body.token).get<Record<string, unknown>>('/users/@me')
    assert.deepEqual(
      [me.username, me.global_name, me.email, me.verified],
      ['ada', 'Ada King', 'ada@school.example', true],
    )
    const { body: person } = await key().get<{ role: string }>(`/admin/users/${first.body.user_id}`)
    assert.equal(person.role, 'moderator')
    const again = new Browser()
    const known = await finish(again, (await signIn(again, 'ada')).get('code'))
    assert.equal(known.body.user_id, first.body.user_id)
  })

  test('an address that the provider does not confirm joins no account', async () => {
    const browser = new Browser()
    const { body } = await finish(browser, (await signIn(browser, 'eve')).get('code'))
    const { body: me } = await api(platform.api, body.token).get<{ id: string; email: string | null }>('/users/@me')
    assert.equal(me.email, null)
    assert.notEqual(me.id, platform.ann.id)
  })

  test('a person who cancels at the provider, and a wrong client secret, lead back in words', async () => {
    const browser = new Browser()
    const form = await browser.open(`${platform.url}/auth/sso/school/start`)
    const cancelled = await browser.open(`${form.url.href}/abort`)
    assert.equal(cancelled.url.hash, '#error=denied')
    const { body } = await key().get<{ settings: { sso: object[] } }>('/admin/settings')
    const wrong = body.settings.sso.map((entry) => ({ ...entry, client_secret: 'wrong' }))
    await key().patch('/admin/settings', { sso: wrong })
    assert.equal((await signIn(new Browser(), 'ada')).get('error'), 'faulty')
  })
})
