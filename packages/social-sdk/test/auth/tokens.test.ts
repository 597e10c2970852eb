import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onlyOneNode } from '../../../server/test/support/only-one-node.ts'
import { mockTimers } from '../support/mocked-timers.ts'
import * as sdk from '../support/sdk.ts'
import { type SdkLab, sdkLab } from '../support/sdk-lab.ts'

const ONE_NODE = onlyOneNode('each has request faults for itself')

const { OIDC, DiscordBotIssuedAccessToken } = sdk.AuthenticationExternalAuthType
const { Bearer, User } = sdk.AuthorizationTokenType
const DAY_MS = 24 * 3_600_000

let lab: SdkLab
before(async () => {
  lab = await sdkLab()
})
after(() => lab[Symbol.asyncDispose]())

const nameOf = (result: sdk.ClientResult) => sdk.EnumToString(sdk.ErrorType, result.Type())
const success = (result: sdk.ClientResult) => assert.equal(result.ToString(), 'Success')
/** Returns the user id of an access token; 0n for one that has ended. */
const userOf = async (token: string) => (await lab.client().FetchCurrentUser(Bearer, token))[1]

function deviceArgs(): sdk.DeviceAuthorizationArgs {
  const args = new sdk.DeviceAuthorizationArgs()
  args.SetScopes(sdk.Client.GetDefaultCommunicationScopes())
  return args
}

/** Returns an `openUrl` of a person who enters the code of a device. */
function deviceOf(name: string, result: 'granted' | 'denied') {
  const pages: string[] = []
  const enter = async (page: string) => {
    pages.push(page)
    const user_code = new URL(page).searchParams.get('user_code')
    const { status } = await lab.person(name).post('/oauth2/device/finish', { user_code, result })
    assert.equal(status, 204)
  }
  return { pages, openUrl: (page: string) => void enter(page) }
}

test('[SDK-9] [SDK-10] [SDK-11] the default scopes are exact, and a token names the umbrella scope', async () => {
  assert.equal(sdk.Client.GetDefaultCommunicationScopes(), 'openid sdk.social_layer')
  assert.equal(sdk.Client.GetDefaultPresenceScopes(), 'openid sdk.social_layer_presence')
  const { client, refresh } = await lab.signIn('ann')
  const [result, access, next, , , scopes] = await client.RefreshToken(lab.app('arcade'), refresh)
  success(result)
  assert.deepEqual(scopes.split(' ').sort(), ['openid', 'sdk.social_layer'])
  assert.equal(await userOf(access), lab.user('ann'))
  const [again] = await client.RefreshToken(lab.app('arcade'), refresh)
  assert.deepEqual([nameOf(again), again.Status(), again.Error()], ['HTTPError', 400, 'invalid_grant'])
  assert.notEqual(next, refresh)
})

test('RevokeToken ends all tokens of the player', async () => {
  const { client, access, refresh } = await lab.signIn('cleo')
  success((await client.RevokeToken(lab.app('arcade'), refresh))[0])
  assert.equal(await userOf(access), 0n)
  assert.equal((await client.RefreshToken(lab.app('arcade'), refresh))[0].Error(), 'invalid_grant')
})

