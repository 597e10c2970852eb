/** OAuth2 and the operations that its tokens permit, with `openid-client` and `@discordjs/core` if they have calls. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { API } from '@discordjs/core/http-only'
import { REST } from '@discordjs/rest'
import {
  type ConnectionObject,
  type CurrentUserObject,
  Intent,
  type OAuth2ErrorBody,
  Permission,
  type RoleConnectionObject,
} from '@guildhall/protocol'
import { api, type ResponseOf, type WorldFile } from '@guildhall/testing'
import * as oidc from 'openid-client'
import { guildhallTest } from '../support/fixture.ts'
import { startPlatform } from '../support/platform.ts'

const CALLBACK = 'https://app.example/callback'
const world = {
  users: {
    ann: { email: 'ann@example.com', premium_type: 2 },
    bob: {
      connections: [
        { type: 'github', name: 'bob-on-github', id: '77' },
        { type: 'battlenet', name: 'bob#1', created_at: '2026-01-01' },
        { type: 'leagueoflegends', name: 'bob-lol', created_at: '2026-01-01' },
      ],
    },
  },
  applications: {
    site: { name: 'Site', owner: 'ann', client_secret: 'site-secret', redirect_uris: [CALLBACK], bot: {} },
    other: { owner: 'ann', client_secret: 'other-secret', redirect_uris: [CALLBACK] },
    game: { owner: 'ann', public_client: true, redirect_uris: ['http://127.0.0.1/callback'] },
    partner: {
      owner: 'ann',
      client_secret: 'partner-secret',
      redirect_uris: [CALLBACK],
      approvals: ['identify.premium'],
    },
    hermit: { owner: 'ann', bot: {}, bot_public: false },
    guilds: { owner: 'ann', redirect_uris: [CALLBACK], bot: {}, integration_types: [0] },
  },
  guilds: {
    lab: { owner: 'ann', members: ['bob'], channels: { general: {} } },
    bobs: { owner: 'bob', channels: { general: {} } },
  },
} satisfies WorldFile

const test = guildhallTest({ world, date: Date.parse('2026-07-01T00:00:00Z') })
const { platform } = test
type User = keyof typeof world.users
type Application = keyof typeof world.applications
const appId = (name: Application) => platform[name].applicationId
const userId = (name: User) => platform[name].id
const person = (name: User) => platform[name].api
const bearer = (token: string) => api(platform.api, `Bearer ${token}`)

/** Decides about an authorization as the page does. Returns the address that the browser opens next. */
async function consent(name: User, query: Record<string, string>, body: object = { authorize: true }) {
  const response = await person(name).post<{ location: string }>(
    `/oauth2/authorize?${new URLSearchParams(query)}`,
    body,
  )
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return new URL(response.body.location)
}

const ask = (application: Application, scope: string, more: Record<string, string> = {}) => ({
  client_id: appId(application),
  response_type: 'code',
  redirect_uri: CALLBACK,
  scope,
  ...more,
})

/** Fields of responses to forms that tests read. */
type FormResponse = Partial<ResponseOf<'oauth2_token'> & OAuth2ErrorBody & ResponseOf<'oauth2_device_authorize'>>

