/** Settings of games that an owner makes in the portal: claiming, issuers, players, publisher. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ApplicationObject } from '@guildhall/protocol'
import type { Answer, ResponseOf } from '@guildhall/testing'
import { type GameLab, gameLab } from '../support/game-lab.ts'
import { CLIENT_ID } from '../support/oidc-issuer.ts'

let lab: GameLab
before(async () => {
  lab = await gameLab({ rateLimits: 'off' })
})
after(() => lab[Symbol.asyncDispose]())

const pathOf = (name: string, rest = '') => `/applications/${lab.app(name)}${rest}`
const refusal = ({ status, body }: Answer<unknown>) => [status, (body as { code: number }).code]
const owner = () => lab.person('ann')

test('settings of a game are for its owner only', async () => {
  for (const answer of [
    await lab.person('bob').get(pathOf('game', '/external-auth')),
    await lab.person('bob').put(pathOf('game', '/external-auth'), { issuers: [] }),
    await lab.person('bob').post(pathOf('game', '/external-auth/check'), {
      external_auth_type: 'OIDC',
      external_auth_token: 'x',
    }),
    await lab.person('bob').get(pathOf('game', '/provisional-accounts')),
    await lab.person('bob').get(pathOf('game', '/publisher')),
  ])
    assert.deepEqual(refusal(answer), [403, 20012])
})

test('[STA-1] an owner who accepted the terms makes an application a game, which it stays', async () => {
  const configs = () => owner().get(pathOf('site', '/widget-configs'))
  const edit = (body: object) => owner().patch<ApplicationObject>(pathOf('site'), body)
  assert.deepEqual(refusal(await configs()), [403, 20012])
  assert.deepEqual(refusal(await edit({ social_layer: true })), [400, 50035])
  await lab.bot('site').patch(pathOf('site'), { social_sdk_terms_accepted: true, social_layer: true })
  assert.deepEqual(refusal(await configs()), [403, 20012])
  assert.equal((await edit({ social_sdk_terms_accepted: true, social_layer: true })).status, 200)
  assert.equal((await configs()).status, 200)
  await edit({ social_layer: false })
  assert.equal((await configs()).status, 200)
})

test('a linked application stays the kind of client that its publisher is', async () => {
  const edit = (name: string, public_client: boolean) =>
    owner().patch<ApplicationObject>(pathOf(name), { public_client })
  assert.deepEqual(refusal(await edit('chapter', true)), [400, 50035])
  assert.deepEqual(refusal(await edit('publisher', true)), [400, 50035])
  assert.equal((await edit('chapter', false)).status, 200)
  const { body } = await edit('site', true)
  assert.equal(BigInt(String(body.flags_new)) & (1n << 8n), 1n << 8n)
  assert.equal((await edit('site', false)).status, 200)
})

test('issuers are replaced as a whole, with errors at their fields', async () => {
  const path = pathOf('rival', '/external-auth')
  const issuer = { type: 'OIDC', issuer: lab.issuer.issuer, client_id: CLIENT_ID }
  const wrong = await owner().put(path, {
    issuers: [issuer, { ...issuer, issuer: 'http://id.example.com' }, issuer],
  })
  assert.deepEqual(refusal(wrong), [400, 50035])
  const { issuers } = wrong.errors as { issuers: Record<string, object> }
  assert.deepEqual(
    Object.entries(issuers).map(([index, at]) => [index, Object.keys(at)]),
    [
      ['1', ['issuer']],
      ['2', ['client_id']],
    ],
  )
  const access = { ...issuer, type: 'DISCORD_BOT_ISSUED_ACCESS_TOKEN' }
  assert.deepEqual(refusal(await owner().put(path, { issuers: [access] })), [400, 50035])
  assert.deepEqual((await owner().get(path)).body, { issuers: [issuer] })
  assert.equal((await owner().put(path, { issuers: [] })).status, 200)
  assert.deepEqual(refusal(await lab.signIn('rival', await lab.issuer.token('r-1'))), [400, 530008])
  await owner().put(path, { issuers: [issuer] })
  assert.equal((await lab.signIn('rival', await lab.issuer.token('r-1'))).status, 200)
})

test('a token is tested without a sign-in, with the error that a sign-in would have', async () => {
  const check = (external_auth_token: string) =>
    owner().post(pathOf('game', '/external-auth/check'), { external_auth_type: 'OIDC', external_auth_token })
  const good = await check(await lab.issuer.token('checked', { claims: { preferred_username: 'Checked' } }))
  assert.deepEqual(good.body, {
    provider_type: 'OIDC',
    provider_id: lab.issuer.issuer,
    provider_issued_user_id: 'checked',
    name: 'Checked',
  })
  assert.deepEqual(refusal(await check(await lab.issuer.token('checked', { claims: { aud: 'other' } }))), [400, 530003])
  assert.deepEqual(refusal(await check('nonsense')), [400, 530020])
  const { body } = await owner().get<{ total: number }>(pathOf('game', '/provisional-accounts'))
  assert.equal(body.total, 0)
})

test('[SUB-9] the owner pages through provisional accounts and sees restricted ones', async () => {
  const players = [await lab.player('game', 'p-1'), await lab.player('game', 'p-2'), await lab.player('game', 'p-3')]
  await lab.operator().post(`/admin/users/${players[1]?.id}/ban`, { duration_seconds: null })
  const list = async (query: string) =>
    (await owner().get<ResponseOf<'list_provisional_accounts'>>(pathOf('game', `/provisional-accounts${query}`))).body
  const first = await list('?limit=2')
  const rest = await list(`?limit=2&after=${first.items[1]?.user.id}`)
  const items = [...first.items, ...rest.items]
  assert.equal(first.total, items.length)
  assert.ok(items.length >= 3)
  const restricted = items.filter((item) => item.restricted)
  assert.ok(restricted.length >= 1)
  assert.ok(items.every(({ identities }) => identities.length <= 1))
  assert.ok(items.flatMap(({ identities }) => identities).some((one) => one.provider_issued_user_id === 'p-1'))
})

test('[AUT-24] the owner of a game sees its publisher, and the owner of a publisher its games', async () => {
  const of = async (name: string) => (await owner().get<ApplicationObject>(pathOf(name, '/publisher'))).body
  assert.deepEqual(await of('chapter'), {
    parent: { id: lab.app('publisher'), name: 'publisher', icon: null },
    children: [],
  })
  assert.deepEqual(await of('publisher'), {
    parent: null,
    children: [{ id: lab.app('chapter'), name: 'chapter', icon: null }],
  })
  assert.deepEqual(await of('game'), { parent: null, children: [] })
})
