/** Merges of provisional accounts into full ones, and the ends of such links. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CurrentUserObject, GameRelationshipObject } from '@guildhall/protocol'
import { RawGateway } from '@guildhall/testing'
import { botIssued, type GameLab, gameLab, oidc } from '../support/game-lab.ts'

let lab: GameLab
before(async () => {
  lab = await gameLab({ rateLimits: 'off' })
})
after(() => lab[Symbol.asyncDispose]())

const INVALID_GRANT = { error: 'invalid_grant', error_description: 'Invalid "refresh_token" in request' }

async function connect(token: string) {
  const gateway = await RawGateway.connect(lab.platform.gateway)
  await gateway.identify({ token })
  return gateway
}

/** Makes two players friends in their game. */
async function befriend(one: { token: string; id: string }, other: { token: string; id: string }) {
  const asked = await lab.bearer(one.token).put(`/users/@me/game-relationships/${other.id}`, {})
  assert.equal(asked.status, 204, JSON.stringify(asked.body))
  assert.equal((await lab.bearer(other.token).put(`/users/@me/game-relationships/${one.id}`, {})).status, 204)
}

const friendsOf = async (token: string) => {
  const { status, body } = await lab.bearer(token).get<GameRelationshipObject[]>('/users/@me/game-relationships')
  assert.equal(status, 200, JSON.stringify(body))
  return body.filter(({ type }) => type === 1).map(({ id }) => String(id))
}

/** Ends the link of a person with the game, if there is one. */
const unlink = (name: string, application = 'game') => lab.person(name).delete(`/oauth2/tokens/${lab.app(application)}`)

const refresh = (token: string | undefined, application = 'game') =>
  lab.form('/oauth2/token', { grant_type: 'refresh_token', refresh_token: token ?? '', ...lab.client(application) })