test('GetProvisionalToken makes an account, which is renamed, merged and separated again', async () => {
  const client = lab.client()
  const app = lab.app('arcade')
  const idToken = await lab.issuer.token('player-1')
  const [made, token, refresh] = await client.GetProvisionalToken(app, OIDC, idToken)
  success(made)
  assert.equal(refresh, '')
  const provisional = await userOf(token)
  assert.notEqual(provisional, 0n)

  assert.equal(nameOf((await client.UpdateProvisionalAccountDisplayName('Ada'))[0]), 'ValidationError', 'no token')
  success((await client.UpdateToken(Bearer, token))[0])
  for (const name of ['', 'x'.repeat(33)])
    assert.equal(nameOf((await client.UpdateProvisionalAccountDisplayName(name))[0]), 'ValidationError')
  success((await client.UpdateProvisionalAccountDisplayName('Ada'))[0])
  assert.equal((await client.FetchCurrentUser(Bearer, token))[2], 'Ada')

  const bobs = lab.client('arcade', { openUrl: lab.browserOf('bob').openUrl })
  const verifier = bobs.CreateAuthorizationCodeVerifier()
  const args = new sdk.AuthorizationArgs()
  args.SetScopes(sdk.Client.GetDefaultCommunicationScopes())
  args.SetCodeChallenge(verifier.Challenge())
  const [, code, redirectUri] = await bobs.Authorize(args)
  const [refused] = await bobs.GetTokenFromProvisionalMerge(app, code, verifier.Verifier(), redirectUri, OIDC, 'wrong')
  assert.equal(nameOf(refused), 'HTTPError')
  const [, secondCode, secondUri] = await bobs.Authorize(args)
  const exchange = [app, secondCode, verifier.Verifier(), secondUri] as const
  const [merged, bobsToken] = await bobs.GetTokenFromProvisionalMerge(...exchange, OIDC, idToken)
  success(merged)
  assert.equal(await userOf(bobsToken), lab.user('bob'))
  const [linked] = await client.GetProvisionalToken(app, OIDC, idToken)
  assert.equal(linked.ErrorCode(), 530010, 'the identity belongs to a full account')

  success((await client.UnmergeIntoProvisionalAccount(app, OIDC, idToken))[0])
  assert.equal(await userOf(bobsToken), 0n)
  const [, separated] = await client.GetProvisionalToken(app, OIDC, idToken)
  assert.ok(![0n, provisional, lab.user('bob')].includes(await userOf(separated)))
  assert.equal(nameOf((await client.GetProvisionalToken(app, 99 as never, idToken))[0]), 'ValidationError')
})

test('GetTokenFromDevice signs in on another device, and merges; a denial is AuthorizationFailed', async () => {
  const closed: string[] = []
  const clientOf = (name: string, device: { openUrl: (page: string) => void }) => {
    const client = lab.client('arcade', device)
    client.SetAuthorizeDeviceScreenClosedCallback(() => closed.push(name))
    return client
  }
  const [granted, denied] = [deviceOf('dora', 'granted'), deviceOf('dora', 'denied')]
  const external = await lab.playerToken('arcade', 'device-player')
  const [[result, access], [merged, mergedToken], [refused]] = await Promise.all([
    clientOf('granted', granted).GetTokenFromDevice(deviceArgs()),
    clientOf('merged', deviceOf('ann', 'granted')).GetTokenFromDeviceProvisionalMerge(
      deviceArgs(),
      DiscordBotIssuedAccessToken,
      external,
    ),
    clientOf('denied', denied).GetTokenFromDevice(deviceArgs()),
  ])
  success(result)
  assert.equal(await userOf(access), lab.user('dora'))
  success(merged)
  assert.equal(await userOf(mergedToken), lab.user('ann'))
  assert.equal(nameOf(refused), 'AuthorizationFailed')
  assert.deepEqual(closed.sort(), ['denied', 'granted', 'merged'])
  assert.match(granted.pages[0] ?? '', new RegExp(`^${lab.platform.url}/activate\\?user_code=`))
})

test('AbortGetTokenFromDevice, CloseAuthorizeDeviceScreen and OpenAuthorizeDeviceScreen', async () => {
  const pages: string[] = []
  let closed = 0
  const client = lab.client('arcade', { openUrl: (page) => pages.push(page) })
  client.SetAuthorizeDeviceScreenClosedCallback(() => {
    closed += 1
  })
  const waiting = client.GetTokenFromDevice(deviceArgs())
  while (pages.length === 0) await new Promise(setImmediate)
  client.AbortGetTokenFromDevice()
  assert.equal(nameOf((await waiting)[0]), 'Aborted')
  client.OpenAuthorizeDeviceScreen(lab.app('arcade'), 'AB CD')
  assert.equal(pages[1], `${lab.platform.url}/activate?user_code=AB%20CD`)
  client.CloseAuthorizeDeviceScreen()
  client.CloseAuthorizeDeviceScreen()
  await client.FetchCurrentUser(Bearer, 'wrong') // RunCallbacks was called meanwhile.
  assert.equal(closed, 2)
  assert.equal(nameOf((await client.GetTokenFromDevice(new sdk.DeviceAuthorizationArgs()))[0]), 'ValidationError')
})

test('[SDK-32] [AUT-26] ExchangeChildToken gives a token of the game, without a refresh token', async () => {
  const { client, access } = await lab.signIn('dora', 'publisher')
  const [result, child, type, expiresIn, scopes] = await client.ExchangeChildToken(access, lab.app('chapter'))
  success(result)
  assert.deepEqual([type, expiresIn > 0, scopes.includes('sdk.social_layer')], [Bearer, true, true])
  assert.equal(await userOf(child), lab.user('dora'))
  const [refused, none] = await client.ExchangeChildToken('wrong', lab.app('chapter'))
  assert.deepEqual([nameOf(refused), none], ['HTTPError', ''])
})

