/** Online status, activities and invites of players. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as sdk from '../support/sdk.ts'
import { type SdkLab, sdkLab } from '../support/sdk-lab.ts'
import { until } from '../support/until.ts'

const { ValidationError, ClientNotReady, RPCError, HTTPError } = sdk.ErrorType
const SECRET = 'open-sesame'

interface Player {
  readonly client: sdk.Client
  readonly id: bigint
  readonly invites: sdk.ActivityInvite[]
  readonly updates: sdk.ActivityInvite[]
}

async function player(lab: SdkLab, name: string): Promise<Player> {
  const client = await lab.connect((await lab.signIn(name)).access)
  const [invites, updates]: sdk.ActivityInvite[][] = [[], []]
  client.SetActivityInviteCreatedCallback((invite) => void invites?.push(invite))
  client.SetActivityInviteUpdatedCallback((invite) => void updates?.push(invite))
  return { client, id: lab.user(name), invites: invites ?? [], updates: updates ?? [] }
}

async function typeOf(results: Promise<[sdk.ClientResult, ...unknown[]]>): Promise<sdk.ErrorType> {
  return (await results)[0].Type()
}

async function succeeds(results: Promise<[sdk.ClientResult, ...unknown[]]>): Promise<void> {
  assert.equal((await results)[0].ToString(), 'Success')
}

async function befriend(lab: SdkLab, one: string, other: string): Promise<void> {
  await lab.person(one).put(`/users/@me/relationships/${lab.user(other)}`)
  await lab.person(other).put(`/users/@me/relationships/${lab.user(one)}`)
}

function party(id = 'party-1', size = 1, max = 4): sdk.Activity {
  const activity = new sdk.Activity()
  const group = new sdk.ActivityParty()
  group.SetId(id)
  group.SetCurrentSize(size)
  group.SetMaxSize(max)
  activity.SetParty(group)
  const secrets = new sdk.ActivitySecrets()
  secrets.SetJoin(SECRET)
  activity.SetSecrets(secrets)
  return activity
}

/** Returns an activity with a value in every field. */
function wholeActivity(): sdk.Activity {
  const activity = party()
  activity.SetName('Arcade Deluxe')
  activity.SetType(sdk.ActivityTypes.Competing)
  activity.SetStatusDisplayType(sdk.StatusDisplayTypes.Details)
  activity.SetState('In a party')
  activity.SetStateUrl('https://game.example/state')
  activity.SetDetails('Level 3')
  activity.SetDetailsUrl('https://game.example/details')
  activity.SetSupportedPlatforms(sdk.ActivityGamePlatforms.Desktop | sdk.ActivityGamePlatforms.IOS)
  const assets = new sdk.ActivityAssets()
  assets.SetLargeImage('map')
  assets.SetLargeText('The map')
  assets.SetLargeUrl('https://game.example/map')
  assets.SetSmallImage('rank')
  assets.SetSmallText('Rank 7')
  assets.SetSmallUrl('https://game.example/rank')
  assets.SetInviteCoverImage('cover')
  activity.SetAssets(assets)
  const times = new sdk.ActivityTimestamps()
  times.SetStart(1_700_000_000_000n)
  activity.SetTimestamps(times)
  const button = new sdk.ActivityButton()
  button.SetLabel('Watch')
  button.SetUrl('https://game.example/watch')
  activity.AddButton(button)
  return activity
}

function withButtons(count: number): sdk.Activity {
  const activity = new sdk.Activity()
  for (let index = 0; index < count; index += 1) {
    const button = new sdk.ActivityButton()
    button.SetLabel('Watch')
    button.SetUrl('https://game.example/watch')
    activity.AddButton(button)
  }
  return activity
}