describe('merge at /oauth2/token', () => {
  test('moves friends and the identity, deletes the provisional account and its tokens, and says so', async () => {
    const player = await lab.player('game', 'm-1', { preferred_global_name: 'Mia' })
    const friend = await lab.player('game', 'm-2')
    await befriend(player, friend)
    const inGame = await connect(`Bearer ${player.token}`)
    const inWeb = await connect(String(lab.platform.ann.token))
    const stranger = await connect(String(lab.platform.bob.token))

    const code = await lab.consent('ann', 'game')
    const { status, body } = await lab.exchange('game', code, botIssued(player.token))
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'])
    assert.equal(await lab.userIdOf(body.access_token), lab.user('ann'))

    for (const gateway of [inGame, inWeb]) {
      const { d } = await gateway.next('USER_MERGE_OPERATION_COMPLETED')
      assert.deepEqual(Object.keys(d as object).sort(), ['merge_operation_id', 'source_user_id'])
      assert.equal((d as { source_user_id?: string }).source_user_id, player.id)
    }
    assert.equal((await inGame.closed).code, 4004)
    await stranger.none('USER_MERGE_OPERATION_COMPLETED', async () => undefined)

    assert.deepEqual(await friendsOf(body.access_token), [friend.id])
    assert.deepEqual(await friendsOf(friend.token), [lab.user('ann')])
    assert.equal((await lab.bearer(player.token).get('/users/@me')).status, 401)
    assert.equal((await lab.bot('game').get(`/users/${player.id}`)).body.code, 10013)
    const again = await lab.signInByBot('game', 'm-1')
    assert.deepEqual(
      [again.status, again.body.code, again.body.user_id, again.body.provider_type, again.body.provider_id],
      [400, 530010, lab.user('ann'), 'DISCORD_BOT', null],
    )
    assert.equal(again.body.provider_issued_user_id, 'm-1')
    await inWeb.close()
    await stranger.close()
    assert.equal((await unlink('ann')).status, 204)
  })

  test('works with a device code and with an id token', async () => {
    const idToken = await lab.issuer.token('s-merge')
    const player = (await lab.signIn('game', idToken)).body
    const client = lab.client('game')
    const device = (await lab.form('/oauth2/device/authorize', { ...client, scope: 'sdk.social_layer' })).body
    const fields = {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: String(device.device_code),
      ...client,
      ...oidc(idToken),
    }
    assert.equal((await lab.form('/oauth2/token', fields)).body.error, 'authorization_pending')
    assert.equal((await lab.signIn('game', idToken)).status, 200, 'a poll merges nothing')
    await lab.person('bob').post('/oauth2/device/finish', { user_code: device.user_code, result: 'granted' })
    const { status, body } = await lab.form('/oauth2/token', fields)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(await lab.userIdOf(body.access_token), lab.user('bob'))
    assert.equal((await lab.bearer(player.access_token).get('/users/@me')).status, 401)
    const linked = await lab.signIn('game', idToken)
    assert.deepEqual([linked.code, linked.body.provider_id], [530010, lab.issuer.issuer])
    assert.equal((await refresh(player.refresh_token)).body.error, 'invalid_grant')
    assert.equal((await unlink('bob')).status, 204)
  })

  test('needs no secret of a public client, and no backend', async () => {
    const idToken = await lab.issuer.token('s-public')
    await lab.signIn('arcade', idToken)
    const code = await lab.consent('cleo', 'arcade')
    const { status, body } = await lab.exchange('arcade', code, oidc(idToken))
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal((await lab.signIn('arcade', idToken)).body.code, 530010)
    assert.equal((await lab.signIn('game', idToken)).status, 200, 'another game knows the player by its own account')
    assert.equal((await unlink('cleo', 'arcade')).status, 204)
  })

  test('[AUT-12] refuses a second identity, a full source and a token that is not valid, and keeps the code', async () => {
    const first = await lab.player('game', 'm-10')
    const second = await lab.player('game', 'm-11')
    const merged = await lab.merge('ann', 'game', first.token)
    assert.equal(merged.status, 200)
    const code = await lab.consent('ann', 'game')
    const refused = await lab.exchange('game', code, botIssued(second.token))
    assert.deepEqual([refused.status, refused.code], [400, 530023])
    assert.equal((await lab.player('game', 'm-11')).id, second.id)

    for (const external of [botIssued('nonsense'), botIssued(first.token), botIssued(merged.body.access_token)]) {
      const { status, body } = await lab.exchange('game', await lab.consent('bob', 'game'), external)
      const isFull = external.external_auth_token === merged.body.access_token
      assert.deepEqual([status, body.code], isFull ? [400, 530014] : [403, 50025])
      assert.equal(typeof body.message, 'string')
    }
    const rival = await lab.player('rival', 'm-10')
    const foreign = await lab.exchange('game', await lab.consent('bob', 'game'), botIssued(rival.token))
    assert.deepEqual([foreign.status, foreign.code], [403, 50025])
    assert.equal((await lab.exchange('game', await lab.consent('bob', 'game'), oidc('a.b.c'))).body.code, 50025)
    const unknown = oidc(await lab.issuer.token('s-unknown'))
    assert.equal((await lab.exchange('game', await lab.consent('bob', 'game'), unknown)).body.code, 50025)

    // The refused exchange left the code; after revoking, the same code links the other identity.
    assert.equal(
      (await lab.form('/oauth2/token/revoke', { ...lab.client('game'), token: merged.body.access_token })).status,
      200,
    )
    const relinked = await lab.exchange('game', await lab.consent('ann', 'game'), botIssued(second.token))
    assert.equal(relinked.status, 200, JSON.stringify(relinked.body))
    assert.equal((await lab.exchange('game', code)).body.error, 'invalid_grant', 'revoking deletes codes as well')
    await unlink('ann')
  })

  test('rejects incomplete or unknown external fields', async () => {
    const code = await lab.consent('bob', 'game')
    for (const external of [
      { external_auth_type: 'OIDC' },
      { external_auth_token: 'x' },
      { external_auth_type: 'LDAP', external_auth_token: 'x' },
    ]) {
      const { status, body } = await lab.exchange('game', code, external as Record<string, string>)
      assert.deepEqual([status, body.error], [400, 'invalid_request'])
    }
    const steam = { external_auth_type: 'STEAM_SESSION_TICKET', external_auth_token: 'x' }
    assert.equal((await lab.exchange('game', code, steam)).body.code, 530008)
    assert.equal((await lab.exchange('game', code)).status, 200, 'the code is not used up')
    await unlink('bob')
  })

  test('succeeds for one of several concurrent merges of one player', async () => {
    const player = await lab.player('game', 'm-20')
    const codes = await Promise.all(['ann', 'bob', 'cleo'].map((name) => lab.consent(name, 'game')))
    const results = await Promise.all(codes.map((code) => lab.exchange('game', code, botIssued(player.token))))
    const won = results.filter(({ status }) => status === 200)
    assert.equal(won.length, 1)
    for (const { status, body } of results) {
      if (status !== 200) assert.ok(status === 423 || body.code === 50025, JSON.stringify(body))
    }
    const winner = await lab.userIdOf(won[0]?.body.access_token ?? '')
    assert.equal((await lab.signInByBot('game', 'm-20')).body.user_id, winner)
    const name = ['ann', 'bob', 'cleo'].find((key) => lab.user(key) === winner) ?? ''
    await unlink(name)
    assert.equal((await lab.signInByBot('game', 'm-20')).status, 200)
  })

  test('succeeds for one of two concurrent merges into one account', async () => {
    const players = await Promise.all(['m-21', 'm-22'].map((id) => lab.player('game', id)))
    const codes = await Promise.all(players.map(() => lab.consent('ann', 'game')))
    const results = await Promise.all(
      players.map(({ token }, index) => lab.exchange('game', codes[index] ?? '', botIssued(token))),
    )
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 400])
    assert.equal(results.find(({ status }) => status === 400)?.body.code, 530023)
    await unlink('ann')
  })
})

