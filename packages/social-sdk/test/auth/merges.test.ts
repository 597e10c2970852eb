/** Provisional players who go on with an account of the platform, while the game plays. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as sdk from '../support/sdk.ts'
import { type SdkLab, StatusLog, sdkLab } from '../support/sdk-lab.ts'
import { until } from '../support/until.ts'

const { Status } = sdk.Client
const { OIDC } = sdk.AuthenticationExternalAuthType
const { Bearer } = sdk.AuthorizationTokenType

describe('merges', () => {
  let lab: SdkLab
  let ann: sdk.Client
  let annToken: string
  before(async () => {
    lab = await sdkLab()
    annToken = (await lab.signIn('ann')).access
    ann = await lab.connect(annToken)
  })
  after(() => lab[Symbol.asyncDispose]())

  /** Returns a provisional player who is Ready. The browser of a person decides, and notes other pages. */
  async function provisional(externalId: string, person: string) {
    const pages: string[] = []
    const { openUrl } = lab.browserOf(person)
    const open = (page: string) => (page.includes('/oauth2/authorize') ? openUrl(page) : void pages.push(page))
    const client = lab.client('arcade', { openUrl: open })
    const idToken = await lab.issuer.token(externalId)
    const [result, token] = await client.GetProvisionalToken(lab.app('arcade'), OIDC, idToken)
    assert.equal(result.ToString(), 'Success')
    await client.UpdateToken(Bearer, token)
    await ready(client)
    return { client, pages, idToken, id: client.GetCurrentUserV2()?.Id() ?? 0n }
  }

  /** Connects and waits for Ready. */
  async function ready(client: sdk.Client): Promise<void> {
    const done = new StatusLog(client).next(Status.Ready)
    client.Connect()
    await done
  }

  /** Merges as a game does: the player authorizes, and the Client goes on with the new token. */
  async function merge(client: sdk.Client, idToken: string): Promise<void> {
    const verifier = client.CreateAuthorizationCodeVerifier()
    const args = new sdk.AuthorizationArgs()
    args.SetScopes(sdk.Client.GetDefaultCommunicationScopes())
    args.SetCodeChallenge(verifier.Challenge())
    const [code, redirectUri] = sdk.ok(await client.Authorize(args))
    const exchange = [lab.app('arcade'), code, verifier.Verifier(), redirectUri] as const
    const [token] = sdk.ok(await client.GetTokenFromProvisionalMerge(...exchange, OIDC, idToken))
    // The server has ended the token of the provisional account.
    await until(() => client.GetStatus() === Status.Disconnected, 'end of the provisional session')
    await client.UpdateToken(Bearer, token)
    await ready(client)
  }

  test('JoinLinkedLobbyGuild goes on after ProvisionalUserMergeCompleted(true), with the lobby', async () => {
    const pia = await provisional('pia', 'cleo')
    const members = [{ id: `${lab.user('ann')}`, flags: 1 }, { id: `${pia.id}` }]
    const { body } = await lab.bot('arcade').post<{ id: string }>('/lobbies', { members })
    const id = BigInt(body.id)
    const channel_id = lab.platform.world?.guilds.hall?.channels.general?.id
    const linked = await lab.bearer(annToken).patch(`/lobbies/${id}/channel-linking`, { channel_id })
    assert.equal(linked.status, 200)
    await until(() => pia.client.GetLobbyHandle(id)?.LinkedChannel() != null, 'link')

    const joining = pia.client.JoinLinkedLobbyGuild(id, () => {
      void merge(pia.client, pia.idToken).then(() => pia.client.ProvisionalUserMergeCompleted(true))
    })
    const [result, inviteUrl] = await joining
    assert.equal(result.ToString(), 'Success')
    assert.deepEqual(pia.pages, [inviteUrl])
    const player = pia.client.GetCurrentUserV2()
    assert.deepEqual([player?.Id(), player?.IsProvisional()], [lab.user('cleo'), false])
    const ids = [lab.user('ann'), lab.user('cleo')]
    assert.deepEqual(new Set(pia.client.GetLobbyHandle(id)?.LobbyMemberIds()), new Set(ids))
    await until(() => ann.GetLobbyHandle(id)?.GetLobbyMemberHandle(lab.user('cleo'))?.Connected() === true, 'member')
    assert.equal(ann.GetLobbyHandle(id)?.GetLobbyMemberHandle(pia.id), null)
    const code = inviteUrl.slice(inviteUrl.lastIndexOf('/') + 1)
    assert.equal((await lab.person('cleo').post(`/invites/${code}`)).status, 200)
  })

  test('OpenMessageInDiscord goes on with the message, which the merge has moved outside of the game', async () => {
    const quin = await provisional('quin', 'dora')
    const [, id] = await ann.SendUserMessage(quin.id, 'see you outside')
    await until(() => quin.client.GetMessageHandle(id) !== null, 'message')
    assert.equal(quin.client.CanOpenMessageInDiscord(id), false)
    const [result] = await quin.client.OpenMessageInDiscord(id, () => {
      void merge(quin.client, quin.idToken).then(() => quin.client.ProvisionalUserMergeCompleted(true))
    })
    assert.equal(result.ToString(), 'Success')
    const { body } = await lab.person('dora').get<{ id: string }[]>('/users/@me/channels')
    assert.deepEqual(quin.pages, [`${lab.platform.url}/channels/@me/${body[0]?.id}/${id}`])
    assert.equal((await lab.person('dora').get(`/channels/${body[0]?.id}/messages/${id}`)).status, 200)
  })

  test('a merge by another device ends the provisional session, and the identity is that of the person', async () => {
    const rick = await provisional('rick', 'bob')
    const enter = async (page: string) => {
      const user_code = new URL(page).searchParams.get('user_code')
      await lab.person('bob').post('/oauth2/device/finish', { user_code, result: 'granted' })
    }
    const device = lab.client('arcade', { openUrl: (page) => void enter(page) })
    const args = new sdk.DeviceAuthorizationArgs()
    args.SetScopes(sdk.Client.GetDefaultCommunicationScopes())
    const [token] = sdk.ok(await device.GetTokenFromDeviceProvisionalMerge(args, OIDC, rick.idToken))
    await until(() => rick.client.GetStatus() === Status.Disconnected, 'end of the provisional session')
    await device.UpdateToken(Bearer, token)
    await ready(device)
    assert.equal(device.GetCurrentUserV2()?.Id(), lab.user('bob'))
    const [linked] = await rick.client.GetProvisionalToken(lab.app('arcade'), OIDC, rick.idToken)
    assert.equal(linked.ErrorCode(), 530010)
  })
})