test('presence and invites', async (t) => {
  await using lab = await sdkLab()
  await befriend(lab, 'ann', 'bob')
  const [ann, bob, cleo] = [await player(lab, 'ann'), await player(lab, 'bob'), await player(lab, 'cleo')]
  const annAsBobSees = bob.client.GetUser(ann.id) ?? assert.fail('bob knows ann')

  await t.test('an activity that is not right is refused without a request', async () => {
    const refused = (change: (activity: sdk.Activity) => void) => {
      const activity = wholeActivity()
      change(activity)
      return typeOf(ann.client.UpdateRichPresence(activity))
    }
    const rows: [name: string, change: (activity: sdk.Activity) => void][] = [
      ['a short state', (activity) => activity.SetState('x')],
      ['a long state', (activity) => activity.SetState('x'.repeat(129))],
      ['a state address', (activity) => activity.SetStateUrl('x'.repeat(257))],
      ['another protocol', (activity) => activity.SetDetailsUrl('javascript:alert(1)')],
      ['long details', (activity) => activity.SetDetails('x'.repeat(129))],
      ['a party of nobody', (activity) => activity.SetParty(party('party-1', 0).Party())],
      ['a party over its limit', (activity) => activity.SetParty(party('party-1', 5, 4).Party())],
      ['a short party id', (activity) => activity.SetParty(party('x').Party())],
      ['a type that games do not set', (activity) => activity.SetType(sdk.ActivityTypes.HangStatus)],
    ]
    for (const [name, change] of rows) assert.equal(await refused(change), ValidationError, name)
    assert.equal(await typeOf(ann.client.UpdateRichPresence(withButtons(3))), ValidationError)
    assert.equal(await typeOf(ann.client.UpdateRichPresence(sdk.Activity.nullobj)), ValidationError)
    assert.equal(ann.client.GetCurrentUserV2()?.GameActivity(), null)
  })

  await t.test('a whole activity reaches a friend, without its secrets and links', async () => {
    await succeeds(ann.client.UpdateRichPresence(wholeActivity()))
    await until(() => annAsBobSees.GameActivity() !== null, 'activity')
    const seen = annAsBobSees.GameActivity() ?? assert.fail('the activity is there')
    const own = ann.client.GetCurrentUserV2()?.GameActivity() ?? assert.fail('the own activity is there')
    assert.equal(seen.ApplicationId(), lab.app('arcade'))
    assert.deepEqual([seen.Secrets(), own.Secrets()?.Join()], [null, SECRET])
    assert.deepEqual([seen.GetButtons()[0]?.Label(), seen.GetButtons()[0]?.Url()], ['Watch', ''])
    for (const activity of [seen, own]) activity.SetSecrets(null)
    const expected = new sdk.Activity(own)
    const shown = new sdk.Activity(seen)
    for (const read of ['Name', 'Type', 'State', 'StateUrl', 'Details', 'DetailsUrl', 'SupportedPlatforms'] as const)
      assert.equal(shown[read](), expected[read](), read)
    for (const read of ['LargeImage', 'LargeText', 'LargeUrl', 'SmallImage', 'SmallText', 'SmallUrl'] as const)
      assert.equal(shown.Assets()?.[read](), expected.Assets()?.[read](), read)
    assert.equal(shown.Assets()?.InviteCoverImage(), 'cover')
    assert.equal(shown.StatusDisplayType(), sdk.StatusDisplayTypes.Details)
    assert.equal(shown.Timestamps()?.Start(), 1_700_000_000_000n)
    assert.deepEqual([shown.Party()?.Id(), shown.Party()?.CurrentSize(), shown.Party()?.MaxSize()], ['party-1', 1, 4])
  })

  await t.test('the online status reaches a friend; others than the four are refused', async () => {
    assert.equal(await typeOf(ann.client.SetOnlineStatus(sdk.StatusType.Offline)), ValidationError)
    await succeeds(ann.client.SetOnlineStatus(sdk.StatusType.Dnd))
    assert.equal(ann.client.GetCurrentUserV2()?.Status(), sdk.StatusType.Dnd)
    await until(() => annAsBobSees.Status() === sdk.StatusType.Dnd, 'status')
    assert.equal(annAsBobSees.GameActivity()?.State(), 'In a party', 'the activity stays')
  })

  await t.test('an activity without a name has that of the game, and is removed', async () => {
    const bobAsAnnSees = ann.client.GetUser(bob.id) ?? assert.fail('ann knows bob')
    await succeeds(bob.client.UpdateRichPresence(party()))
    assert.equal(bob.client.GetCurrentUserV2()?.GameActivity()?.Name(), 'arcade')
    await until(() => bobAsAnnSees.GameActivity()?.Name() === 'arcade', 'activity')
    bob.client.ClearRichPresence()
    await until(() => bobAsAnnSees.GameActivity() === null, 'end of the activity')
    assert.equal(bobAsAnnSees.Status(), sdk.StatusType.Online)
  })

  await t.test('an invite gives its recipient the secret, and nobody else', async () => {
    assert.equal(await typeOf(cleo.client.SendActivityInvite(ann.id, '')), ValidationError, 'no activity')
    await succeeds(ann.client.SendActivityInvite(cleo.id, 'Come along'))
    await until(() => cleo.invites.length === 1, 'invite')
    const invite = cleo.invites[0] ?? assert.fail('the invite is there')
    assert.deepEqual([invite.SenderId(), invite.Type()], [ann.id, sdk.ActivityActionTypes.Join])
    assert.deepEqual([invite.ApplicationId(), invite.PartyId()], [lab.app('arcade'), 'party-1'])
    assert.deepEqual([invite.IsValid(), ann.invites.length, bob.invites.length], [true, 0, 0])
    const [result, secret] = await cleo.client.AcceptActivityInvite(invite)
    assert.deepEqual([result.ToString(), secret], ['Success', SECRET])
    assert.equal(await typeOf(bob.client.AcceptActivityInvite(invite)), HTTPError)
    assert.equal(await typeOf(cleo.client.AcceptActivityInvite(new sdk.ActivityInvite())), ValidationError)
    assert.equal(await typeOf(cleo.client.SendActivityJoinRequestReply(invite)), ValidationError)
  })

  await t.test('an invite is valid while its sender is in the party', async () => {
    const invite = cleo.invites[0] ?? assert.fail('the invite is there')
    await until(() => cleo.client.GetUser(ann.id)?.Status() === sdk.StatusType.Dnd, 'presence of the sender')
    await succeeds(ann.client.UpdateRichPresence(party('party-2')))
    await until(() => cleo.updates.length === 1, 'update')
    assert.deepEqual([cleo.updates[0]?.MessageId(), cleo.updates[0]?.IsValid()], [invite.MessageId(), false])
    assert.equal(await typeOf(cleo.client.AcceptActivityInvite(invite)), HTTPError)
    await succeeds(ann.client.UpdateRichPresence(party()))
    await until(() => cleo.updates.length === 2, 'second update')
    assert.equal(cleo.updates[1]?.IsValid(), true)
  })

  await t.test('a request to join is answered with an invite', async () => {
    assert.equal(await typeOf(ann.client.SendActivityJoinRequest(bob.id)), ValidationError, 'bob does not play')
    await until(() => annAsBobSees.GameActivity()?.Party()?.Id() === 'party-1', 'activity')
    await succeeds(bob.client.SendActivityJoinRequest(ann.id))
    await until(() => ann.invites.length === 1, 'request')
    const request = ann.invites[0] ?? assert.fail('the request is there')
    assert.deepEqual([request.SenderId(), request.Type()], [bob.id, sdk.ActivityActionTypes.JoinRequest])
    assert.equal(await typeOf(ann.client.AcceptActivityInvite(request)), ValidationError)
    await succeeds(ann.client.SendActivityJoinRequestReply(request))
    await until(() => bob.invites.length === 1, 'reply')
    const [, secret] = await bob.client.AcceptActivityInvite(bob.invites[0] ?? assert.fail('the reply is there'))
    assert.equal(secret, SECRET)
  })

  await t.test('a later session of the player receives the status and the activity again', async () => {
    const fault = { user_id: `${ann.id}`, type: 'invalid_session', resumable: false } as const
    await lab.platform.control.request('POST /gateway/faults', fault)
    await until(() => annAsBobSees.Status() === sdk.StatusType.Offline, 'end of the session')
    await until(() => annAsBobSees.Status() === sdk.StatusType.Dnd, 'status')
    assert.equal(annAsBobSees.GameActivity()?.Party()?.Id(), 'party-1')
    await until(() => cleo.updates.length === 3, 'end of the invite with the session')
    assert.equal(cleo.updates[2]?.IsValid(), false)
  })

  await t.test('an address with a join secret reaches both join handlers', async () => {
    const joins: unknown[] = []
    ann.client.SetActivityJoinCallback((secret) => void joins.push(secret))
    ann.client.SetActivityJoinWithApplicationCallback((id, secret) => void joins.push([id, secret]))
    assert.equal(ann.client.handleUrl('https://game.example/_discord/join?secret='), false)
    assert.equal(ann.client.handleUrl('https://game.example/other?secret=x'), false)
    assert.equal(ann.client.handleUrl(`guildhall-1:/_discord/join?secret=${SECRET}`), true)
    await until(() => joins.length === 2, 'calls of both handlers')
    assert.deepEqual(joins, [SECRET, [lab.app('arcade'), SECRET]])
  })

  await t.test('without a connection, methods say so, and friends see the player offline', async () => {
    ann.client.Disconnect()
    await until(() => annAsBobSees.Status() === sdk.StatusType.Offline, 'end of the presence')
    assert.equal(cleo.updates.length, 3, 'an invite to a former session does not become valid again')
    assert.equal(await typeOf(ann.client.UpdateRichPresence(party())), RPCError)
    assert.equal(await typeOf(ann.client.SetOnlineStatus(sdk.StatusType.Idle)), ClientNotReady)
    assert.equal(await typeOf(ann.client.SendActivityInvite(bob.id, '')), ClientNotReady)
    ann.client.ClearRichPresence()
    assert.equal(ann.client.GetCurrentUserV2()?.Status(), sdk.StatusType.Offline)
  })
})