describe('the end of a link', () => {
  /** Links a person with a new player who has a friend. */
  async function linked(name: string, external: string) {
    const player = await lab.player('game', external)
    const friend = await lab.player('game', `${external}-friend`)
    await befriend(player, friend)
    const { status, body } = await lab.merge(name, 'game', player.token)
    assert.equal(status, 200, JSON.stringify(body))
    return { ...body, external, friend }
  }

  const CAUSES: [string, (tokens: { access_token: string; external: string }) => Promise<{ status: number }>][] = [
    [
      'POST /partner-sdk/provisional-accounts/unmerge/bot',
      ({ external }) =>
        lab.bot('game').post('/partner-sdk/provisional-accounts/unmerge/bot', { external_user_id: external }),
    ],
    [
      'POST /oauth2/token/revoke [AUT-11]',
      ({ access_token }) => lab.form('/oauth2/token/revoke', { ...lab.client('game'), token: access_token }),
    ],
    ['DELETE /oauth2/tokens/{application} [AUT-13]', () => unlink('bob')],
    ['a ban [AUT-14]', () => lab.operator().post(`/admin/users/${lab.user('bob')}/ban`, { duration_seconds: null })],
  ]

  for (const [index, [cause, end]] of CAUSES.entries()) {
    test(`[AUT-15] ${cause} deletes all tokens and returns the player to a new provisional account`, async () => {
      const link = await linked('bob', `u-${index}`)
      const second = await lab.authorize('bob', 'game')
      const elsewhere = await lab.authorize('bob', 'rival')
      const inGame = await connect(`Bearer ${second.access_token}`)
      const { status } = await end(link)
      assert.ok(status === 200 || status === 204, `${status}`)
      assert.equal((await inGame.closed).code, 4004)
      for (const { access_token, refresh_token } of [link, second]) {
        assert.equal((await lab.bearer(access_token).get('/users/@me')).status, 401)
        const { status: refused, body } = await refresh(refresh_token)
        assert.deepEqual([refused, body], [400, INVALID_GRANT])
      }
      const isBan = cause.startsWith('a ban')
      assert.equal((await lab.bearer(elsewhere.access_token).get('/users/@me')).status, isBan ? 401 : 200)
      const after = await lab.player('game', link.external)
      assert.ok(![lab.user('bob')].includes(after.id))
      const user = (await lab.bearer(after.token).get<CurrentUserObject>('/users/@me')).body
      assert.equal(user.global_name, 'bob', 'the name of the full account is copied')
      assert.ok((await friendsOf(after.token)).includes(link.friend.id))
      assert.ok((await friendsOf(link.friend.token)).includes(after.id))
      if (isBan) assert.equal((await lab.operator().delete(`/admin/users/${lab.user('bob')}/ban`)).status, 204)
      await unlink('bob', 'rival')
      // The player may link again.
      const again = await lab.merge('bob', 'game', after.token)
      assert.equal(again.status, 200, JSON.stringify(again.body))
      await unlink('bob')
    })
  }

  test('POST /partner-sdk/provisional-accounts/unmerge takes the id token of the player', async () => {
    const idToken = await lab.issuer.token('s-unmerge')
    await lab.signIn('game', idToken)
    const body = { ...lab.client('game'), ...oidc(idToken) }
    const route = '/partner-sdk/provisional-accounts/unmerge'
    assert.deepEqual((await lab.anyone().post(route, body)).body.code, 50229)
    const merged = await lab.exchange('game', await lab.consent('cleo', 'game'), oidc(idToken))
    assert.equal(merged.status, 200)
    const wrong = await lab.anyone().post(route, { ...body, client_secret: 'wrong' })
    assert.deepEqual([wrong.status, wrong.code], [401, 530007])
    const stranger = await lab.anyone().post(route, { ...body, ...oidc(await lab.issuer.token('s-nobody')) })
    assert.deepEqual([stranger.status, stranger.code], [404, 10013])
    const rival = await lab.anyone().post(route, { ...lab.client('rival'), ...oidc(idToken) })
    assert.deepEqual([rival.status, rival.code], [404, 10013])
    assert.equal((await lab.bearer(merged.body.access_token).get('/users/@me')).status, 200)
    assert.equal((await lab.anyone().post(route, body)).status, 204)
    assert.equal((await lab.bearer(merged.body.access_token).get('/users/@me')).status, 401)
    assert.equal((await lab.signIn('game', idToken)).status, 200)
  })

  test('POST /partner-sdk/provisional-accounts/unmerge/bot refuses unknown and provisional players', async () => {
    const route = '/partner-sdk/provisional-accounts/unmerge/bot'
    await lab.player('game', 'u-provisional')
    const provisional = await lab.bot('game').post(route, { external_user_id: 'u-provisional' })
    assert.deepEqual([provisional.status, provisional.code], [400, 50229])
    const unknown = await lab.bot('game').post(route, { external_user_id: 'u-nobody' })
    assert.deepEqual([unknown.status, unknown.code], [404, 10013])
    const { external } = await linked('cleo', 'u-rival')
    const rival = await lab.bot('rival').post(route, { external_user_id: external })
    assert.deepEqual([rival.status, rival.code], [404, 10013])
    assert.equal((await lab.signInByBot('game', external)).body.code, 530010)
    await unlink('cleo')
  })

  test('happens once when several causes come at the same time', async () => {
    const link = await linked('cleo', 'u-race')
    const revoke = () => lab.form('/oauth2/token/revoke', { ...lab.client('game'), token: link.access_token })
    const unmerge = () =>
      lab.bot('game').post('/partner-sdk/provisional-accounts/unmerge/bot', { external_user_id: 'u-race' })
    const results = await Promise.all([revoke(), unmerge(), unlink('cleo'), unmerge(), revoke(), unlink('cleo')])
    for (const { status } of results) assert.ok(status < 500, `${status}`)
    const after = await lab.player('game', 'u-race')
    const friends = (await friendsOf(link.friend.token)).filter((id) => id !== lab.user('cleo'))
    assert.deepEqual(friends, [after.id], 'one new provisional account')
  })

  test('revoking a provisional account’s token deletes its tokens only', async () => {
    const { token, id } = await lab.player('game', 'u-revoked')
    await lab.form('/oauth2/token/revoke', { ...lab.client('game'), token })
    assert.equal((await lab.bearer(token).get('/users/@me')).status, 401)
    assert.equal((await lab.player('game', 'u-revoked')).id, id)
  })
})