async function form(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${platform.api}${path}`, { method: 'POST', body: new URLSearchParams(fields), headers })
  return { status: response.status, body: (await response.json()) as FormResponse, headers: response.headers }
}

const asSite = () => ({ client_id: platform.site.applicationId, client_secret: 'site-secret' })

async function tokensOf(name: User, scope: string, application: Application = 'site') {
  const code = (await consent(name, ask(application, scope))).searchParams.get('code') ?? ''
  const client = { client_id: appId(application), client_secret: `${application}-secret` }
  const fields = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...client }
  const { status, body } = await form('/oauth2/token', fields)
  assert.equal(status, 200, JSON.stringify(body))
  return body as { access_token: string; refresh_token: string; scope: string }
}

describe('authorization code', () => {
  test('[SVC-10] [AUT-1] [AUT-4] [AUT-28] openid-client: discovery, PKCE, tokens, id token, user info, refresh, revocation', async () => {
    // The platform's date differs from the client's by months.
    const client = {
      client_secret: 'site-secret',
      [oidc.clockSkew]: Math.round((platform.clock.now() - Date.now()) / 1000),
    }
    const config = await oidc.discovery(new URL(platform.url), platform.site.applicationId, client, undefined, {
      execute: [oidc.allowInsecureRequests],
    })
    const verifier = oidc.randomPKCECodeVerifier()
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid identify email',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    assert.equal(url.origin, platform.url)
    const back = await consent('ann', Object.fromEntries(url.searchParams))
    const tokens = await oidc.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    })
    assert.equal(tokens.token_type, 'bearer')
    assert.equal(tokens.expires_in, 604_800)
    assert.equal(tokens.claims()?.sub, userId('ann'))
    assert.equal(tokens.claims()?.nonce, nonce)
    const info = await oidc.fetchUserInfo(config, tokens.access_token, userId('ann'))
    assert.equal(info.preferred_username, 'ann')
    assert.equal(info.email, 'ann@example.com')
    const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
    assert.notEqual(refreshed.access_token, tokens.access_token)
    await assert.rejects(oidc.refreshTokenGrant(config, tokens.refresh_token ?? ''), { error: 'invalid_grant' })
    await oidc.tokenRevocation(config, refreshed.access_token)
    for (const token of [tokens.access_token, refreshed.access_token]) {
      assert.equal((await bearer(token).get('/oauth2/@me')).status, 401)
    }
    await assert.rejects(oidc.refreshTokenGrant(config, refreshed.refresh_token ?? ''), { error: 'invalid_grant' })
  })

  test('[AUT-30] @discordjs/core: exchange, current authorization, refresh', async () => {
    const core = new API(new REST({ version: '10', api: platform.api }).setToken('unused'))
    const code = (await consent('bob', ask('site', 'identify guilds'))).searchParams.get('code') ?? ''
    const fields = { ...asSite(), grant_type: 'authorization_code', code, redirect_uri: CALLBACK } as const
    const tokens = await core.oauth2.tokenExchange(fields)
    assert.deepEqual(Object.keys(tokens).sort(), ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'])
    assert.equal(tokens.scope, 'identify guilds')
    const current = new API(
      new REST({ version: '10', api: platform.api, authPrefix: 'Bearer' }).setToken(tokens.access_token),
    )
    const info = await current.oauth2.getCurrentAuthorizationInformation()
    assert.deepEqual(info.scopes, ['identify', 'guilds'])
    assert.equal(info.user?.id, userId('bob'))
    assert.equal(info.application.id, platform.site.applicationId)
    const refreshed = await core.oauth2.refreshToken({
      ...asSite(),
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    })
    assert.equal(refreshed.scope, 'identify guilds')
  })

  test('POST /oauth2/token accepts a code once, within a minute, with its own address, client and verifier', async () => {
    const codeOf = async (more: Record<string, string> = {}) =>
      (await consent('ann', ask('site', 'identify', more))).searchParams.get('code') ?? ''
    const exchange = async (fields: Record<string, string>, client: Record<string, string> = asSite()) => {
      const all = { grant_type: 'authorization_code', redirect_uri: CALLBACK, ...client, ...fields }
      const { status, body } = await form('/oauth2/token', all)
      return status === 200 ? 'ok' : `${status} ${body.error}`
    }
    const code = await codeOf()
    assert.equal(await exchange({ code, redirect_uri: 'https://app.example/elsewhere' }), '400 invalid_grant')
    const other = { client_id: platform.other.applicationId, client_secret: 'other-secret' }
    assert.equal(await exchange({ code }, other), '400 invalid_grant')
    assert.equal(await exchange({ code }), 'ok')
    assert.equal(await exchange({ code }), '400 invalid_grant')
    const challenge = await oidc.calculatePKCECodeChallenge('v'.repeat(43))
    const guarded = await codeOf({ code_challenge: challenge, code_challenge_method: 'S256' })
    assert.equal(await exchange({ code: guarded }), '400 invalid_grant')
    assert.equal(await exchange({ code: guarded, code_verifier: 'w'.repeat(43) }), '400 invalid_grant')
    assert.equal(await exchange({ code: guarded, code_verifier: 'v'.repeat(43) }), 'ok')
    const late = await codeOf()
    platform.clock.advance(60_000)
    assert.equal(await exchange({ code: late }), '400 invalid_grant')
  })

  test('[AUT-30] [END-67] POST /oauth2/token rejects unknown clients, malformed requests and JSON bodies', async () => {
    const refused = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
      const { status, body } = await form('/oauth2/token', fields, headers)
      return [status, body.error, Object.keys(body).sort().join()]
    }
    const keys = 'error,error_description'
    assert.deepEqual(await refused(asSite()), [400, 'invalid_request', keys])
    for (const grant_type of ['password', 'constructor', '__proto__', 'toString']) {
      assert.deepEqual(await refused({ ...asSite(), grant_type }), [400, 'unsupported_grant_type', keys])
    }
    const refresh = { grant_type: 'refresh_token', refresh_token: 'x' }
    assert.deepEqual(await refused({ ...asSite(), ...refresh }), [400, 'invalid_grant', keys])
    const wrong = { client_id: platform.site.applicationId, client_secret: 'wrong', ...refresh }
    assert.deepEqual(await refused(wrong), [401, 'invalid_client', keys])
    assert.deepEqual(await refused({ client_id: platform.site.applicationId, ...refresh }), [
      401,
      'invalid_client',
      keys,
    ])
    const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` })
    assert.deepEqual(await refused(refresh, basic(platform.site.applicationId, 'wrong')), [401, 'invalid_client', keys])
    assert.deepEqual(await refused(refresh, basic(platform.site.applicationId, 'site-secret')), [
      400,
      'invalid_grant',
      keys,
    ])
    // JSON is rejected, as documented.
    const json = await api(platform.api).post<OAuth2ErrorBody>('/oauth2/token', {
      ...asSite(),
      grant_type: 'client_credentials',
    })
    assert.deepEqual([json.status, json.body.error], [400, 'invalid_request'])
  })

  test('[SVC-10] GET and POST /oauth2/authorize reject an unknown application or address without a redirect', async () => {
    const asked = async (query: Record<string, string>) => {
      const path = `/oauth2/authorize?${new URLSearchParams(query)}`
      const [page, response] = [
        await platform.bob.api.get<ResponseOf<'oauth2_get_authorization'>>(path),
        await platform.bob.api.post<ResponseOf<'oauth2_authorize'>>(path, {}),
      ]
      assert.equal(page.status, response.status)
      assert.equal(response.body.location, undefined)
      return response.status
    }
    assert.equal(await asked(ask('site', 'identify', { redirect_uri: 'https://evil.example/callback' })), 400)
    assert.equal(await asked(ask('site', 'identify', { redirect_uri: `${CALLBACK}/../x` })), 400)
    assert.equal(await asked(ask('site', 'identify', { client_id: '1' })), 404)
    assert.equal((await api(platform.api).post('/oauth2/authorize', {})).status, 401)
  })

  test('GET /oauth2/authorize of the API leads browsers, but no other client, to the consent page', async () => {
    // passport-discord and Auth.js send people to this address.
    const query = `?${new URLSearchParams(ask('site', 'identify'))}`
    const open = (base: string, headers: Record<string, string>) =>
      fetch(`${base}/oauth2/authorize${query}`, { headers, redirect: 'manual' })
    const browser = { accept: 'text/html,application/xhtml+xml' }
    for (const base of [platform.api, `${platform.api}/v10`]) {
      const response = await open(base, browser)
      assert.deepEqual([response.status, response.headers.get('location')], [302, `/oauth2/authorize${query}`])
      assert.equal((await open(base, {})).status, 401)
    }
    assert.equal((await open(platform.api, { ...browser, authorization: platform.bob.token })).status, 200)
  })

  test('[END-69] applications create no guild, whatever the body says', async () => {
    const { access_token } = await tokensOf('bob', 'identify guilds')
    const bot = api(platform.api, `Bot ${platform.site.token}`)
    for (const path of ['/guilds', '/guilds/templates/any'])
      for (const body of [{ name: 'mine' }, { name: 'x' }, {}])
        for (const caller of [bearer(access_token), bot]) {
          const { status, code } = await caller.post(path, body)
          assert.deepEqual([status, code], [403, 20001], path)
        }
  })

  test('[SDK-20] POST /oauth2/authorize redirects with an error where the application is not installed that way', async () => {
    const outcome = async (application: Application, integration_type: string, body: object = { authorize: true }) => {
      const { searchParams } = await consent('bob', ask(application, 'identify', { integration_type }), body)
      return searchParams.get('error') ?? (searchParams.has('code') ? 'code' : null)
    }
    assert.equal(await outcome('guilds', '1'), 'invalid_request')
    assert.equal(await outcome('guilds', '7'), 'invalid_request')
    assert.equal(await outcome('guilds', '1', { authorize: true, integration_type: 0 }), 'invalid_request')
    assert.equal(await outcome('guilds', '0'), 'code')
    assert.equal(await outcome('site', '1'), 'code')
    const page = await person('bob').get<OAuth2ErrorBody>(
      `/oauth2/authorize?${new URLSearchParams(ask('guilds', 'identify', { integration_type: '1' }))}`,
    )
    assert.deepEqual([page.status, page.body.error], [400, 'invalid_request'], 'the page shows it before a consent')
  })

  test('[SDK-8] [SDK-13] [USR-2] [AUT-10] POST /oauth2/authorize redirects with faults and refusals to the application', async () => {
    const error = async (query: Record<string, string>, body?: object) => {
      const to = await consent('bob', query, body)
      assert.equal(to.searchParams.get('state'), 's')
      assert.equal(to.searchParams.get('code'), null)
      return to.searchParams.get('error')
    }
    const s = { state: 's' }
    assert.equal(await error(ask('site', 'identify', s), { authorize: false }), 'access_denied')
    assert.equal(await error(ask('site', 'identify nonsense', s)), 'invalid_scope')
    assert.equal(await error(ask('site', '', s)), 'invalid_scope')
    assert.equal(await error(ask('site', 'identify identify.premium', s)), 'invalid_scope')
    assert.equal(await error(ask('site', 'rpc', s)), 'invalid_scope')
    assert.equal(await error(ask('site', 'applications.commands.update', s)), 'invalid_scope')
    assert.equal(await error(ask('site', 'identify', { ...s, response_type: 'nonsense' })), 'unsupported_response_type')
    const plain = { ...s, code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }
    assert.equal(await error(ask('site', 'identify', plain)), 'invalid_request')
    const page = await platform.bob.api.get<ResponseOf<'oauth2_get_authorization'>>(
      `/oauth2/authorize?${new URLSearchParams(ask('site', 'identify guilds'))}`,
    )
    assert.deepEqual(page.body.scopes, ['identify', 'guilds'])
  })
})

