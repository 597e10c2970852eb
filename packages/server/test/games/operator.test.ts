/** The operator's key, and bans from the whole platform. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { api, RawGateway, type ResponseOf } from '@guildhall/testing'
import { botIssued, type GameLab, gameLab } from '../support/game-lab.ts'
import { spawnPlatform } from '../support/platform.ts'
import { testStore } from '../support/test-store.ts'

let lab: GameLab
before(async () => {
  lab = await gameLab({ rateLimits: 'off' })
})
after(() => lab[Symbol.asyncDispose]())

const ban = (name: string, duration_seconds: number | null | undefined, on = lab) =>
  on.operator().post(`/admin/users/${on.user(name)}/ban`, { duration_seconds })
const unban = (name: string, on = lab) => on.operator().delete(`/admin/users/${on.user(name)}/ban`)

/** Links a person with a new player. */
async function linked(name: string, external: string, on = lab) {
  const player = await on.player('game', external)
  const { status, body } = await on.merge(name, 'game', player.token)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const mergeInto = async (name: string, token: string, on = lab) =>
  on.exchange('game', await on.consent(name, 'game'), botIssued(token))

describe('the control key', () => {
  test('stays the same over restarts of one data folder, and another folder has another', async () => {
    const data = await mkdtemp(join(tmpdir(), 'guildhall-control-'))
    const { databaseUrl, drop } = await testStore()
    const options = { data, ...(databaseUrl !== undefined && { databaseUrl }) }
    try {
      await using first = await spawnPlatform(options)
      assert.equal(first.control.url, `${first.url}/control`)
      assert.match(first.control.key, /^[\w-]{43}$/)
      await first.stop()
      await using second = await spawnPlatform(options)
      assert.equal(second.control.key, first.control.key)
      assert.notEqual(lab.platform.control.key, first.control.key)
      const alice = second.world.users.alice?.id
      const operator = api(second.api, `Bearer ${second.control.key}`)
      assert.equal((await operator.post(`/admin/users/${alice}/ban`, {})).status, 204)
    } finally {
      await drop()
      await rm(data, { recursive: true, force: true })
    }
  })

  test('opens operations of the operator only, and no other key opens them', async () => {
    const { key } = lab.platform.control
    const path = `/admin/users/${lab.user('cleo')}/ban`
    const player = await lab.player('game', 'o-1')
    const callers = [
      api(lab.platform.api),
      api(lab.platform.api, key),
      api(lab.platform.api, `Bot ${key}`),
      api(lab.platform.api, `Basic ${key}`),
      api(lab.platform.api, `Bearer ${key}x`),
      api(lab.platform.api, `Bearer ${key.slice(1)}`),
      api(lab.platform.api, 'Bearer '),
      lab.bearer(player.token),
      lab.person('ann'),
      lab.bot('game'),
    ]
    for (const caller of callers) {
      const { status } = await caller.post(path, { duration_seconds: null })
      assert.ok(status === 401 || status === 403, `${status}`)
    }
    assert.equal((await lab.person('cleo').get('/users/@me')).status, 200)
    for (const other of ['/users/@me', '/oauth2/@me', '/users/@me/guilds', `/guilds/${lab.user('ann')}`])
      assert.equal((await lab.operator().get(other)).status, 401, other)
  })
})

describe('POST and DELETE /admin/users/{id}/ban', () => {
  test('[SUB-6] [SUB-7] [SUB-8] ends all authorizations and leaves a restricted provisional account', async () => {
    const tokens = await linked('ann', 'b-1')
    const elsewhere = await lab.authorize('ann', 'site', 'identify')
    const inGame = await RawGateway.connect(lab.platform.gateway)
    await inGame.identify({ token: `Bearer ${tokens.access_token}` })
    const inWeb = await RawGateway.connect(lab.platform.gateway)
    await inWeb.identify({ token: String(lab.platform.ann.token) })
    const bystander = await lab.authorize('bob', 'game')

    assert.equal((await ban('ann', null)).status, 204)
    assert.equal((await inGame.closed).code, 4004)
    assert.equal((await inWeb.closed).code, 4004)
    for (const token of [tokens.access_token, elsewhere.access_token]) {
      const { status, body } = await lab.bearer(token).get('/users/@me')
      assert.deepEqual([status, body.code], [401, 0])
    }
    for (const [application, { refresh_token = '' }] of [
      ['game', tokens],
      ['site', elsewhere],
    ] as const) {
      const fields = { grant_type: 'refresh_token', refresh_token, ...lab.client(application) }
      assert.equal((await lab.form('/oauth2/token', fields)).body.error, 'invalid_grant')
    }
    assert.equal((await lab.bearer(bystander.access_token).get('/users/@me')).status, 200)

    const restricted = await lab.player('game', 'b-1')
    assert.notEqual(restricted.id, lab.user('ann'))
    const identities = await lab
      .bot('game')
      .get<ResponseOf<'list_user_application_identities'>>(
        `/users/${lab.user('ann')}/application-identities/${lab.app('game')}`,
      )
    if (identities.status === 200) assert.deepEqual(identities.body, { identities: [] })
    const refused = await mergeInto('cleo', restricted.token)
    assert.deepEqual([refused.status, refused.code], [400, 530017])
    assert.equal((await unban('ann')).status, 204)
  })

  test('a banned person cannot sign in, use a session, or connect; a lifted ban restores the session', async () => {
    const { token, password, username } = lab.platform.world?.users.bob ?? assert.fail()
    assert.equal((await ban('bob', null)).status, 204)
    assert.equal((await lab.person('bob').get('/users/@me')).status, 401)
    const gateway = await RawGateway.connect(lab.platform.gateway)
    gateway.send(2, { token, intents: 0, properties: {} })
    assert.equal((await gateway.closed).code, 4004)
    const login = await lab.anyone().post('/auth/login', { login: username, password })
    assert.deepEqual([login.status, login.code], [400, 50035])
    assert.equal((await unban('bob')).status, 204)
    assert.equal((await lab.person('bob').get('/users/@me')).status, 200)
    assert.equal((await lab.anyone().post('/auth/login', { login: username, password })).status, 200)
    const again = await unban('bob')
    assert.deepEqual([again.status, again.code], [404, 10026])
  })

  test('[SUB-9] [ERR-4] a temporary ban lifts by the clock, and the player may merge', async () => {
    await using own = await gameLab({ rateLimits: 'off' })
    await linked('ann', 'b-10', own)
    assert.equal((await ban('ann', 3_600, own)).status, 204)
    own.platform.clock.advance(3_599_000)
    const restricted = await own.player('game', 'b-10')
    const during = await mergeInto('bob', restricted.token, own)
    assert.deepEqual([during.status, during.code], [400, 530017])
    assert.equal((await own.person('ann').get('/users/@me')).status, 401)
    own.platform.clock.advance(2_000)
    assert.equal((await own.person('ann').get('/users/@me')).status, 200)
    const after = await mergeInto('ann', restricted.token, own)
    assert.equal(after.status, 200, JSON.stringify(after.body))
    assert.equal((await unban('ann', own)).body.code, 10026, 'the ban has ended')
  })

  test('[SUB-10] a permanent ban does not lift until the operator lifts it', async () => {
    await using own = await gameLab({ rateLimits: 'off' })
    await linked('ann', 'b-20', own)
    assert.equal((await ban('ann', undefined, own)).status, 204)
    own.platform.clock.advance(3_653 * 86_400_000)
    const restricted = await own.player('game', 'b-20')
    assert.equal((await mergeInto('bob', restricted.token, own)).body.code, 530017)
    assert.equal((await own.person('ann').get('/users/@me')).status, 401)
    assert.equal((await unban('ann', own)).status, 204)
    assert.equal((await mergeInto('bob', restricted.token, own)).status, 200)
  })

  test('a ban of a provisional account restricts that account', async () => {
    const player = await lab.player('game', 'b-30')
    assert.equal((await lab.operator().post(`/admin/users/${player.id}/ban`, {})).status, 204)
    assert.equal((await lab.bearer(player.token).get('/users/@me')).status, 401)
    const refused = await mergeInto('cleo', player.token)
    assert.equal(refused.code, 50025, 'its tokens are deleted')
    const code = await lab.signInByBot('game', 'b-30')
    assert.equal(code.status, 200)
    assert.equal((await mergeInto('cleo', code.body.access_token)).body.code, 530017)
    await lab.operator().delete(`/admin/users/${player.id}/ban`)
    assert.equal((await mergeInto('cleo', code.body.access_token)).status, 200)
  })

  test('refuses unknown users, bots and invalid durations', async () => {
    assert.equal((await lab.operator().post('/admin/users/1/ban', {})).body.code, 10013)
    const bot = lab.platform.game.id
    assert.deepEqual((await lab.operator().post(`/admin/users/${bot}/ban`, {})).body.code, 50002)
    for (const duration_seconds of [0, -1, 1.5, 'soon', 1e12]) {
      const { status, body } = await ban('cleo', duration_seconds as number)
      assert.deepEqual([status, body.code], [400, 50035], String(duration_seconds))
    }
    assert.equal((await lab.person('cleo').get('/users/@me')).status, 200)
  })
})
