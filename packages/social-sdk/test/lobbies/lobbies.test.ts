import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Heard } from '../support/heard.ts'
import * as sdk from '../support/sdk.ts'
import { type SdkLab, sdkLab } from '../support/sdk-lab.ts'
import { until } from '../support/until.ts'

/** Events about lobbies that a Client calls handlers for, as `created 1`, `added 1 2`. */
class LobbyLog extends Heard<[line: string, lobbyId: bigint, memberId: bigint]> {
  constructor(client: sdk.Client) {
    super()
    client.SetLobbyCreatedCallback((id) => this.handler('created', id, 0n))
    client.SetLobbyUpdatedCallback((id) => this.handler('updated', id, 0n))
    client.SetLobbyDeletedCallback((id) => this.handler('deleted', id, 0n))
    client.SetLobbyMemberAddedCallback((id, member) => this.handler('added', id, member))
    client.SetLobbyMemberUpdatedCallback((id, member) => this.handler('changed', id, member))
    client.SetLobbyMemberRemovedCallback((id, member) => this.handler('removed', id, member))
  }

  /** Resolves with an event. */
  of(name: string, lobbyId: bigint, memberId?: bigint): Promise<unknown> {
    return this.first((line, id, member) => line === name && id === lobbyId && (memberId ?? member) === member)
  }

  linesOf(lobbyId: bigint): string[] {
    return this.calls.filter(([, id]) => id === lobbyId).map(([line]) => line)
  }
}

