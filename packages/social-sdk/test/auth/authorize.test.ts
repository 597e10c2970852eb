import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import * as sdk from '../support/sdk.ts'
import { CUSTOM_REDIRECT, type SdkLab, sdkLab } from '../support/sdk-lab.ts'

let lab: SdkLab
before(async () => {
  lab = await sdkLab()
})
after(() => lab[Symbol.asyncDispose]())

function argsOf(change: (args: sdk.AuthorizationArgs) => void = () => {}): sdk.AuthorizationArgs {
  const args = new sdk.AuthorizationArgs()
  args.SetScopes('identify')
  change(args)
  return args
}

const nameOf = (result: sdk.ClientResult) => sdk.EnumToString(sdk.ErrorType, result.Type())

/** Returns the query of the page that an authorization opens; the authorization is aborted. */
async function pageOf(args: sdk.AuthorizationArgs, client: sdk.Client, pages: string[]): Promise<URL> {
  const authorized = client.Authorize(args)
  while (pages.length === 0) await new Promise(setImmediate)
  client.AbortAuthorize()
  assert.equal(nameOf((await authorized)[0]), 'Aborted')
  return new URL(pages.pop() ?? '')
}

test('[SDK-2] [SDK-18] [SDK-30] a player signs in: Authorize, GetToken, FetchCurrentUser', async () => {
  const browser = lab.browserOf('bob')
  const client = lab.client('arcade', { openUrl: browser.openUrl })
  const verifier = client.CreateAuthorizationCodeVerifier()
  const args = argsOf((args) => args.SetCodeChallenge(verifier.Challenge()))
  const called: unknown[] = []
  const [result, code, redirectUri] = await client.Authorize(args, (...given) => called.push(given))
  assert.equal(result.Successful(), true)
  assert.deepEqual(called, [[result, code, redirectUri]])
  assert.match(redirectUri, /^http:\/\/127\.0\.0\.1:\d+\/callback$/)
  while (browser.shown.length === 0) await new Promise(setImmediate)
  assert.ok(!browser.shown[0]?.includes(code), 'the page is without the code')
  await assert.rejects(fetch(`${redirectUri}?state=x&code=y`), 'the redirect is used once')

  const [wrong] = await client.GetToken(lab.app('arcade'), code, 'x'.repeat(43), redirectUri)
  assert.deepEqual([nameOf(wrong), wrong.Status(), wrong.Error()], ['HTTPError', 400, 'invalid_grant'])
  const again = await client.Authorize(args)
  const [tokens, access, refresh, type, expiresIn, scopes] = await client.GetToken(
    lab.app('arcade'),
    again[1],
    verifier.Verifier(),
    again[2],
  )
  assert.equal(tokens.Successful(), true)
  assert.deepEqual([type, expiresIn, scopes], [sdk.AuthorizationTokenType.Bearer, 604_800, 'identify'])
  assert.ok(refresh.length > 0)
  const [fetched, id, name] = await client.FetchCurrentUser(sdk.AuthorizationTokenType.Bearer, access)
  assert.deepEqual([fetched.Successful(), id, name], [true, lab.user('bob'), 'bob'])
  const [refused, nobody] = await client.FetchCurrentUser(sdk.AuthorizationTokenType.Bearer, 'wrong')
  assert.deepEqual([refused.Status(), nobody], [401, 0n])
})

test('[SDK-19] CreateAuthorizationCodeVerifier gives a random verifier and its hash', () => {
  const client = lab.client()
  const [one, other] = [client.CreateAuthorizationCodeVerifier(), client.CreateAuthorizationCodeVerifier()]
  assert.match(one.Verifier(), /^[A-Za-z0-9._~-]{43,128}$/)
  assert.equal(one.Challenge().Challenge(), createHash('sha256').update(one.Verifier()).digest('base64url'))
  assert.equal(one.Challenge().Method(), sdk.AuthenticationCodeChallengeMethod.S256)
  assert.notEqual(one.Verifier(), other.Verifier())
})

