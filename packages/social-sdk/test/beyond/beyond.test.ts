import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as sdk from '../support/sdk.ts'
import { type SdkLab, sdkLab } from '../support/sdk-lab.ts'

const { Bearer } = sdk.AuthorizationTokenType
const { Status } = sdk.Client

let lab: SdkLab
before(async () => {
  lab = await sdkLab()
})
after(() => lab[Symbol.asyncDispose]())

test('ok returns what follows the result, and throws a typed error', async () => {
  const client = lab.client()
  const token = await lab.playerToken('arcade', 'ok')
  const [id, name] = sdk.ok(await client.FetchCurrentUser(Bearer, token))
  assert.deepEqual([typeof id, name], ['bigint', 'ok'])
  const failure = await client
    .FetchCurrentUser(Bearer, 'wrong')
    .then(sdk.ok)
    .catch((error: unknown) => error)
  assert.ok(failure instanceof sdk.SocialError)
  assert.deepEqual(
    [failure.type, failure.status, failure.retryable, failure.result.Status()],
    [sdk.ErrorType.HTTPError, 401, false, 401],
  )
})

test('events has on, once and an iterator, beside the handler of the game', async () => {
  const client = lab.client()
  await client.UpdateToken(Bearer, await lab.playerToken('arcade', 'events'))
  const listeners = sdk.events(client)
  const [handled, listened, iterated]: number[][] = [[], [], []]
  client.SetStatusChangedCallback((status) => handled?.push(status))
  const stop = listeners.on('statusChanged', (status) => listened?.push(status))
  const first = listeners.once('statusChanged')
  const statuses = listeners.iterate('statusChanged')
  client.Connect()
  for await (const [status] of statuses) {
    iterated?.push(status)
    if (status === Status.Ready) break
  }
  assert.equal((await first)[0], Status.Connecting)
  assert.deepEqual(iterated, [Status.Connecting, Status.Connected, Status.Ready])
  assert.deepEqual([handled, listened], [iterated, iterated])
  stop()
  const aborting = new AbortController()
  const never = listeners.once('lobbyCreated', { signal: aborting.signal })
  aborting.abort(new Error('enough'))
  await assert.rejects(never, /enough/)
  const last = listeners.once('messageCreated')
  client.dispose()
  await assert.rejects(
    last,
    (error) => error instanceof sdk.SocialError && error.type === sdk.ErrorType.ClientDestroyed,
  )
  for await (const _ of listeners.iterate('statusChanged')) assert.fail('nothing comes after the end')
  assert.deepEqual(listened, iterated)
})

test('snapshot and JSON.stringify give values with ids as strings', () => {
  const activity = new sdk.Activity()
  activity.SetName('Chess')
  activity.SetApplicationId(2n ** 63n)
  const party = new sdk.ActivityParty()
  party.SetId('p')
  activity.SetParty(party)
  const plain = sdk.snapshot(activity)
  assert.deepEqual([plain?.name, plain?.applicationId, plain?.party?.id], ['Chess', '9223372036854775808', 'p'])
  assert.deepEqual(JSON.parse(JSON.stringify(activity)), structuredClone(plain))
  assert.equal(sdk.snapshot(sdk.Activity.nullobj), null)
  assert.equal(sdk.snapshot(sdk.UserHandle.nullobj), null)
})

test('a session signs in once, is silent afterwards, and refreshes tokens', async (context) => {
  let text: string | null = null
  const store = {
    load: () => text,
    save: (saved: string | null) => {
      text = saved
    },
  }
  const browser = lab.browserOf('bob')
  const first = lab.client('arcade', browser)
  const session = await sdk.openSession({ client: first, store })
  assert.deepEqual([first.GetStatus(), browser.pages.length], [Status.Ready, 1])
  session.close()
  assert.equal(first.GetStatus(), Status.Disconnected)

  const second = lab.client() // No page is opened.
  const silent = await sdk.openSession({ client: second, store })
  assert.equal(second.GetStatus(), Status.Ready)
  silent.close()

  const stored = JSON.parse(text ?? '') as { access: string; refresh: string; endsAt: number }
  text = JSON.stringify({ ...stored, endsAt: 0 })
  const third = lab.client()
  const refreshed = await sdk.openSession({ client: third, store, signIn: 'silent' })
  assert.notEqual((JSON.parse(text ?? '') as typeof stored).access, stored.access)
  context.after(() => refreshed.close())

  await refreshed.signOut()
  assert.equal(text, null)
  await assert.rejects(
    sdk.openSession({ client: lab.client(), store, signIn: 'silent' }),
    (error) => error instanceof sdk.SocialError && error.type === sdk.ErrorType.AuthorizationFailed,
  )
})

test('a session whose tokens end is renewed or signed out', async () => {
  const texts: (string | null)[] = []
  const store = { load: () => null, save: (text: string | null) => void texts.push(text) }
  const client = lab.client('rival', lab.browserOf('cleo'))
  const signedOut = Promise.withResolvers<sdk.SocialError>()
  await sdk.openSession({ client, store, onSignedOut: signedOut.resolve })
  const [text] = texts
  const { access } = JSON.parse(text ?? '') as { access: string }
  sdk.ok(await client.RevokeToken(lab.app('rival'), access))
  const reason = await signedOut.promise
  assert.deepEqual([reason.type, client.GetStatus()], [sdk.ErrorType.HTTPError, Status.Disconnected])
  assert.equal(texts.at(-1), null)
})

test('a provisional session stores nothing', async () => {
  const saved: unknown[] = []
  const client = lab.client()
  const session = await sdk.openSession({
    client,
    store: { load: () => null, save: (text) => void saved.push(text) },
    provisional: { type: sdk.AuthenticationExternalAuthType.OIDC, token: () => lab.issuer.token('sessions') },
  })
  assert.equal(client.GetStatus(), Status.Ready)
  const again = sdk.events(client).iterate('statusChanged')
  // The token of the player ends under way: the server closes the session, which begins anew by another one.
  await lab.platform.clock.forward('8 days')
  const names: string[] = []
  for await (const [status] of again) {
    names.push(sdk.Client.StatusToString(status))
    if (status === Status.Ready) break
  }
  assert.deepEqual(names, ['Disconnected', 'Connecting', 'Connected', 'Ready'])
  session.close()
  assert.deepEqual(saved, [])
})