describe('lobbies', () => {
  let lab: SdkLab
  let ann: sdk.Client
  let bob: sdk.Client
  let annToken: string
  let bobToken: string

  before(async () => {
    lab = await sdkLab()
    const scopes = 'openid sdk.social_layer guilds guilds.channels.read'
    annToken = (await lab.signIn('ann', 'arcade', scopes)).access
    bobToken = (await lab.signIn('bob', 'arcade', scopes)).access
    ann = await lab.connect(annToken)
    bob = await lab.connect(bobToken)
  })
  after(() => lab[Symbol.asyncDispose]())

  /** Makes a lobby that may be linked, as only the game's server does. */
  async function serverLobby(...names: string[]): Promise<bigint> {
    const members = names.map((name) => ({ id: `${lab.user(name)}`, flags: 1 }))
    const { body } = await lab.bot('arcade').post<{ id: string }>('/lobbies', { members, metadata: { map: 'dust' } })
    return BigInt(body.id)
  }

  test('a secret creates a lobby, and another player joins it', async () => {
    const [annLog, bobLog] = [new LobbyLog(ann), new LobbyLog(bob)]
    const seen: (string | undefined)[] = []
    const [result, id] = await ann.CreateOrJoinLobbyWithMetadata(
      'open sesame',
      { map: 'dust' },
      { team: 'red' },
      () => {
        seen.push(ann.GetLobbyHandle(ann.GetLobbyIds()[0] ?? 0n)?.Metadata().map)
      },
    )
    assert.equal(result.ToString(), 'Success')
    assert.deepEqual(seen, ['dust'], 'the handle has the lobby when the callback runs')
    const [, same] = await bob.CreateOrJoinLobby('open sesame')
    assert.equal(same, id)
    const [annId, bobId] = [lab.user('ann'), lab.user('bob')]
    await annLog.of('added', id, bobId)
    const lobby = bob.GetLobbyHandle(id)
    assert.ok(lobby)
    assert.equal(lobby.Id(), id)
    assert.deepEqual(lobby.Metadata(), { map: 'dust' })
    assert.deepEqual(new Set(lobby.LobbyMemberIds()), new Set([annId, bobId]))
    assert.equal(lobby.LobbyMembers().length, 2)
    const member = lobby.GetLobbyMemberHandle(annId)
    assert.deepEqual(
      [member?.Id(), member?.Metadata(), member?.Connected(), member?.CanLinkLobby(), member?.User()?.DisplayName()],
      [annId, { team: 'red' }, true, false, 'ann'],
    )
    assert.equal(member && sdk.snapshot(member)?.user?.displayName, 'ann')
    assert.equal(lobby.GetLobbyMemberHandle(1n), null)
    assert.deepEqual([lobby.LinkedChannel(), lobby.GetCallInfoHandle()], [null, null])
    await bob.CreateOrJoinLobbyWithMetadata('open sesame', { map: 'snow' }, { team: 'blue' })
    assert.equal(lobby.Metadata().map, 'snow')
    assert.equal(lobby.GetLobbyMemberHandle(bobId)?.Metadata().team, 'blue')
    await Promise.all([annLog.of('updated', id), annLog.of('changed', id, bobId)])
    assert.equal(ann.GetLobbyHandle(id)?.Metadata().map, 'snow')
    assert.deepEqual(bobLog.linesOf(id).slice(0, 1), ['created'])
    assert.deepEqual([...annLog.linesOf(id), ...bobLog.linesOf(id)].filter((line) => line === 'created').length, 2)
    assert.ok(!bobLog.calls.some(([line, , memberId]) => line === 'added' && memberId === bobId))

    const [left] = await bob.LeaveLobby(id)
    assert.equal(left.ToString(), 'Success')
    assert.equal(bob.GetLobbyHandle(id), null)
    assert.equal(lobby.valid, false)
    assert.equal(lobby.Id(), 0n)
    assert.equal(member?.valid, false)
    await Promise.all([annLog.of('removed', id, bobId), bobLog.of('deleted', id)])
    assert.deepEqual(ann.GetLobbyHandle(id)?.LobbyMemberIds(), [annId])
    assert.deepEqual(bob.GetLobbyIds(), [])
  })

  test('members connect and disconnect, and READY brings the lobbies back', async () => {
    const log = new LobbyLog(ann)
    const id = await serverLobby('ann', 'bob')
    await log.of('created', id)
    const guest = await lab.connect(bobToken)
    bob.dispose()
    guest.dispose()
    const bobId = lab.user('bob')
    await log.of('changed', id, bobId)
    const memberBob = () => ann.GetLobbyHandle(id)?.GetLobbyMemberHandle(bobId)
    await until(() => memberBob()?.Connected() === false, 'bob is disconnected')
    assert.equal(memberBob()?.CanLinkLobby(), true)
    bob = lab.client('arcade')
    const bobLog = new LobbyLog(bob)
    await bob.UpdateToken(sdk.AuthorizationTokenType.Bearer, bobToken)
    bob.Connect()
    await bobLog.of('created', id)
    assert.deepEqual(bob.GetLobbyHandle(id)?.Metadata(), { map: 'dust' })
    assert.deepEqual(bob.GetLobbyIds(), [id])
    await lab.bot('arcade').delete(`/lobbies/${id}`)
    await Promise.all([log.of('deleted', id), bobLog.of('deleted', id)])
    assert.deepEqual(bob.GetLobbyIds(), [])
  })

  test('the call of a lobby is visible to members outside of it', async () => {
    const [annLog, bobLog] = [new LobbyLog(ann), new LobbyLog(bob)]
    const id = await serverLobby('ann', 'bob')
    await Promise.all([annLog.of('created', id), bobLog.of('created', id)])
    const participants = new Heard<[bigint, bigint, boolean]>()
    ann.SetVoiceParticipantChangedCallback(participants.handler)
    const call = bob.StartCall(id)
    const bobId = lab.user('bob')
    await participants.first((lobbyId, userId, added) => lobbyId === id && userId === bobId && added)
    const info = ann.GetLobbyHandle(id)?.GetCallInfoHandle()
    assert.ok(info)
    assert.deepEqual([info.ChannelId(), info.GuildId(), info.GetParticipants()], [id, id, [bobId]])
    assert.equal(info.GetVoiceStateHandle(bobId)?.SelfMute(), false)
    assert.equal(info.GetVoiceStateHandle(1n), null)
    assert.equal(call.valid, true)
    await bob.EndCall(id)
    await participants.first((_lobbyId, userId, added) => userId === bobId && !added)
    assert.equal(info.valid, false)
    assert.equal(ann.GetLobbyHandle(id)?.GetCallInfoHandle(), null)
    await lab.bot('arcade').delete(`/lobbies/${id}`)
  })

  test('a lobby is linked with a channel of a guild, and the link ends', async () => {
    const [annLog, bobLog] = [new LobbyLog(ann), new LobbyLog(bob)]
    const id = await serverLobby('ann', 'bob')
    await Promise.all([annLog.of('created', id), bobLog.of('created', id)])
    const [, guilds] = await ann.GetUserGuilds()
    assert.deepEqual(
      guilds.map((guild) => guild.Name()),
      ['hall'],
    )
    const guildId = guilds[0]?.Id() ?? 0n
    const general = async () => {
      const [result, channels] = await ann.GetGuildChannels(guildId)
      assert.equal(result.ToString(), 'Success')
      const positions = channels.map((channel) => channel.Position())
      assert.deepEqual(
        positions,
        positions.toSorted((a, b) => a - b),
      )
      return channels.find((channel) => channel.Name() === 'general') ?? assert.fail('no channel')
    }
    const channel = await general()
    assert.deepEqual(
      [channel.Type(), channel.IsLinkable(), channel.IsViewableAndWriteableByAllMembers(), channel.LinkedLobby()],
      [sdk.ChannelType.GuildText, true, true, null],
    )
    const [linked] = await ann.LinkChannelToLobby(id, channel.Id())
    assert.equal(linked.ToString(), 'Success')
    // The event of a change at another node may come after its response.
    await annLog.of('updated', id)
    const link = ann.GetLobbyHandle(id)?.LinkedChannel()
    assert.deepEqual([link?.Id(), link?.Name(), link?.GuildId()], [channel.Id(), 'general', guildId])
    await bobLog.of('updated', id)
    assert.equal(bob.GetLobbyHandle(id)?.LinkedChannel()?.Id(), channel.Id())
    const taken = await general()
    assert.deepEqual(
      [taken.IsLinkable(), taken.LinkedLobby()?.LobbyId(), taken.LinkedLobby()?.ApplicationId()],
      [false, id, lab.app('arcade')],
    )

    const opened: string[] = []
    const dora = lab.client('arcade', { openUrl: (url) => void opened.push(url) })
    const { access } = await lab.signIn('dora')
    await dora.UpdateToken(sdk.AuthorizationTokenType.Bearer, access)
    const doraLog = new LobbyLog(dora)
    dora.Connect()
    await lab.bot('arcade').put(`/lobbies/${id}/members/${lab.user('dora')}`, {})
    await doraLog.of('created', id)
    const [joined, inviteUrl] = await dora.JoinLinkedLobbyGuild(id, () => assert.fail('dora is no provisional user'))
    assert.equal(joined.ToString(), 'Success')
    assert.match(inviteUrl, /\/invite\/\w+$/)
    assert.deepEqual(opened, [inviteUrl])
    const code = inviteUrl.slice(inviteUrl.lastIndexOf('/') + 1)
    assert.equal((await lab.person('dora').post(`/invites/${code}`)).status, 200)
    dora.dispose()

    const [unlinked] = await ann.UnlinkChannelFromLobby(id)
    assert.equal(unlinked.ToString(), 'Success')
    await until(() => ann.GetLobbyHandle(id)?.LinkedChannel() === null, 'end of the link')
    const [refused, none] = await ann.JoinLinkedLobbyGuild(id, null)
    assert.deepEqual([refused.Type(), none], [sdk.ErrorType.ValidationError, ''])
    await lab.bot('arcade').delete(`/lobbies/${id}`)
  })

  test('JoinLinkedLobbyGuild lets a provisional player merge first', async () => {
    const token = await lab.playerToken('arcade', 'pia')
    const pia = await lab.connect(token)
    const log = new LobbyLog(pia)
    const { body } = await lab.bearer(token).get<{ id: string }>('/users/@me')
    const id = await serverLobby('ann')
    await ann.LinkChannelToLobby(id, await generalId())
    await lab.bot('arcade').put(`/lobbies/${id}/members/${body.id}`, {})
    await log.of('created', id)
    const asked = new Heard<[]>()
    const joining = pia.JoinLinkedLobbyGuild(id, asked.handler)
    await asked.first()
    pia.ProvisionalUserMergeCompleted(false)
    assert.equal((await joining)[0].Type(), sdk.ErrorType.Aborted)
    await lab.bot('arcade').delete(`/lobbies/${id}`)
  })

  test('ten joins at once are one lobby, which is announced once', async () => {
    const log = new LobbyLog(bob)
    const joins = await Promise.all(Array.from({ length: 10 }, () => bob.CreateOrJoinLobby('rush')))
    const ids = new Set(joins.map(([, id]) => id))
    assert.equal(ids.size, 1)
    const [id = 0n] = ids
    assert.deepEqual(
      joins.map(([result]) => result.ToString()),
      joins.map(() => 'Success'),
    )
    assert.deepEqual(bob.GetLobbyHandle(id)?.LobbyMemberIds(), [lab.user('bob')])
    assert.equal(log.linesOf(id).filter((line) => line === 'created').length, 1)
    await bob.LeaveLobby(id)
  })

  test('unknown ids are refusals of the server, and before Ready nothing is requested', async () => {
    const forbidden = await bob.LinkChannelToLobby(1n, 2n)
    assert.deepEqual([forbidden[0].Type(), forbidden[0].ErrorCode()], [sdk.ErrorType.HTTPError, 10031])
    assert.equal((await bob.LeaveLobby(1n))[0].Status(), 404)
    assert.equal((await bob.GetGuildChannels(1n))[0].Successful(), false)
    const [tooLong, none] = await bob.CreateOrJoinLobby('x'.repeat(251))
    assert.deepEqual([tooLong.ErrorCode(), none], [50035, 0n])
    assert.equal(bob.GetLobbyHandle(1n), null)

    const offline = lab.client('arcade')
    await offline.UpdateToken(sdk.AuthorizationTokenType.Bearer, annToken)
    const results = await Promise.all([
      offline.CreateOrJoinLobby('never'),
      offline.CreateOrJoinLobbyWithMetadata('never', {}, {}),
      offline.LeaveLobby(1n),
      offline.LinkChannelToLobby(1n, 1n),
      offline.UnlinkChannelFromLobby(1n),
      offline.GetUserGuilds(),
      offline.GetGuildChannels(1n),
      offline.JoinLinkedLobbyGuild(1n, null),
    ])
    assert.deepEqual(new Set(results.map(([result]) => result.Type())), new Set([sdk.ErrorType.ClientNotReady]))
    assert.deepEqual(offline.GetLobbyIds(), [])
    assert.equal(offline.GetLobbyHandle(1n), null)
  })

  test('handles show nothing after the end of the Client', async () => {
    const token = await lab.playerToken('arcade', 'quin')
    const quin = await lab.connect(token)
    const [, id] = await quin.CreateOrJoinLobby('short')
    const lobby = quin.GetLobbyHandle(id)
    const member = lobby?.LobbyMembers()[0]
    assert.equal(member?.valid, true)
    quin.dispose()
    assert.deepEqual([lobby?.valid, lobby?.LobbyMemberIds(), member?.valid, member?.Id()], [false, [], false, 0n])
    assert.deepEqual(quin.GetLobbyIds(), [])
    assert.equal((await quin.LeaveLobby(id))[0].Type(), sdk.ErrorType.ClientDestroyed)
  })

  async function generalId(): Promise<bigint> {
    const [, guilds] = await ann.GetUserGuilds()
    const [, channels] = await ann.GetGuildChannels(guilds[0]?.Id() ?? 0n)
    return channels.find((channel) => channel.Name() === 'general')?.Id() ?? assert.fail('no channel')
  }
})
