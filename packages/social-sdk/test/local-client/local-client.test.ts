/** Games and the local client of the person at this computer. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RawGateway } from '@guildhall/testing'
import { LocalPerson } from '../support/local-person.ts'
import * as sdk from '../support/sdk.ts'
import { type SdkLab, sdkLab } from '../support/sdk-lab.ts'
import { until } from '../support/until.ts'

let lab: SdkLab
before(async () => {
  lab = await sdkLab()
})
after(() => lab[Symbol.asyncDispose]())

const nameOf = (result: sdk.ClientResult) => sdk.EnumToString(sdk.ErrorType, result.Type())

function activityOf(details: string): sdk.Activity {
  const activity = new sdk.Activity()
  activity.SetDetails(details)
  return activity
}

function argsOf(client: sdk.Client) {
  const verifier = client.CreateAuthorizationCodeVerifier()
  const args = new sdk.AuthorizationArgs()
  args.SetScopes('identify')
  args.SetCodeChallenge(verifier.Challenge())
  return { args, verifier }
}

test('GetDiscordClientConnectedUser returns the person of the local client, and null without one', async () => {
  const client = lab.client('rival')
  const [alone, nobody] = await client.GetDiscordClientConnectedUser(lab.app('rival'))
  assert.deepEqual([alone.Successful(), nobody], [true, null])
  await using _ann = await LocalPerson.start(lab, 'ann')
  for (const application of ['rival', 'console']) {
    const [result, user] = await client.GetDiscordClientConnectedUser(lab.app(application))
    assert.equal(result.ToString(), 'Success')
    assert.deepEqual([user?.Id(), user?.Username(), user?.DisplayName()], [lab.user('ann'), 'ann', 'ann'])
    assert.match(user?.AvatarUrl(0, 2) ?? '', /\/cdn\/embed\/avatars\/\d\.png$/)
  }
  const [invalid] = await client.GetDiscordClientConnectedUser(0n)
  assert.equal(nameOf(invalid), 'ValidationError')
  const [unknown, none] = await client.GetDiscordClientConnectedUser(1n)
  assert.deepEqual([unknown.Successful(), none], [true, null], 'a local client that refuses the game is none')
})

test('Authorize asks the person of the local client; a denial opens no page', async () => {
  await using ann = await LocalPerson.start(lab, 'ann')
  const client = lab.client()
  client.SetGameWindowPid(4_711)
  const { args, verifier } = argsOf(client)
  const [result, code, redirectUri] = await client.Authorize(args)
  assert.equal(result.ToString(), 'Success')
  assert.equal(redirectUri, 'http://127.0.0.1/callback')
  assert.equal((await ann.next('AUTHORIZE')).args?.pid, 4_711)
  const [exchanged, token] = await client.GetToken(lab.app('arcade'), code, verifier.Verifier(), redirectUri)
  assert.equal(exchanged.ToString(), 'Success')
  assert.equal((await client.FetchCurrentUser(sdk.AuthorizationTokenType.Bearer, token))[1], lab.user('ann'))

  ann.consents = false
  const [denied] = await client.Authorize(args)
  assert.deepEqual([nameOf(denied), denied.ErrorCode()], ['AuthorizationFailed', 5_000])

  const decision = Promise.withResolvers<boolean>()
  ann.consents = decision.promise
  const waiting = client.Authorize(args)
  await ann.next('AUTHORIZE')
  client.AbortAuthorize()
  assert.equal(nameOf((await waiting)[0]), 'Aborted')
  decision.resolve(true)
})

test('a game that is not connected shows its activity, again after a restart, until Connect', async () => {
  const { access } = await lab.signIn('ann')
  const bob = await friendOf('bob', 'ann')
  await using ann = await LocalPerson.start(lab, 'ann')
  const client = lab.client()
  const shown = bob.next(({ t, d }) => t === 'PRESENCE_UPDATE' && isPlaying(d, 'Level 1'))
  const [result] = await client.UpdateRichPresence(activityOf('Level 1'))
  assert.equal(result.ToString(), 'Success')
  await shown
  await ann.next('SET_ACTIVITY')
  client.SetGameWindowPid(99)
  assert.equal((await ann.next('SET_ACTIVITY')).args?.pid, 99)
  await ann.stop()
  await ann.start()
  const again = await ann.next('SET_ACTIVITY')
  assert.deepEqual([again.args?.pid, again.args?.activity], [99, { details: 'Level 1', type: 0 }])
  client.ClearRichPresence()
  assert.equal((await ann.next('SET_ACTIVITY')).args?.activity, null)
  await client.UpdateRichPresence(activityOf('Level 2'))
  await ann.next('SET_ACTIVITY')
  await client.UpdateToken(sdk.AuthorizationTokenType.Bearer, access)
  client.Connect()
  assert.equal((await ann.next('SET_ACTIVITY')).args?.activity, null)
  await bob.close()
})

test('without a local client an activity is an RPCError, and is shown once one runs', async () => {
  const client = lab.client('rival')
  const [result] = await client.UpdateRichPresence(activityOf('Alone'))
  assert.equal(nameOf(result), 'RPCError')
  await using ann = await LocalPerson.start(lab, 'ann')
  assert.deepEqual((await ann.next('SET_ACTIVITY')).args?.activity, { details: 'Alone', type: 0 })
  const unset = lab.client()
  unset.SetApplicationId(0n)
  assert.equal(nameOf((await unset.UpdateRichPresence(activityOf('Nothing')))[0]), 'ValidationError')
})

test('[SDK-39] [EVT-20] AUTHORIZE_REQUEST is subscribed anew after a restart, and calls the handler once', async () => {
  await using ann = await LocalPerson.start(lab, 'ann')
  const client = lab.client()
  let calls = 0
  const called = Promise.withResolvers<void>()
  client.RegisterAuthorizeRequestCallback(() => {
    calls += 1
    called.resolve()
  })
  await ann.next('SUBSCRIBE', 'AUTHORIZE_REQUEST')
  await ann.stop()
  await ann.start()
  await ann.next('SUBSCRIBE', 'AUTHORIZE_REQUEST')
  const request = `/users/@me/applications/${lab.app('arcade')}/authorize-requests`
  assert.equal((await lab.person('ann').post(request)).status, 204)
  await called.promise
  client.RemoveAuthorizeRequestCallback()
  await ann.next('UNSUBSCRIBE', 'AUTHORIZE_REQUEST')
  assert.equal((await lab.person('ann').post(request)).status, 204)
  await client.GetDiscordClientConnectedUser(lab.app('arcade'))
  assert.equal(calls, 1)
})

test('pages are shown by the local client of the player where the web app is open, else by openUrl', async () => {
  const pages: string[] = []
  const { access } = await lab.signIn('ann')
  await using ann = await LocalPerson.start(lab, 'ann')
  const client = lab.client('arcade', { openUrl: (page) => pages.push(page) })
  const [before] = await client.OpenConnectedGamesSettingsInDiscord()
  assert.deepEqual([before.Successful(), pages], [true, []])
  await client.UpdateToken(sdk.AuthorizationTokenType.Bearer, access)
  const ready = Promise.withResolvers<void>()
  client.SetStatusChangedCallback((status) => status === sdk.Client.Status.Ready && ready.resolve())
  client.Connect()
  await ready.promise
  const open = async () => assert.equal((await client.OpenConnectedGamesSettingsInDiscord())[0].ToString(), 'Success')
  await open()
  assert.deepEqual((await ann.next('DEEP_LINK')).args?.type, 'OAUTH2')
  assert.deepEqual(pages.splice(0), [`${lab.platform.url}/settings/apps`], 'no web app is open')

  const app = await openApp('ann')
  const shown = async () => (await app.next<{ path: string }>('CLIENT_NAVIGATE')).d.path
  await open()
  assert.equal(await shown(), '/settings/apps')
  const { lobbyId, messagePath } = await linkedLobby(client)
  const [joined, inviteUrl] = await client.JoinLinkedLobbyGuild(lobbyId, null)
  assert.equal(joined.ToString(), 'Success')
  assert.equal(`${lab.platform.url}${await shown()}`, inviteUrl)
  const [, messageId] = await client.SendLobbyMessage(lobbyId, 'see outside')
  assert.equal((await client.OpenMessageInDiscord(messageId, null))[0].ToString(), 'Success')
  assert.equal(await shown(), `${messagePath}/${messageId}`)
  assert.deepEqual(pages, [])
  await app.close()
  await ann.stop()
  await open()
  assert.deepEqual(pages, [`${lab.platform.url}/settings/apps`])
})

/** Opens the session of a person's web app. */
function openApp(name: string): Promise<RawGateway> {
  return RawGateway.open(lab.platform.gateway, { token: lab.platform.world?.users[name]?.token ?? '' })
}