test('[SDK-5] [SDK-6] [SDK-8] [SDK-14] [SDK-15] [SDK-16] [SDK-17] [SDK-20] the page has what the arguments say', async () => {
  const pages: string[] = []
  const client = lab.client('arcade', { openUrl: (page) => pages.push(page) })
  const plain = await pageOf(
    argsOf((args) => args.SetScopes('identify  guilds')),
    client,
    pages,
  )
  assert.equal(plain.pathname, '/oauth2/authorize')
  assert.ok(plain.search.includes('scope=identify%20guilds&'))
  const query = Object.fromEntries(plain.searchParams)
  assert.deepEqual(Object.keys(query).sort(), ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'])
  assert.equal(query.client_id, String(lab.app('arcade')))
  assert.equal(query.state?.length, 43)
  assert.notEqual((await pageOf(argsOf(), client, pages)).searchParams.get('state'), query.state)

  const full = await pageOf(
    argsOf((args) => {
      args.SetClientId(5n)
      args.SetState('a')
      args.SetNonce('n')
      args.SetIntegrationType(sdk.IntegrationType.UserInstall)
      args.SetCodeChallenge(client.CreateAuthorizationCodeVerifier().Challenge())
    }),
    client,
    pages,
  )
  const given = Object.fromEntries(full.searchParams)
  assert.deepEqual(
    [given.client_id, given.state, given.nonce, given.integration_type, given.code_challenge_method],
    ['5', 'a', 'n', '1', 'S256'],
  )
})

test('[SDK-6] [SDK-7] [SDK-28] Authorize without an application, scopes or valid arguments opens no page', async () => {
  const client = lab.client()
  for (const args of [argsOf((args) => args.SetScopes(' ')), sdk.AuthorizationArgs.nullobj]) {
    const [result, code] = await client.Authorize(args)
    assert.deepEqual([nameOf(result), code], ['ValidationError', ''])
  }
  client.SetApplicationId(0n)
  assert.equal(nameOf((await client.Authorize(argsOf()))[0]), 'ValidationError')
  assert.throws(() => client.Authorize({} as never), TypeError)
})

test('[SDK-13] [SDK-14] a denial and a wrong state are AuthorizationFailed', async () => {
  const denied = lab.client('arcade', { openUrl: lab.browserOf('bob', false).openUrl })
  assert.equal(nameOf((await denied.Authorize(argsOf()))[0]), 'AuthorizationFailed')
  const tampered = lab.client('arcade', {
    openUrl: async (page) => {
      const location = new URL(await lab.decide('bob', page))
      location.searchParams.set('state', 'other')
      await fetch(location)
    },
  })
  const [result, code] = await tampered.Authorize(argsOf())
  assert.deepEqual([nameOf(result), code], ['AuthorizationFailed', ''])
})

test('the server on 127.0.0.1 takes its own path, method and host only', async () => {
  const pages: string[] = []
  const client = lab.client('arcade', { openUrl: (page) => pages.push(page) })
  const authorized = client.Authorize(argsOf())
  while (pages.length === 0) await new Promise(setImmediate)
  const { searchParams } = new URL(pages[0] ?? '')
  const redirect = new URL(searchParams.get('redirect_uri') ?? '')
  const query = `?state=${searchParams.get('state')}&code=c`
  for (const address of [`${redirect.origin}/favicon.ico`, `${redirect.origin}/${query}`])
    assert.equal((await fetch(address)).status, 404)
  assert.equal((await fetch(`${redirect}${query}`, { method: 'POST' })).status, 404)
  assert.equal(
    (await fetch(`http://localhost:${redirect.port}/callback${query}`).catch(() => null))?.status ?? 404,
    404,
  )
  const page = await fetch(`${redirect}${query}`)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  const [result, code] = await authorized
  assert.deepEqual([result.Successful(), code], [true, 'c'])
})

test('a second Authorize aborts the first one, and AbortAuthorize the second', async () => {
  const pages: string[] = []
  const client = lab.client('arcade', { openUrl: (page) => pages.push(page) })
  const first = client.Authorize(argsOf())
  while (pages.length < 1) await new Promise(setImmediate)
  const second = client.Authorize(argsOf())
  assert.equal(nameOf((await first)[0]), 'Aborted')
  while (pages.length < 2) await new Promise(setImmediate)
  client.AbortAuthorize()
  assert.equal(nameOf((await second)[0]), 'Aborted')
  const { searchParams } = new URL(pages[1] ?? '')
  await assert.rejects(fetch(searchParams.get('redirect_uri') ?? ''), 'the server has ended')
})

test('[SDK-21] [SDK-22] a redirect to a custom scheme comes back by handleUrl', async () => {
  const pages: string[] = []
  const openUrl = (page: string) => void pages.push(page)
  const client = lab.client('arcade', { openUrl })
  const verifier = client.CreateAuthorizationCodeVerifier()
  const args = argsOf((args) => args.SetCustomSchemeParam('mygame'))
  assert.equal(nameOf((await client.Authorize(args))[0]), 'ValidationError', 'it needs a challenge')
  args.SetCodeChallenge(verifier.Challenge())
  const authorized = client.Authorize(args)
  while (pages.length === 0) await new Promise(setImmediate)
  const location = await lab.decide('cleo', pages[0] ?? '')
  assert.ok(location.startsWith(CUSTOM_REDIRECT))
  assert.equal(client.handleUrl('othergame:/authorize/callback?code=x'), false)
  assert.equal(client.handleUrl('no address'), false)
  assert.equal(client.handleUrl(location), true)
  const [result, code, redirectUri] = await authorized
  assert.deepEqual([result.Successful(), redirectUri], [true, CUSTOM_REDIRECT])
  const [tokens] = await client.GetToken(lab.app('arcade'), code, verifier.Verifier(), redirectUri)
  assert.equal(tokens.ToString(), 'Success')
  assert.equal(client.handleUrl(location), false, 'it is used once')

  const opened: string[] = []
  const mobile = lab.client('arcade', { openUrl: (page) => opened.push(page), platform: 'mobile' })
  mobile.SetApplicationId(42n)
  const page = await pageOf(
    argsOf((args) => args.SetCodeChallenge(verifier.Challenge())),
    mobile,
    opened,
  )
  assert.equal(page.searchParams.get('redirect_uri'), 'guildhall-42:/authorize/callback')
})

test('the option redirectUri replaces the server on 127.0.0.1', async () => {
  const pages: string[] = []
  const redirectUri = 'https://game.example/page'
  const client = lab.client('arcade', { openUrl: (page) => pages.push(page), redirectUri })
  const authorized = client.Authorize(
    argsOf((args) => args.SetCodeChallenge(client.CreateAuthorizationCodeVerifier().Challenge())),
  )
  while (pages.length === 0) await new Promise(setImmediate)
  const location = await lab.decide('cleo', pages[0] ?? '')
  assert.equal(client.handleUrl(location), true)
  const [result, , used] = await authorized
  assert.deepEqual([result.Successful(), used], [true, redirectUri])
})
