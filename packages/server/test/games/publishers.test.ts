/** Publishers: one sign-in for the games of a publisher, whose tokens are exchanged for tokens of each game. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ApplicationObject } from '@guildhall/protocol'
import { RawGateway, type ResponseOf } from '@guildhall/testing'
import { botIssued, CALLBACK, type GameLab, gameLab, oidc } from '../support/game-lab.ts'

let lab: GameLab
before(async () => {
  lab = await gameLab({ rateLimits: 'off' })
})
after(() => lab[Symbol.asyncDispose]())

const childToken = (parent: string, child: string, secret: string | null | undefined, on = lab) =>
  on.anyone().post<ResponseOf<'partner_sdk_child_token'>>('/partner-sdk/child-token', {
    parent_access_token: parent,
    child_application_id: on.app(child),
    ...(secret === undefined ? {} : { parent_client_secret: secret }),
  })

const link = (on: GameLab, child: string, parent: string | null) =>
  on.operator().put(`/admin/applications/${on.app(child)}/parent`, { application_id: parent && on.app(parent) })

/** Returns the close code of a session that identifies with an access token, or null for a READY. */
async function closeCode(token: string, on = lab): Promise<number | null> {
  const gateway = await RawGateway.connect(on.platform.gateway)
  gateway.send(2, { token: `Bearer ${token}`, properties: {} })
  const ready = gateway.next('READY').then(
    () => null,
    () => gateway.closed.then(({ code }) => code),
  )
  const code = await ready
  await gateway.drop()
  return code
}