describe('other grants', () => {
  test('[AUT-1] an implicit grant returns a token in the fragment without a refresh token', async () => {
    const to = await consent('bob', ask('site', 'identify', { response_type: 'token', state: 's' }))
    const parameters = new URLSearchParams(to.hash.slice(1))
    assert.deepEqual([...parameters.keys()].sort(), ['access_token', 'expires_in', 'scope', 'state', 'token_type'])
    const me = await bearer(parameters.get('access_token') ?? '').get<CurrentUserObject>('/users/@me')
    assert.equal(me.body.id, userId('bob'))
  })

  test('[AUT-1] a client credentials grant returns a token of the owner and is closed to public clients', async () => {
    const fields = { grant_type: 'client_credentials', scope: 'identify applications.commands.update' }
    const { body } = await form('/oauth2/token', { ...asSite(), ...fields })
    assert.equal(body.refresh_token, undefined)
    const me = await bearer(String(body.access_token)).get<CurrentUserObject>('/users/@me')
    assert.equal(me.body.id, userId('ann'))
    const refused = await form('/oauth2/token', { client_id: platform.game.applicationId, ...fields })
    assert.deepEqual([refused.status, refused.body.error], [400, 'unauthorized_client'])
    const bot = await form('/oauth2/token', { ...asSite(), ...fields, scope: 'bot' })
    assert.deepEqual([bot.status, bot.body.error], [400, 'invalid_scope'])
  })

  test('[AUT-1] [AUT-10] a public client uses a verifier instead of a secret and a loopback address with any port', async () => {
    const verifier = oidc.randomPKCECodeVerifier()
    const redirect_uri = 'http://127.0.0.1:53124/callback'
    const query = { ...ask('game', 'identify'), redirect_uri }
    const guarded = {
      ...query,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    const exchange = async (from: URL, more: Record<string, string>) => {
      const code = from.searchParams.get('code') ?? ''
      const fields = {
        grant_type: 'authorization_code',
        client_id: platform.game.applicationId,
        code,
        redirect_uri,
        ...more,
      }
      return (await form('/oauth2/token', fields)).status
    }
    assert.equal(await exchange(await consent('bob', query), {}), 400)
    assert.equal(await exchange(await consent('bob', guarded), { code_verifier: verifier }), 200)
  })

  test('[AUT-1] openid-client: a device polls until a person grants it', async () => {
    const config = await oidc.discovery(new URL(platform.url), platform.site.applicationId, 'site-secret', undefined, {
      execute: [oidc.allowInsecureRequests],
    })
    const begun = await oidc.initiateDeviceAuthorization(config, { scope: 'identify' })
    assert.equal(begun.expires_in, 300)
    assert.equal(begun.interval, 5)
    const poll = async () => {
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
      const { body } = await form('/oauth2/token', { ...asSite(), grant_type, device_code: begun.device_code })
      return body.error ?? 'ok'
    }
    assert.equal(await poll(), 'authorization_pending')
    assert.equal(await poll(), 'slow_down')
    const typed = begun.user_code.toLowerCase().replace(/(.{4})/, '$1-')
    const seen = await platform.bob.api.post<{ scopes: string[] }>('/oauth2/device/verify', { user_code: typed })
    assert.deepEqual(seen.body.scopes, ['identify'])
    assert.equal((await platform.bob.api.post('/oauth2/device/verify', { user_code: 'ZZZZZZZZ' })).status, 404)
    assert.equal((await platform.bob.api.post('/oauth2/device/finish', { user_code: typed })).status, 204)
    assert.equal((await platform.bob.api.post('/oauth2/device/finish', { user_code: typed })).status, 404)
    platform.clock.advance(5_000)
    assert.equal(await poll(), 'ok')
    assert.equal(await poll(), 'invalid_grant')
    const denied = await oidc.initiateDeviceAuthorization(config, { scope: 'identify' })
    await platform.bob.api.post('/oauth2/device/finish', { user_code: denied.user_code, result: 'denied' })
    await assert.rejects(oidc.pollDeviceAuthorizationGrant(config, { ...denied, interval: 0 }), {
      error: 'access_denied',
    })
    const late = await oidc.initiateDeviceAuthorization(config, { scope: 'identify' })
    platform.clock.advance(300_000)
    await assert.rejects(oidc.pollDeviceAuthorizationGrant(config, { ...late, interval: 0 }), {
      error: 'expired_token',
    })
  })
})

describe('scopes of a token', () => {
  test('[USR-1] GET /users/@me returns the fields that the scopes of a token cover', async () => {
    const get = async (scope: string, application?: Application) =>
      await bearer((await tokensOf('ann', scope, application)).access_token).get<CurrentUserObject>('/users/@me')
    const me = async (scope: string, application?: Application) => (await get(scope, application)).body
    const plain = await me('identify')
    assert.deepEqual([plain.premium_type, 'email' in plain], [0, false])
    assert.equal((await me('identify email')).email, 'ann@example.com')
    assert.equal((await me('identify', 'partner')).premium_type, 0)
    assert.equal((await me('identify identify.premium', 'partner')).premium_type, 2)
    assert.equal((await get('guilds')).code, 50026)
  })

  test('[END-1] [END-2] GET /users/@me/connections needs the scope and rejects bots', async () => {
    const { access_token } = await tokensOf('bob', 'connections')
    const list = await bearer(access_token).get<ConnectionObject[]>('/users/@me/connections')
    const [github] = list.body
    assert.deepEqual(Object.keys(github ?? {}).sort(), [
      'friend_sync',
      'id',
      'integrations',
      'name',
      'revoked',
      'show_activity',
      'two_way_link',
      'type',
      'verified',
      'visibility',
    ])
    const without = await bearer((await tokensOf('bob', 'identify')).access_token).get<ConnectionObject[]>(
      '/users/@me/connections',
    )
    assert.deepEqual([without.status, without.code], [403, 50026])
    const bot = platform.site.api
    const refused = await bot.get<ConnectionObject[]>('/users/@me/connections')
    assert.deepEqual([refused.status, refused.code], [403, 20001])
    const empty = await platform.ann.api.get('/users/@me/connections')
    assert.deepEqual(empty.body, [])
  })

  test('@discordjs/core: metadata records of an application and role connections of a person', async () => {
    const bot = new API(new REST({ api: platform.api }).setToken(platform.site.token))
    const records = [
      { type: 2, key: 'cookies', name: 'Cookies', description: 'Eaten' },
      { type: 7, key: 'nuts', name: 'Nuts', description: 'Allergic' },
    ]
    const id = platform.site.applicationId
    assert.deepEqual(await bot.rest.put(`/applications/${id}/role-connections/metadata`, { body: records }), records)
    assert.deepEqual(await bot.rest.get(`/applications/${id}/role-connections/metadata`), records)
    const { access_token } = await tokensOf('bob', 'role_connections.write')
    const user = new API(new REST({ api: platform.api, authPrefix: 'Bearer' }).setToken(access_token))
    assert.deepEqual(await user.users.getApplicationRoleConnection(id), { platform_username: null, metadata: {} })
    const said = { platform_name: 'Bakery', platform_username: 'bob', metadata: { cookies: 12, nuts: 'x' } }
    const path = `/users/@me/applications/${id}/role-connection`
    const refused = await bearer(access_token).put<RoleConnectionObject>(path, said)
    assert.deepEqual([refused.status, refused.code], [400, 50035])
    const right = { ...said, metadata: { cookies: '12', nuts: '0' } }
    assert.deepEqual(await user.users.updateApplicationRoleConnection(id, right), right)
    assert.deepEqual(await user.users.getApplicationRoleConnection(id), right)
    const more = { ...right, metadata: { ...right.metadata, unconfigured: 'x' } }
    assert.deepEqual(await user.users.updateApplicationRoleConnection(id, more), right)
    assert.deepEqual(await user.users.getApplicationRoleConnection(id), right)
    const others = await bearer(access_token).get<RoleConnectionObject>(
      `/users/@me/applications/${platform.other.applicationId}/role-connection`,
    )
    assert.deepEqual([others.status, others.code], [403, 20012])
    const plain = await bearer((await tokensOf('bob', 'identify')).access_token).get<RoleConnectionObject>(path)
    assert.deepEqual([plain.status, plain.code], [403, 50026])
    assert.equal((await bearer(access_token).delete(path)).status, 204)
    assert.deepEqual((await user.users.getApplicationRoleConnection(id)).metadata, {})
    const wrong = [...records, { ...records[0], name: 'Twice' }, { type: 9, key: 'No', name: 'x', description: 'x' }]
    const site = platform.site.api
    const invalid = await site.put<ResponseOf<'update_application_role_connections_metadata'>>(
      `/applications/${id}/role-connections/metadata`,
      wrong,
    )
    assert.equal(invalid.code, 50035)
    const implicit = ask('site', 'role_connections.write', { response_type: 'token' })
    assert.match((await consent('bob', implicit)).hash, /error=invalid_scope/)
  })

  test('POST /applications/{id}/attachment accepts any token of the application and rejects other tokens', async () => {
    const { access_token } = await tokensOf('bob', 'identify')
    const upload = async (application: Application, token: string, name = 'file') => {
      const body = new FormData()
      body.set(name, new Blob(['moment'], { type: 'text/plain' }), 'moment.txt')
      return api(platform.api, token).post<ResponseOf<'upload_application_attachment'>>(
        `/applications/${appId(application)}/attachment`,
        body,
      )
    }
    const { status, body } = await upload('site', `Bearer ${access_token}`)
    assert.equal(status, 200, JSON.stringify(body))
    const { filename, size, ephemeral, url } = body.attachment
    assert.deepEqual([filename, size, ephemeral], ['moment.txt', 6, true])
    assert.equal(await (await fetch(String(url))).text(), 'moment')
    assert.equal((await upload('site', `Bot ${platform.site.token}`)).status, 200)
    assert.equal((await upload('other', `Bearer ${access_token}`)).code, 20012)
    const none = await bearer(access_token).post<ResponseOf<'upload_application_attachment'>>(
      `/applications/${platform.site.applicationId}/attachment`,
      new FormData(),
    )
    assert.equal(none.code, 50035)
  })

  test('[AUT-13] /oauth2/tokens lists and deletes the authorizations of a person', async () => {
    const { access_token, refresh_token } = await tokensOf('bob', 'identify guilds', 'other')
    const list = await platform.bob.api.get<{ id: string; scopes: string[] }[]>('/oauth2/tokens')
    assert.deepEqual(list.body.find(({ id }) => id === platform.other.applicationId)?.scopes, ['identify', 'guilds'])
    assert.equal((await platform.bob.api.delete(`/oauth2/tokens/${platform.other.applicationId}`)).status, 204)
    assert.equal((await bearer(access_token).get('/users/@me')).status, 401)
    const client = { client_id: platform.other.applicationId, client_secret: 'other-secret' }
    const refreshed = await form('/oauth2/token', { grant_type: 'refresh_token', refresh_token, ...client })
    assert.equal(refreshed.body.error, 'invalid_grant')
  })

  test('[AUT-15] [END-68] [ERR-5] POST /oauth2/token gives one error for every invalid refresh token', async () => {
    const refresh = async (refresh_token: string) =>
      form('/oauth2/token', { grant_type: 'refresh_token', refresh_token, ...asSite() })
    const invalidGrant = { error: 'invalid_grant', error_description: 'Invalid "refresh_token" in request' }
    const used = await tokensOf('bob', 'identify')
    assert.equal((await refresh(used.refresh_token)).status, 200)
    const revoked = await tokensOf('bob', 'identify')
    await form('/oauth2/token/revoke', { token: revoked.access_token, ...asSite() })
    const foreign = await tokensOf('bob', 'identify', 'other')
    const removed = await tokensOf('ann', 'identify')
    await platform.ann.api.delete(`/oauth2/tokens/${platform.site.applicationId}`)
    for (const { refresh_token } of [used, revoked, foreign, removed, { refresh_token: 'never was' }]) {
      const { status, body } = await refresh(refresh_token)
      assert.deepEqual([status, body], [400, invalidGrant])
    }
  })

  test('the oldest token of an application ends when it is issued a 26th for one user', async () => {
    const first = await tokensOf('ann', 'identify', 'partner')
    assert.equal((await bearer(first.access_token).get('/users/@me')).status, 200)
    platform.clock.advance(1000)
    const second = await tokensOf('ann', 'identify', 'partner')
    platform.clock.advance(1000)
    for (let n = 0; n < 24; n += 1) await tokensOf('ann', 'identify', 'partner')
    const client = { client_id: platform.partner.applicationId, client_secret: 'partner-secret' }
    const refresh = async (refresh_token: string) =>
      (await form('/oauth2/token', { grant_type: 'refresh_token', refresh_token, ...client })).status
    assert.equal((await bearer(first.access_token).get('/users/@me')).status, 401)
    assert.equal((await bearer(second.access_token).get('/users/@me')).status, 200)
    assert.deepEqual([await refresh(first.refresh_token), await refresh(second.refresh_token)], [400, 200])
  })

  test('[AUT-11] an application revokes only its own tokens, and a token expires after seven days', async () => {
    const { access_token } = await tokensOf('bob', 'identify')
    const other = { client_id: platform.other.applicationId, client_secret: 'other-secret' }
    assert.equal((await form('/oauth2/token/revoke', { token: access_token, ...other })).status, 200)
    assert.equal((await bearer(access_token).get('/users/@me')).status, 200)
    platform.clock.advance(604_800_000 - 10_000)
    assert.equal((await bearer(access_token).get('/users/@me')).status, 200)
    platform.clock.advance(10_001)
    assert.equal((await bearer(access_token).get('/users/@me')).status, 401)
  })
})

describe('adding applications', () => {
  test('POST /oauth2/authorize adds a bot with a managed role, sends the events, and the token response has the guild', async () => {
    const gateway = await platform.site.opens({ intents: Intent.GUILDS })
    const guildId = platform.bobs.id
    const permissions = String(Permission.MANAGE_MESSAGES | Permission.VIEW_CHANNEL)
    const query = ask('site', 'bot identify', { permissions, state: 's' })
    const back = await consent('bob', query, { authorize: true, guild_id: guildId })
    assert.equal(back.searchParams.get('guild_id'), guildId)
    assert.equal(back.searchParams.get('permissions'), permissions)
    const { d } = await gateway.next<{ id: string; roles: { name: string; managed: boolean; permissions: string }[] }>(
      'GUILD_CREATE',
    )
    assert.equal(d.id, guildId)
    const role = d.roles.find(({ name }) => name === 'Site')
    assert.deepEqual([role?.managed, role?.permissions], [true, permissions])
    const fields = { grant_type: 'authorization_code', redirect_uri: CALLBACK, ...asSite() }
    const { body } = await form('/oauth2/token', { ...fields, code: back.searchParams.get('code') ?? '' })
    assert.equal(body.guild?.id, guildId)
    const log = await platform.bob.api.get<{ audit_log_entries: { action_type: number; target_id: string }[] }>(
      `/guilds/${guildId}/audit-logs?action_type=28`,
    )
    assert.equal(log.body.audit_log_entries.length, 1)
    // A second authorization changes nothing.
    await consent('bob', query, { authorize: true, guild_id: guildId })
    const roles = await platform.bob.api.get<unknown[]>(`/guilds/${guildId}/roles`)
    assert.equal(roles.body.length, 2)
    await gateway.close()
  })

  test('POST /oauth2/authorize without a redirect returns the platform’s page and requires MANAGE_GUILD', async () => {
    const guild_id = platform.lab.id
    const query = { client_id: platform.site.applicationId, scope: 'bot applications.commands', guild_id }
    const path = `/oauth2/authorize?${new URLSearchParams(query)}`
    const refused = await platform.bob.api.post<ResponseOf<'oauth2_authorize'>>(path, { authorize: true })
    assert.deepEqual([refused.status, refused.code], [403, 50013])
    assert.equal((await consent('ann', query)).pathname, '/oauth2/authorized')
    const members = await platform.ann.api.get<{ user: { username: string } }[]>(`/guilds/${guild_id}/members?limit=10`)
    assert.equal(members.body.length, 3)
    const hermit = { client_id: platform.hermit.applicationId, scope: 'bot', guild_id: platform.bobs.id }
    const private_ = await platform.bob.api.post<ResponseOf<'oauth2_authorize'>>(
      `/oauth2/authorize?${new URLSearchParams(hermit)}`,
      {},
    )
    assert.deepEqual([private_.status, private_.code], [403, 20012])
  })

  test('POST /oauth2/token returns a working webhook for the webhook.incoming scope', async () => {
    const channel = platform.bobs.general.id
    const back = await consent('bob', ask('site', 'webhook.incoming'), { authorize: true, webhook_channel_id: channel })
    const fields = { grant_type: 'authorization_code', redirect_uri: CALLBACK, ...asSite() }
    const { body } = await form('/oauth2/token', { ...fields, code: back.searchParams.get('code') ?? '' })
    const webhook = body.webhook as { id: string; token: string; channel_id: string; application_id: string }
    assert.deepEqual([webhook.channel_id, webhook.application_id], [channel, platform.site.applicationId])
    const sent = await api(platform.api).post<ResponseOf<'execute_webhook'>>(
      `/webhooks/${webhook.id}/${webhook.token}?wait=true`,
      {
        content: 'hi',
      },
    )
    assert.equal(sent.body?.content, 'hi')
    const lab = platform.lab.general.id
    const path = `/oauth2/authorize?${new URLSearchParams(ask('site', 'webhook.incoming'))}`
    const refused = await platform.bob.api.post<ResponseOf<'oauth2_authorize'>>(path, { webhook_channel_id: lab })
    assert.deepEqual([refused.status, refused.code], [403, 50013])
  })
})

test('[END-3] [END-4] [END-5] [END-6] [VER-1] [VER-2] GET /users/@me/connections omits the connections of two platforms by date', async () => {
  const types = async (date: string, world_: object) => {
    const dated = await startPlatform({ world: world_, date: Date.parse(date) })
    const mine = api(dated.api, dated.world?.users.bob?.token)
    await mine.put('/users/@me/connections/battlenet/new', { name: 'new' })
    await mine.put('/users/@me/connections/riotgames/new', { name: 'new' })
    const { body } = await mine.get<{ type: string; name: string }[]>('/users/@me/connections')
    const elsewhere = ['/users/@me', `/users/${dated.world?.users.bob?.id}`, '/users/@me/guilds']
    for (const path of elsewhere) {
      const text = JSON.stringify((await mine.get(path)).body)
      assert.doesNotMatch(text, /bob#1|bob-lol|battlenet|riotgames|leagueoflegends/)
    }
    await dated.close()
    return body.map(({ type, name }) => `${type} ${name}`).sort()
  }
  const old = ['battlenet bob#1', 'github bob-on-github', 'leagueoflegends bob-lol']
  assert.deepEqual(await types('2026-07-06T23:00:00Z', world), [...old, 'battlenet new', 'riotgames new'].sort())
  assert.deepEqual(await types('2026-07-07T00:00:00Z', world), [...old, 'battlenet new'].sort())
  assert.deepEqual(await types('2026-07-09T23:00:00Z', world), [...old, 'battlenet new'].sort())
  assert.deepEqual(await types('2026-07-10T00:00:00Z', world), [
    'battlenet bob#1',
    'battlenet new',
    'github bob-on-github',
  ])
  assert.deepEqual(await types('2026-08-14T00:00:00Z', world), ['battlenet bob#1', 'github bob-on-github'])
  assert.deepEqual(await types('2026-09-21T23:00:00Z', world), ['battlenet bob#1', 'github bob-on-github'])
  assert.deepEqual(await types('2026-09-22T00:00:00Z', world), ['github bob-on-github'])
})