test('UpdateToken sets the token; one of the type User is a ValidationError', async () => {
  const client = lab.client()
  assert.equal(client.IsAuthenticated(), false)
  assert.equal(nameOf((await client.UpdateToken(User, 'x'))[0]), 'ValidationError')
  assert.equal(client.IsAuthenticated(), false)
  success((await client.UpdateToken(Bearer, 'x'))[0])
  assert.equal(client.IsAuthenticated(), true)
})

test('the expiration callback comes once for a token, when 60 seconds are left', async (context) => {
  const { access } = await lab.signIn('bob', 'rival')
  const client = lab.client('rival')
  let expirations = 0
  client.SetTokenExpirationCallback(() => {
    expirations += 1
  })
  const durations = mockTimers(context)
  success((await client.UpdateToken(Bearer, access))[0])
  // The server says when the token ends, and the Client waits for that.
  while (!durations.some((ms) => ms > DAY_MS)) await new Promise(setImmediate)
  context.mock.timers.tick((604_800 - 70) * 1_000)
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  assert.equal(expirations, 0)
  context.mock.timers.tick(20_000)
  context.mock.timers.reset()
  await client.FetchCurrentUser(Bearer, 'wrong')
  assert.equal(expirations, 1)
})

test('[SDK-34] [LIM-15] SetHttpRequestTimeout ends a request that hangs as a NetworkError', ONE_NODE, async () => {
  const client = lab.client()
  const token = await lab.playerToken('arcade', 'patient')
  await lab.platform.control.request('POST /requests/faults', { path: '/users/@me', delay_ms: 60_000 })
  client.SetHttpRequestTimeout(50)
  const [result] = await client.FetchCurrentUser(Bearer, token)
  assert.deepEqual([nameOf(result), result.Retryable(), result.Status()], ['NetworkError', true, 0])
  await lab.platform.control.request('DELETE /requests/faults')
})

test('results of refusals: 429 is retryable after a time, 5xx too, no server is a NetworkError', ONE_NODE, async () => {
  const client = lab.client()
  const token = await lab.playerToken('arcade', 'limited')
  const fault = (given: object) =>
    lab.platform.control.request('POST /requests/faults', { path: '/users/@me', ...given })
  await fault({ status: 429, retry_after: 0.25 })
  const [limited] = await client.FetchCurrentUser(Bearer, token)
  assert.deepEqual([limited.Status(), limited.Retryable(), limited.RetryAfter()], [429, true, 0.25])
  await fault({ status: 503 })
  const [failed] = await client.FetchCurrentUser(Bearer, token)
  assert.deepEqual([failed.Status(), failed.Retryable(), nameOf(failed)], [503, true, 'HTTPError'])
  const nowhere = new sdk.Client('http://127.0.0.1:9/api/v10', 'http://127.0.0.1:9')
  const [lost] = await nowhere.FetchCurrentUser(Bearer, 'x')
  assert.deepEqual([nameOf(lost), lost.Retryable(), lost.Status()], ['NetworkError', true, 0])
  nowhere.dispose()
})

test('no log has a token, a code or a secret', async () => {
  const lines: string[] = []
  const browser = lab.browserOf('cleo')
  const client = lab.client('arcade', browser)
  client.AddLogCallback((line) => lines.push(line), sdk.LoggingSeverity.Verbose)
  const verifier = client.CreateAuthorizationCodeVerifier()
  const args = new sdk.AuthorizationArgs()
  args.SetScopes(sdk.Client.GetDefaultCommunicationScopes())
  args.SetCodeChallenge(verifier.Challenge())
  const [, code, redirectUri] = await client.Authorize(args)
  const [, access, refresh] = await client.GetToken(lab.app('arcade'), code, verifier.Verifier(), redirectUri)
  await client.GetToken(lab.app('arcade'), code, verifier.Verifier(), redirectUri)
  await client.RefreshToken(lab.app('arcade'), 'wrong-secret')
  await client.FetchCurrentUser(Bearer, 'another-secret')
  assert.ok(lines.length > 0)
  for (const secret of [code, access, refresh, verifier.Verifier(), 'wrong-secret', 'another-secret'])
    assert.ok(!lines.some((line) => line.includes(secret)))
})