/** Makes a lobby of ann that is linked with the channel of the guild. */
async function linkedLobby(client: sdk.Client): Promise<{ lobbyId: bigint; messagePath: string }> {
  const members = [{ id: `${lab.user('ann')}`, flags: 1 }]
  const { body } = await lab.bot('arcade').post<{ id: string }>('/lobbies', { members })
  const lobbyId = BigInt(body.id)
  await until(() => client.GetLobbyHandle(lobbyId) !== null, 'lobby')
  const guild = lab.platform.world?.guilds.hall
  const channelId = guild?.channels.general?.id ?? ''
  assert.equal((await client.LinkChannelToLobby(lobbyId, BigInt(channelId)))[0].ToString(), 'Success')
  return { lobbyId, messagePath: `/channels/${guild?.id}/${channelId}` }
}

test('IsDiscordAppInstalled is false: there is no app for mobile devices', async () => {
  for (const platform of ['desktop', 'mobile'] as const)
    assert.deepEqual(await lab.client('arcade', { platform }).IsDiscordAppInstalled(), [false])
})

/** Opens the session of a person who is a friend of another one. */
async function friendOf(name: string, friend: string): Promise<RawGateway> {
  await lab.person(name).put(`/users/@me/relationships/${lab.user(friend)}`, {})
  await lab.person(friend).put(`/users/@me/relationships/${lab.user(name)}`, {})
  return openApp(name)
}

function isPlaying(presence: unknown, details: string): boolean {
  const { activities } = presence as { activities: { details?: string }[] }
  return activities.some((activity) => activity.details === details)
}