describe('POST /partner-sdk/child-token', () => {
  test('[END-72] [AUT-25] exchanges a publisher’s token for one of a game that expires with it', async () => {
    await using own = await gameLab()
    const parent = await own.authorize('ann', 'publisher')
    own.platform.clock.advance(100_000)
    const { status, body, headers } = await childToken(parent.access_token, 'chapter', 'publisher-secret', own)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'scope', 'token_type'])
    const remaining = Number(body.expires_in)
    assert.ok(remaining <= 604_700 && remaining >= 604_690, `${remaining}`)
    assert.deepEqual([body.token_type, body.scope], ['Bearer', 'sdk.social_layer'])
    assert.equal(headers.get('cache-control'), 'no-store')
    const info = await own.bearer(body.access_token).get<ResponseOf<'get_my_oauth2_authorization'>>('/oauth2/@me')
    assert.equal(info.body.application.id, own.app('chapter'))
    assert.equal(await own.userIdOf(body.access_token), own.user('ann'))
    assert.equal(await closeCode(body.access_token, own), null)
    assert.equal(await closeCode(parent.access_token, own), 4004)
    own.platform.clock.advance(remaining * 1000 + 1_000)
    assert.equal((await own.bearer(body.access_token).get('/users/@me')).status, 401)
    assert.equal((await childToken(parent.access_token, 'chapter', 'publisher-secret', own)).code, 50025)
  })

  test('the token of a game ends when the refresh token of the publisher’s grant is used twice', async () => {
    const { access_token, refresh_token = '' } = await lab.authorize('ann', 'publisher')
    const { body } = await childToken(access_token, 'chapter', 'publisher-secret')
    const gateway = await RawGateway.connect(lab.platform.gateway)
    await gateway.identify({ token: `Bearer ${body.access_token}` })
    const form = {
      grant_type: 'refresh_token',
      refresh_token,
      client_id: lab.app('publisher'),
      client_secret: 'publisher-secret',
    }
    const refresh = async () =>
      (await fetch(`${lab.platform.api}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })).status
    assert.deepEqual([await refresh(), await refresh()], [200, 400])
    assert.equal((await lab.bearer(body.access_token).get('/users/@me')).status, 401)
    assert.equal((await gateway.closed).code, 4004)
  })

  test('[AUT-25] works for provisional accounts, which belong to the publisher', async () => {
    const player = await lab.player('publisher', 'c-1', { preferred_global_name: 'Kit' })
    const { status, body } = await childToken(player.token, 'chapter', 'publisher-secret')
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(await lab.userIdOf(body.access_token), player.id)
    assert.equal(await closeCode(body.access_token), null)
  })

  test('[AUT-24] [AUT-27] refuses unrelated applications, other secrets and other tokens', async () => {
    const parent = await lab.authorize('bob', 'publisher')
    const other = await lab.authorize('bob', 'game')
    const unrelated = await childToken(parent.access_token, 'game', 'publisher-secret')
    assert.deepEqual([unrelated.status, unrelated.code], [403, 20012])
    const reversed = await childToken(other.access_token, 'chapter', 'game-secret')
    assert.deepEqual([reversed.status, reversed.code], [403, 20012])
    const unknown = await lab.anyone().post('/partner-sdk/child-token', {
      parent_access_token: parent.access_token,
      child_application_id: '1',
      parent_client_secret: 'publisher-secret',
    })
    assert.deepEqual([unknown.status, unknown.code], [403, 20012])
    for (const secret of [undefined, null, '', 'wrong', 'chapter-secret']) {
      const refused = await childToken(parent.access_token, 'chapter', secret)
      assert.deepEqual([refused.status, refused.code], [401, 530007], String(secret))
    }
    for (const token of ['nonsense', String(parent.refresh_token)]) {
      const refused = await childToken(token, 'chapter', 'publisher-secret')
      assert.deepEqual([refused.status, refused.code], [403, 50025])
    }
  })

  test('[AUT-26] needs no secret when both are public clients', async () => {
    await using own = await gameLab({ rateLimits: 'off' })
    assert.equal((await link(own, 'kiosk', 'arcade')).status, 204)
    const parent = await own.authorize('ann', 'arcade')
    const { status, body } = await childToken(parent.access_token, 'kiosk', undefined, own)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(await closeCode(body.access_token, own), null)
    assert.equal((await childToken(parent.access_token, 'kiosk', 'wrong', own)).code, 530007)
  })

  test('[AUT-25] revoking the publisher’s token ends those of its games; a game’s ends its own', async () => {
    const parent = await lab.authorize('cleo', 'publisher')
    const child = (await childToken(parent.access_token, 'chapter', 'publisher-secret')).body.access_token
    const gateway = await RawGateway.connect(lab.platform.gateway)
    await gateway.identify({ token: `Bearer ${child}` })
    // A game names its own application to revoke its own token.
    assert.equal((await lab.form('/oauth2/token/revoke', { ...lab.client('publisher'), token: child })).status, 200)
    assert.equal((await lab.bearer(child).get('/users/@me')).status, 200)
    assert.equal((await lab.form('/oauth2/token/revoke', { ...lab.client('chapter'), token: child })).status, 200)
    assert.equal((await gateway.closed).code, 4004)
    assert.equal((await lab.bearer(child).get('/users/@me')).status, 401)
    assert.equal((await lab.bearer(parent.access_token).get('/users/@me')).status, 200)

    const next = (await childToken(parent.access_token, 'chapter', 'publisher-secret')).body.access_token
    const again = await RawGateway.connect(lab.platform.gateway)
    await again.identify({ token: `Bearer ${next}` })
    await lab.form('/oauth2/token/revoke', { ...lab.client('publisher'), token: parent.access_token })
    assert.equal((await again.closed).code, 4004)
    assert.equal((await lab.bearer(next).get('/users/@me')).status, 401)
  })
})

describe('the child of a publisher', () => {
  test('[AUT-25] cannot authorize itself', async () => {
    const query = new URLSearchParams({
      client_id: lab.app('chapter'),
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'sdk.social_layer',
    })
    for (const { status, body } of [
      await lab.person('ann').get(`/oauth2/authorize?${query}`),
      await lab.person('ann').post(`/oauth2/authorize?${query}`, { authorize: true }),
      await lab.form('/oauth2/token', {
        grant_type: 'client_credentials',
        scope: 'identify',
        ...lab.client('chapter'),
      }),
      await lab.form('/oauth2/device/authorize', { scope: 'sdk.social_layer', ...lab.client('chapter') }),
    ]) {
      assert.deepEqual([status, body.error], [401, 'invalid_client'])
    }
  })
})

describe('PUT /admin/applications/{child}/parent', () => {
  test('[AUT-24] deletes what the child has, marks the parent, and leaves the parent’s tokens', async () => {
    await using own = await gameLab({ rateLimits: 'off' })
    const one = await own.player('rival', 'l-1')
    const two = await own.player('rival', 'l-2')
    await own.bearer(one.token).put(`/users/@me/game-relationships/${two.id}`, {})
    await own.bearer(two.token).put(`/users/@me/game-relationships/${one.id}`, {})
    const full = await own.authorize('ann', 'rival')
    const linked = await own.player('rival', 'l-3')
    assert.equal((await own.merge('bob', 'rival', linked.token)).status, 200)
    const ofParent = await own.authorize('ann', 'game')
    const gateway = await RawGateway.connect(own.platform.gateway)
    await gateway.identify({ token: `Bearer ${one.token}` })
    const code = await own.consent('cleo', 'rival')

    assert.equal((await link(own, 'rival', 'game')).status, 204)
    assert.equal((await gateway.closed).code, 4004)
    for (const token of [one.token, two.token, full.access_token])
      assert.equal((await own.bearer(token).get('/users/@me')).status, 401)
    for (const { id } of [one, two]) assert.equal((await own.bot('rival').get(`/users/${id}`)).body.code, 10013)
    const refreshed = { grant_type: 'refresh_token', refresh_token: String(full.refresh_token), ...own.client('rival') }
    assert.equal((await own.form('/oauth2/token', refreshed)).status, 401)
    assert.equal((await own.exchange('rival', code)).body.error, 'invalid_client')
    assert.equal((await own.signInByBot('rival', 'l-3')).body.code, 530000)
    assert.equal((await own.bearer(ofParent.access_token).get('/users/@me')).status, 200)
    assert.equal(await closeCode(ofParent.access_token, own), 4004)

    const parent = (await own.bot('game').get<ApplicationObject>('/applications/@me')).body
    assert.ok(BigInt(String(parent.flags_new)) & (1n << 33n))
    assert.ok(Number(parent.flags) <= 0x7fffffff)
    assert.equal((await own.bearer(full.access_token).get('/users/@me')).status, 401)

    // Separated again, the game starts without players.
    assert.equal((await link(own, 'rival', null)).status, 204)
    const freed = (await own.bot('game').get<ApplicationObject>('/applications/@me')).body
    assert.equal(BigInt(String(freed.flags_new)) & (1n << 33n), 0n)
    assert.equal(await closeCode(ofParent.access_token, own), null)
    const fresh = await own.player('rival', 'l-3')
    assert.notEqual(fresh.id, linked.id)
    assert.equal((await own.merge('bob', 'rival', fresh.token)).status, 200, 'the former identity is deleted')
  })

  test('[AUT-27] refuses pairs that do not fit, and changes nothing', async () => {
    const player = await lab.player('game', 'l-10')
    for (const [child, parent] of [
      ['game', 'arcade'],
      ['arcade', 'game'],
      ['game', 'game'],
      ['game', 'chapter'],
      ['publisher', 'game'],
    ] as const) {
      const { status, body } = await link(lab, child, parent)
      assert.deepEqual([status, body.code], [400, 50035], `${child} ${parent}`)
    }
    const body = { application_id: '1' }
    const unknown = await lab.operator().put(`/admin/applications/${lab.app('game')}/parent`, body)
    assert.deepEqual([unknown.status, unknown.code], [404, 10002])
    assert.equal((await lab.operator().put('/admin/applications/1/parent', body)).body.code, 10002)
    assert.equal((await lab.operator().put(`/admin/applications/${lab.app('game')}/parent`, {})).status, 400)
    assert.equal((await lab.player('game', 'l-10')).id, player.id)
    assert.equal((await lab.bearer(player.token).get('/users/@me')).status, 200)
    assert.equal((await link(lab, 'chapter', 'publisher')).status, 204, 'the same parent again changes nothing')
  })

  test('[AUT-24] is for the operator only', async () => {
    const path = `/admin/applications/${lab.app('game')}/parent`
    const player = await lab.player('game', 'l-20')
    for (const caller of [
      lab.anyone(),
      lab.person('ann'),
      lab.bearer(player.token),
      lab.bearer('x'),
      lab.bot('game'),
    ]) {
      const { status } = await caller.put(path, { application_id: lab.app('publisher') })
      assert.ok(status === 401 || status === 403, `${status}`)
    }
    assert.equal((await lab.player('game', 'l-20')).id, player.id)
  })

  test('a merge at the publisher ends the games’ tokens of the provisional account', async () => {
    const player = await lab.player('publisher', 'l-30')
    const child = (await childToken(player.token, 'chapter', 'publisher-secret')).body.access_token
    const merged = await lab.exchange('publisher', await lab.consent('ann', 'publisher'), botIssued(player.token))
    assert.equal(merged.status, 200, JSON.stringify(merged.body))
    assert.equal((await lab.bearer(child).get('/users/@me')).status, 401)
    const foreign = await lab.exchange('game', await lab.consent('bob', 'game'), oidc('a.b.c'))
    assert.equal(foreign.code, 50025)
  })
})
