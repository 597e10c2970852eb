/** Codes and refresh tokens that are used a second time, by their client or by a thief. (RFC 9700) */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { api } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'

const CALLBACK = 'http://127.0.0.1/callback'
const SITES = ['site', 'other'] as const
type Site = (typeof SITES)[number]

interface Tokens {
  access_token: string
  refresh_token: string
  error?: string
}

const application = (name: string) => ({ name, owner: 'dev', redirect_uris: [CALLBACK] })
const applications = { site: application('Site'), other: application('Other') }
const test = guildhallTest({ world: { users: { ann: {}, dev: {} }, applications } })
const { platform } = test

function client(site: Site): { client_id: string; client_secret: string } {
  const { id = '', client_secret = '' } = platform.world?.applications[site] ?? {}
  return { client_id: id, client_secret }
}

/** Returns a code of a consent. */
async function consent(site: Site, more: Record<string, string> = {}): Promise<string> {
  const query = new URLSearchParams({
    client_id: client(site).client_id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'identify',
    ...more,
  })
  const { body } = await api(`${platform.api}/v10`, platform.ann.token).post<{ location: string }>(
    `/oauth2/authorize?${query}`,
    {
      authorize: true,
    },
  )
  return new URL(body.location).searchParams.get('code') ?? assert.fail(body.location)
}

async function exchange(site: Site, fields: Record<string, string>): Promise<{ status: number; body: Tokens }> {
  const body = new URLSearchParams({ ...client(site), ...fields })
  const response = await fetch(`${platform.api}/oauth2/token`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Tokens }
}

const byCode = (code: string, more: Record<string, string> = {}, site: Site = 'site') =>
  exchange(site, { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more })
const byRefresh = (refresh_token: string, site: Site = 'site') =>
  exchange(site, { grant_type: 'refresh_token', refresh_token })

async function isValid({ access_token }: Tokens): Promise<boolean> {
  return (await api(`${platform.api}/v10`, `Bearer ${access_token}`).get('/users/@me')).status === 200
}

async function assertRefused(result: { status: number; body: Tokens }): Promise<void> {
  assert.deepEqual([result.status, result.body.error], [400, 'invalid_grant'])
}

test('POST /oauth2/token rejects a code_verifier for a code without a challenge, and the code stays valid', async () => {
  const code = await consent('site')
  await assertRefused(await byCode(code, { code_verifier: randomBytes(32).toString('base64url') }))
  await assertRefused(await byCode(code, { code_verifier: 'x' }))
  assert.equal((await byCode(code, { code_verifier: '' })).status, 200, 'an empty field counts as left out')
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const bound = await consent('site', { code_challenge, code_challenge_method: 'S256' })
  await assertRefused(await byCode(bound))
  assert.equal((await byCode(bound, { code_verifier: verifier })).status, 200)
})

test('the second use of a code ends what the first one gave, and nothing else', async () => {
  await using gateway = await platform.ann.opens()
  const [code, kept] = [await consent('site'), (await byCode(await consent('site'))).body]
  const first = (await byCode(code)).body
  const refreshed = (await byRefresh(first.refresh_token)).body
  for (const tokens of [kept, first, refreshed]) assert.ok(await isValid(tokens))
  await assertRefused(await byCode(code, {}, 'other'))
  assert.ok(await isValid(refreshed), 'another client ends nothing')
  await assertRefused(await byCode(code))
  assert.deepEqual(await Promise.all([first, refreshed, kept].map(isValid)), [false, false, true])
  await assertRefused(await byRefresh(refreshed.refresh_token))
  assert.equal((await byRefresh(kept.refresh_token)).status, 200)
  const { d } = await gateway.next<{ application_id: string }>(({ t }) => t === 'OAUTH2_TOKEN_REVOKE')
  assert.deepEqual(d, { application_id: client('site').client_id })
})

test('the second use of a refresh token ends all that was issued from its grant', async () => {
  const first = (await byCode(await consent('site'))).body
  const second = (await byRefresh(first.refresh_token)).body
  const third = (await byRefresh(second.refresh_token)).body
  await assertRefused(await byRefresh(first.refresh_token, 'other'))
  assert.ok(await isValid(third))
  await assertRefused(await byRefresh(first.refresh_token))
  assert.deepEqual(await Promise.all([first, second, third].map(isValid)), [false, false, false])
  await assertRefused(await byRefresh(third.refresh_token))
})

test('one of ten exchanges of one code or refresh token at once succeeds, and the others revoke its tokens', async () => {
  const code = await consent('site')
  const byCodes = await Promise.all(Array.from({ length: 10 }, () => byCode(code)))
  const refresh = (await byCode(await consent('site'))).body.refresh_token
  const byTokens = await Promise.all(Array.from({ length: 10 }, () => byRefresh(refresh)))
  for (const results of [byCodes, byTokens]) {
    const given = results.filter(({ status }) => status === 200)
    assert.equal(given.length, 1, JSON.stringify(results.map(({ status }) => status)))
    for (const other of results) if (other !== given[0]) await assertRefused(other)
    assert.equal(await isValid(given[0]?.body as Tokens), false)
  }
})

test('a device code gives tokens once, also to ten polls at once', async () => {
  const begun = await fetch(`${platform.api}/oauth2/device/authorize`, {
    method: 'POST',
    body: new URLSearchParams({ ...client('site'), scope: 'identify' }),
  })
  const { device_code, user_code } = (await begun.json()) as Record<string, string>
  const ann = api(`${platform.api}/v10`, platform.ann.token)
  assert.equal((await ann.post('/oauth2/device/finish', { user_code, result: 'granted' })).status < 300, true)
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const fields = { grant_type, device_code: device_code ?? '' }
  const results = await Promise.all(Array.from({ length: 10 }, () => exchange('site', fields)))
  assert.equal(results.filter(({ status }) => status === 200).length, 1)
})
