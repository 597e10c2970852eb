/** Provisional accounts: players sign in by an id of the game's server, or by a token from elsewhere. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type CurrentUserObject, UserFlag } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { type GameLab, gameLab } from '../support/game-lab.ts'

let lab: GameLab
before(async () => {
  lab = await gameLab({ rateLimits: 'off' })
})
after(() => lab[Symbol.asyncDispose]())

const self = async (token: string) => (await lab.bearer(token).get<CurrentUserObject>('/users/@me')).body

describe('POST /partner-sdk/token/bot', () => {
  test('[AUT-21] signs in a new player with a token of seven days, without a refresh token', async () => {
    const { status, body, headers } = await lab.signInByBot('game', 'p-1', { preferred_global_name: 'Zoë' })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'id_token', 'scope', 'token_type'])
    assert.deepEqual([body.token_type, body.expires_in, body.scope], ['Bearer', 604_800, 'sdk.social_layer'])
    assert.equal(headers.get('cache-control'), 'no-store')
    const user = await self(body.access_token)
    assert.equal(user.global_name, 'Zoë')
    assert.match(String(user.username), /^zoe_[a-z0-9]{8}$/)
    assert.ok(Number(user.flags) & UserFlag.PROVISIONAL_ACCOUNT)
    const keys = createRemoteJWKSet(new URL(`${lab.platform.api}/oauth2/keys`))
    const { payload } = await jwtVerify(body.id_token ?? '', keys, { audience: lab.app('game') })
    assert.deepEqual([payload.sub, payload.iss], [user.id, lab.platform.url])
  })

  test('returns the same account for the same id, and another one for another id or game', async () => {
    const first = await lab.player('game', 'p-2')
    assert.equal((await lab.player('game', 'p-2')).id, first.id)
    assert.notEqual((await lab.player('game', 'P-2')).id, first.id)
    assert.notEqual((await lab.player('rival', 'p-2')).id, first.id)
  })

  test('creates one account for simultaneous first sign-ins', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => lab.player('game', 'p-racing')))
    assert.equal(new Set(all.map(({ id }) => id)).size, 1)
  })

  test('gives players of one display name different usernames', async () => {
    const [one, other] = await Promise.all(
      ['p-3', 'p-4'].map(async (id) => {
        const { body } = await lab.signInByBot('game', id, { preferred_global_name: 'Discord 官方' })
        return self(body.access_token)
      }),
    )
    assert.deepEqual([one?.global_name, other?.global_name], ['Discord 官方', 'Discord 官方'])
    assert.notEqual(one?.username, other?.username)
    // Usernames must not look like the platform's own.
    assert.match(String(one?.username), /^player_/)
  })

  test('renames the player when the game prefers another name, and keeps a name that the player chose', async () => {
    const { token } = await lab.player('game', 'p-5', { preferred_global_name: 'Old' })
    await lab.player('game', 'p-5', { preferred_global_name: 'New' })
    assert.equal((await self(token)).global_name, 'New')
    const renamed = await lab.bearer(token).patch('/users/@me/account', { global_name: 'Mine' })
    assert.deepEqual([renamed.status, renamed.body.global_name], [200, 'Mine'])
    await lab.player('game', 'p-5', { preferred_global_name: 'New' })
    await lab.player('game', 'p-5')
    assert.equal((await self(token)).global_name, 'Mine')
  })

  test('rejects ids and names of a wrong length', async () => {
    for (const body of [
      { external_user_id: '' },
      { external_user_id: 'x'.repeat(1025) },
      {},
      { external_user_id: 'p-bad', preferred_global_name: '' },
      { external_user_id: 'p-bad', preferred_global_name: 'x'.repeat(33) },
    ]) {
      const { status, body: error } = await lab.bot('game').post('/partner-sdk/token/bot', body)
      assert.deepEqual([status, error.code], [400, 50035], JSON.stringify(body))
    }
    assert.equal((await lab.signInByBot('game', 'x'.repeat(1024))).status, 200)
  })

  test('is for bots of games only, and not for a child of a publisher [AUT-25]', async () => {
    for (const [name, code] of [['site', 530000] as const, ['chapter', 530000] as const]) {
      const { status, body } = await lab.signInByBot(name, 'p-6')
      assert.deepEqual([status, body.code], [403, code], name)
    }
    const { token } = await lab.player('game', 'p-6')
    const body = { external_user_id: 'p-7' }
    assert.equal((await lab.bearer(token).post('/partner-sdk/token/bot', body)).body.code, 20002)
    assert.equal((await lab.person('ann').post('/partner-sdk/token/bot', body)).body.code, 20002)
    assert.equal((await lab.anyone().post('/partner-sdk/token/bot', body)).status, 401)
  })

  test('adds a further identity to an account of the game that `provisional_user_id` names', async () => {
    const signedIn = await lab.signIn('game', await lab.issuer.token('s-moving'))
    const id = await lab.userIdOf(signedIn.body.access_token)
    const attached = await lab.player('game', 'p-moving', { provisional_user_id: id })
    assert.equal(attached.id, id)
    assert.equal((await lab.player('game', 'p-moving')).id, id)
    const stranger = await lab.player('rival', 'p-8')
    for (const [provisional_user_id, code] of [
      [stranger.id, 10013],
      [lab.user('ann'), 10013],
      ['1', 10013],
      [id, 530023],
    ] as const) {
      const { status, body } = await lab.signInByBot('game', 'p-9', { provisional_user_id })
      assert.deepEqual([status, body.code], [code === 10013 ? 404 : 400, code], provisional_user_id)
    }
    const other = await lab.player('game', 'p-10')
    const conflict = await lab.signInByBot('game', 'p-moving', { provisional_user_id: other.id })
    assert.equal(conflict.code, 530023)
  })
})

describe('POST /partner-sdk/token', () => {
  test('[AUT-21] signs in a player with a refresh token for OIDC with a secret, else without', async () => {
    const token = await lab.issuer.token('s-1', { claims: { preferred_username: 'Ada' } })
    const { status, body } = await lab.signIn('game', token)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(Object.keys(body).sort(), [
      'access_token',
      'expires_in',
      'id_token',
      'refresh_token',
      'scope',
      'token_type',
    ])
    const user = await self(body.access_token)
    assert.deepEqual([user.global_name, Number(user.flags) & UserFlag.PROVISIONAL_ACCOUNT], ['Ada', 1 << 23])
    const publicly = await lab.signIn('arcade', token)
    assert.equal(publicly.status, 200)
    assert.equal('refresh_token' in publicly.body, false)
    assert.notEqual((await self(publicly.body.access_token)).id, user.id)
  })

  test('uses the generated username without a preferred_username that can be displayed', async () => {
    for (const [index, preferred_username] of [undefined, '', '   ', 'x'.repeat(33), 5, null].entries()) {
      const token = await lab.issuer.token(`s-nameless-${index}`, { claims: { preferred_username } })
      const { body } = await lab.signIn('game', token)
      const user = await self(body.access_token)
      assert.equal(user.global_name, null)
      assert.match(String(user.username), /^player_[a-z0-9]{8}$/)
    }
  })

  test('[AUT-27] demands the secret of a confidential client, and none of a public one', async () => {
    const token = await lab.issuer.token('s-2')
    for (const client_secret of [undefined, null, '', 'wrong']) {
      const { status, body } = await lab.signIn('game', token, { client_secret })
      assert.deepEqual([status, body.code], [401, 530007], String(client_secret))
    }
    assert.equal((await lab.signIn('arcade', token, { client_secret: 'wrong' })).body.code, 530007)
    assert.equal((await lab.signIn('game', token, { client_id: '1' })).body.code, 10002)
    assert.equal((await lab.signIn('site', token)).body.code, 530000)
    assert.equal((await lab.signIn('chapter', token)).body.code, 530000)
  })

  test('rejects types without a configured provider, and unknown types', async () => {
    const token = await lab.issuer.token('s-3')
    for (const type of ['STEAM_SESSION_TICKET', 'EPIC_ONLINE_SERVICES_ID_TOKEN', 'APPLE_ID_TOKEN']) {
      const { status, body } = await lab.signIn('game', token, { external_auth_type: type })
      assert.deepEqual([status, body.code], [400, 530008], type)
    }
    assert.equal((await lab.signIn('publisher', token)).body.code, 530008)
    assert.equal((await lab.signIn('game', token, { external_auth_type: 'LDAP' })).body.code, 50035)
    assert.equal((await lab.signIn('game', 'x'.repeat(10_241))).body.code, 50035)
  })

  test('signs in again with a token that the game’s server got, and refuses all other tokens', async () => {
    const type = 'DISCORD_BOT_ISSUED_ACCESS_TOKEN'
    const { token, id } = await lab.player('game', 'p-20')
    const { status, body } = await lab.signIn('game', token, { external_auth_type: type })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(await lab.userIdOf(body.access_token), id)
    const rival = await lab.player('rival', 'p-20')
    const oidcToken = (await lab.signIn('game', await lab.issuer.token('s-4'))).body.access_token
    for (const wrong of ['nonsense', rival.token, oidcToken]) {
      const refused = await lab.signIn('game', wrong, { external_auth_type: type })
      assert.deepEqual([refused.status, refused.code], [403, 50025])
    }
  })

  test('[AUT-22] [VER-18] refreshes tokens of an OIDC player with a Deprecation header', async () => {
    const { body } = await lab.signIn('game', await lab.issuer.token('s-5'))
    const fields = { grant_type: 'refresh_token', refresh_token: body.refresh_token ?? '', ...lab.client('game') }
    const refreshed = await lab.form('/oauth2/token', fields)
    assert.equal(refreshed.status, 200, JSON.stringify(refreshed.body))
    assert.equal(refreshed.headers.get('deprecation'), 'true')
    assert.equal(await lab.userIdOf(refreshed.body.access_token), await lab.userIdOf(body.access_token))
    assert.deepEqual((await lab.form('/oauth2/token', fields)).body.error, 'invalid_grant')
    const full = await lab.authorize('ann', 'game')
    const again = { grant_type: 'refresh_token', refresh_token: full.refresh_token ?? '', ...lab.client('game') }
    assert.equal((await lab.form('/oauth2/token', again)).headers.get('deprecation'), null)
  })
})

describe('PATCH /users/@me/account', () => {
  test('names a provisional account and nobody else’s', async () => {
    const { token } = await lab.player('game', 'p-30')
    const call = (key: string | undefined, body: object) => api(lab.platform.api, key).patch('/users/@me/account', body)
    assert.equal((await call(`Bearer ${token}`, { global_name: 'x'.repeat(33) })).body.code, 50035)
    assert.equal((await call(`Bearer ${token}`, { global_name: ' ' })).body.code, 50035)
    assert.equal((await call(`Bearer ${token}`, {})).body.code, 50035)
    const { access_token } = await lab.authorize('bob', 'game')
    assert.equal((await call(`Bearer ${access_token}`, { global_name: 'Bobby' })).body.code, 50026)
    assert.equal((await lab.person('bob').patch('/users/@me/account', { global_name: 'Bobby' })).status, 401)
    assert.equal((await lab.person('bob').get<CurrentUserObject>('/users/@me')).body.global_name, null)
  })
})

test('[AUT-23] a token of a provisional account expires after seven days, and the next sign-in keeps the account', async () => {
  await using own = await gameLab()
  const { token, id } = await own.player('game', 'p-40')
  own.platform.clock.advance(604_800_000)
  assert.equal((await own.bearer(token).get('/users/@me')).status, 401)
  assert.equal((await own.player('game', 'p-40')).id, id)
})
