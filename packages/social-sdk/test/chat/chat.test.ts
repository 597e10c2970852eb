import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onlyOneNode } from '../../../server/test/support/only-one-node.ts'
import { Heard } from '../support/heard.ts'
import * as sdk from '../support/sdk.ts'
import { type SdkLab, sdkLab } from '../support/sdk-lab.ts'

const ONE_NODE = onlyOneNode('each has request faults for itself')

/** Calls of the handlers of messages, as `created 1`. */
class MessageLog extends Heard<[line: string, messageId: bigint, channelId: bigint]> {
  constructor(client: sdk.Client) {
    super()
    client.SetMessageCreatedCallback((id) => this.handler('created', id, 0n))
    client.SetMessageUpdatedCallback((id) => this.handler('updated', id, 0n))
    client.SetMessageDeletedCallback((id, channelId) => this.handler('deleted', id, channelId))
  }

  of(name: string, messageId: bigint): Promise<unknown> {
    return this.first((line, id) => line === name && id === messageId)
  }

  count(name: string, messageId: bigint): number {
    return this.calls.filter(([line, id]) => line === name && id === messageId).length
  }
}

describe('chat', () => {
  let lab: SdkLab
  let ann: sdk.Client
  let bob: sdk.Client
  let annToken: string
  let annLog: MessageLog
  let bobLog: MessageLog
  let annId: bigint
  let bobId: bigint
  const opened: string[] = []

  before(async () => {
    lab = await sdkLab()
    annToken = (await lab.signIn('ann')).access
    ann = lab.client('arcade', { openUrl: (url) => void opened.push(url) })
    await ann.UpdateToken(sdk.AuthorizationTokenType.Bearer, annToken)
    const ready = new Heard<[sdk.Client.Status, ...unknown[]]>()
    ann.SetStatusChangedCallback(ready.handler)
    ann.Connect()
    await ready.first((status) => status === sdk.Client.Status.Ready)
    bob = await lab.connect((await lab.signIn('bob')).access)
    annLog = new MessageLog(ann)
    bobLog = new MessageLog(bob)
    annId = lab.user('ann')
    bobId = lab.user('bob')
  })
  after(() => lab[Symbol.asyncDispose]())

  const messageOf = (client: sdk.Client, id: bigint) => client.GetMessageHandle(id) ?? assert.fail('no message')

  /** Makes a lobby of ann and bob. Resolves once both Clients have it. */
  async function serverLobby(): Promise<bigint> {
    const created = [ann, bob].map((client) => {
      const heard = new Heard<[bigint]>()
      client.SetLobbyCreatedCallback(heard.handler)
      return heard
    })
    const members = [annId, bobId].map((id) => ({ id: `${id}`, flags: 1 }))
    const { body } = await lab.bot('arcade').post<{ id: string }>('/lobbies', { members })
    const id = BigInt(body.id)
    await Promise.all(created.map((heard) => heard.first((lobbyId) => lobbyId === id)))
    return id
  }

  /** Links a lobby with the channel of the guild. Returns the ids of the guild and the channel. */
  async function link(lobbyId: bigint): Promise<[guildId: string, channelId: string]> {
    const guild = lab.platform.world?.guilds.hall
    const channelId = guild?.channels.general?.id ?? assert.fail('no channel')
    assert.equal((await ann.LinkChannelToLobby(lobbyId, BigInt(channelId)))[0].ToString(), 'Success')
    return [guild?.id ?? '', channelId]
  }

  test('a direct message reaches the other player, and both read it', async () => {
    const found: (bigint | undefined)[] = []
    const [result, id] = await ann.SendUserMessageWithMetadata(bobId, 'hi <@1>', { mood: 'fine' }, (_result, sent) => {
      found.push(ann.GetMessageHandle(sent)?.Id())
    })
    assert.equal(result.ToString(), 'Success')
    assert.deepEqual(found, [id])
    await Promise.all([annLog.of('created', id), bobLog.of('created', id)])
    assert.equal(annLog.count('created', id), 1)
    const message = messageOf(bob, id)
    assert.deepEqual(
      [message.RawContent(), message.Content(), message.Metadata(), message.ModerationMetadata()],
      ['hi <@1>', 'hi <@1>', { mood: 'fine' }, {}],
    )
    assert.deepEqual([message.AuthorId(), message.Author()?.DisplayName()], [annId, 'ann'])
    assert.deepEqual([message.RecipientId(), message.Recipient()?.Id()], [annId, annId])
    assert.deepEqual([message.SentFromGame(), message.ApplicationId()], [true, lab.app('arcade')])
    assert.deepEqual([message.Lobby(), message.DisclosureType(), message.AdditionalContent()], [null, null, null])
    assert.deepEqual([message.EditedTimestamp(), message.AdditionalName()], [0n, null])
    assert.ok(Math.abs(Number(message.SentTimestamp()) - lab.platform.clock.now()) < 60_000)
    const own = messageOf(ann, id)
    assert.deepEqual([own.RecipientId(), own.Recipient()?.DisplayName()], [bobId, 'bob'])
    for (const [client, other] of [
      [ann, bobId],
      [bob, annId],
    ] as const) {
      const channel = client.GetChannelHandle(message.ChannelId())
      assert.deepEqual(
        [channel?.Id(), channel?.Type(), channel?.Recipients(), channel?.Name()],
        [message.ChannelId(), sdk.ChannelType.Dm, [other], other === bobId ? 'bob' : 'ann'],
      )
    }
    assert.equal(message.Channel()?.Id(), message.ChannelId())
  })

  test('edits and deletions of direct messages reach both players', async () => {
    const [, id] = await bob.SendUserMessage(annId, 'first')
    await annLog.of('created', id)
    const message = messageOf(ann, id)
    assert.equal((await bob.EditUserMessage(annId, id, 'second'))[0].ToString(), 'Success')
    assert.equal(messageOf(bob, id).Content(), 'second')
    await annLog.of('updated', id)
    assert.equal(message.Content(), 'second')
    assert.ok(message.EditedTimestamp() >= message.SentTimestamp())
    const pairs = { verdict: 'mild' }
    const path = `/partner-sdk/dms/${annId}/${bobId}/messages/${id}/moderation-metadata`
    assert.equal((await lab.bot('arcade').put(path, pairs)).status, 204)
    await annLog.first(() => Object.keys(message.ModerationMetadata()).length > 0)
    assert.deepEqual(message.ModerationMetadata(), pairs)
    const channelId = message.ChannelId()
    assert.equal((await bob.DeleteUserMessage(annId, id))[0].ToString(), 'Success')
    assert.equal(bob.GetMessageHandle(id), null)
    await Promise.all([annLog.of('deleted', id), bobLog.of('deleted', id)])
    assert.deepEqual(annLog.calls.at(-1), ['deleted', id, channelId])
    assert.equal(ann.GetMessageHandle(id), null)
    assert.equal(message.Content(), 'second', 'a handle keeps what it showed last')
    const foreign = await ann.EditUserMessage(bobId, (await bob.SendUserMessage(annId, 'mine'))[1], 'yours')
    assert.equal(foreign[0].Type(), sdk.ErrorType.HTTPError)
  })

  test('history is newest first, limits count, and a Client keeps the 25 newest messages', async () => {
    const ids: bigint[] = []
    for (let count = 0; count < 30; count += 1) ids.push((await ann.SendUserMessage(bobId, `number ${count}`))[1])
    await bobLog.of('created', ids.at(-1) ?? 0n)
    assert.equal(ann.GetMessageHandle(ids[4] ?? 0n), null)
    assert.equal(ann.GetMessageHandle(ids[5] ?? 0n)?.Content(), 'number 5')
    const [, page] = await bob.GetUserMessagesWithLimit(annId, 3)
    assert.deepEqual(
      page.map((message) => message.Content()),
      ['number 29', 'number 28', 'number 27'],
    )
    const [, all] = await bob.GetUserMessagesWithLimit(annId, 0)
    const [, capped] = await bob.GetUserMessagesWithLimit(annId, 5_000)
    assert.ok(all.length >= 32)
    assert.equal(capped.length, all.length)
    const [, summaries] = await bob.GetUserMessageSummaries()
    assert.deepEqual(
      summaries.map((summary) => [summary.UserId(), summary.LastMessageId()]),
      [[annId, ids.at(-1)]],
    )
    assert.equal((await bob.GetUserMessagesWithLimit(lab.user('cleo'), 5))[0].Status(), 404)
  })

  test('newest messages that a Client keeps without a gap come without a request', ONE_NODE, async () => {
    const ids: bigint[] = []
    for (let count = 0; count < 3; count += 1) ids.unshift((await ann.SendUserMessage(bobId, `kept ${count}`))[1])
    await Promise.all(ids.map((id) => bobLog.of('created', id)))
    const idsOf = async (client: sdk.Client, limit: number) =>
      (await client.GetUserMessagesWithLimit(annId, limit))[1].map((message) => message.Id())
    const { control } = lab.platform
    const path = `/users/${annId}/messages`
    await control.request('POST /requests/faults', { path, status: 503 })
    assert.deepEqual(await idsOf(bob, 3), ids)
    assert.equal((await bob.GetUserMessagesWithLimit(annId, 200))[0].Status(), 503, 'the server is asked for more')
    await control.request('DELETE /requests/faults')
    const late = await lab.connect((await lab.signIn('bob')).access)
    const { body } = await lab.bearer(annToken).get<{ id: string }[]>(`/users/${bobId}/messages?limit=4`)
    await ann.EditUserMessage(bobId, ids[2] ?? 0n, 'brings an old message')
    const lateLog = new MessageLog(late)
    const [, newest] = await ann.SendUserMessage(bobId, 'brings a new one')
    await lateLog.of('created', newest)
    assert.deepEqual(
      await idsOf(late, 3),
      [newest, ...body.slice(0, 2).map(({ id }) => BigInt(id))],
      'a gap is filled by the server',
    )
    late.dispose()
  })

  test('ten messages at once are announced once each, and an invite is not', async () => {
    const texts = Array.from({ length: 10 }, (_, number) => `at once ${number}`)
    const sent = await Promise.all(texts.map((text) => ann.SendUserMessage(bobId, text)))
    const ids = sent.map(([, id]) => id)
    assert.equal(new Set(ids).size, 10)
    const { body } = await lab
      .bearer(annToken)
      .post<{ id: string }>(`/users/${bobId}/messages`, { activity: { type: 1, party_id: 'p', session_id: 's' } })
    const invite = BigInt(body.id)
    const [, last] = await ann.SendUserMessage(bobId, 'after the invite')
    await Promise.all([annLog.of('created', last), bobLog.of('created', last)])
    for (const log of [annLog, bobLog]) {
      assert.deepEqual(
        ids.map((id) => log.count('created', id)),
        ids.map(() => 1),
      )
      assert.equal(log.count('created', invite), 0)
    }
    assert.equal(bob.GetMessageHandle(invite)?.AuthorId(), annId)
  })

  test('a lobby has messages of its members alone, with metadata', async () => {
    const lobbyId = await serverLobby()
    await lab.bot('arcade').put(`/lobbies/${lobbyId}/members/${annId}`, { flags: 1, additional_name: 'Captain' })
    const [, first] = await ann.SendLobbyMessage(lobbyId, `hello <@${bobId}> <:wave:12345>`)
    const [result, second] = await ann.SendLobbyMessageWithMetadata(lobbyId, 'again', { seat: '2' })
    assert.equal(result.ToString(), 'Success')
    await Promise.all([bobLog.of('created', second), annLog.of('created', second)])
    const message = messageOf(bob, first)
    assert.equal(message.Content(), 'hello @bob :wave:')
    assert.equal(message.RawContent(), `hello <@${bobId}> <:wave:12345>`)
    assert.deepEqual([message.ChannelId(), message.Lobby()?.Id(), message.RecipientId()], [lobbyId, lobbyId, 0n])
    assert.deepEqual([message.AdditionalName(), message.Recipient()], ['Captain', null])
    assert.deepEqual(messageOf(bob, second).Metadata(), { seat: '2' })
    const channel = bob.GetChannelHandle(lobbyId)
    assert.deepEqual([channel?.Type(), channel?.Recipients(), channel?.Name()], [sdk.ChannelType.Lobby, [], ''])
    const [, page] = await bob.GetLobbyMessagesWithLimit(lobbyId, 500)
    assert.deepEqual(
      page.map((one) => one.Id()),
      [second, first],
    )
    assert.deepEqual(
      (await bob.GetLobbyMessagesWithLimit(lobbyId, 1))[1].map((one) => one.Id()),
      [second],
    )
    assert.equal((await bob.GetLobbyMessagesWithLimit(lobbyId, 0))[0].Type(), sdk.ErrorType.ValidationError)
    const path = `/lobbies/${lobbyId}/messages/${first}`
    await lab.bot('arcade').put(`${path}/moderation-metadata`, { verdict: 'fine' })
    await bobLog.of('updated', first)
    assert.deepEqual(message.ModerationMetadata(), { verdict: 'fine' })
    await lab.bearer(annToken).delete(path)
    await Promise.all([bobLog.of('deleted', first), annLog.of('deleted', first)])
    assert.equal(bob.GetMessageHandle(first), null)
    assert.deepEqual([bob.CanOpenMessageInDiscord(second), ann.CanOpenMessageInDiscord(1n)], [false, false])
    assert.equal((await bob.OpenMessageInDiscord(second, null))[0].Type(), sdk.ErrorType.ValidationError)
    await lab.bot('arcade').delete(`/lobbies/${lobbyId}`)
  })

  test('a bot and players talk in a linked channel, where messages can be opened', async () => {
    const lobbyId = await serverLobby()
    const [guildId, channelId] = await link(lobbyId)
    const channel = `/channels/${channelId}/messages`
    const posted = await lab.bot('arcade').post<{ id: string }>(channel, {
      content: `see <#${channelId}> and <#1>`,
      embeds: [{ title: 'map' }, { title: 'score' }],
    })
    const id = BigInt(posted.body.id)
    await Promise.all([annLog.of('created', id), bobLog.of('created', id)])
    const message = messageOf(ann, id)
    assert.equal(message.Content(), 'see #general and <#1>')
    assert.deepEqual([message.SentFromGame(), message.ApplicationId()], [false, null])
    const content = message.AdditionalContent()
    assert.deepEqual([content?.Type(), content?.Count(), content?.Title()], [sdk.AdditionalContentType.Embed, 2, null])
    await lab.bot('arcade').patch(`${channel}/${id}`, { content: 'changed', embeds: [] })
    await annLog.of('updated', id)
    assert.deepEqual([message.Content(), message.AdditionalContent()], ['changed', null])
    const poll = { question: { text: 'Which map?' }, answers: [{ poll_media: { text: 'dust' } }] }
    const asked = await lab.bot('arcade').post<{ id: string }>(channel, { poll })
    await annLog.of('created', BigInt(asked.body.id))
    const question = messageOf(ann, BigInt(asked.body.id)).AdditionalContent()
    assert.deepEqual([question?.Type(), question?.Title()], [sdk.AdditionalContentType.Poll, 'Which map?'])
    await lab.bot('arcade').delete(`${channel}/${id}`)
    await annLog.of('deleted', id)

    const [, sent] = await ann.SendLobbyMessage(lobbyId, 'from the game')
    const { body } = await lab.bot('arcade').get<{ content: string }>(`${channel}/${sent}`)
    assert.equal(body.content, 'from the game')
    assert.equal(ann.CanOpenMessageInDiscord(sent), true)
    assert.equal((await ann.OpenMessageInDiscord(sent, null))[0].ToString(), 'Success')
    assert.equal(opened.at(-1), `${lab.platform.url}/channels/${guildId}/${channelId}/${sent}`)
    await ann.UnlinkChannelFromLobby(lobbyId)
    assert.equal(ann.CanOpenMessageInDiscord(sent), false)
    await lab.bot('arcade').delete(`/lobbies/${lobbyId}`)
  })

  test('the first message that is visible outside brings the disclosure, once for each player', async () => {
    const cleo = await lab.connect((await lab.signIn('cleo')).access)
    const log = new MessageLog(cleo)
    const isLocal = (id: bigint) => cleo.GetMessageHandle(id)?.DisclosureType() !== null
    const [, first] = await cleo.SendUserMessage(bobId, 'hello')
    const [, local] = await log.first((line, id) => line === 'created' && isLocal(id))
    const message = messageOf(cleo, local)
    assert.equal(message.DisclosureType(), sdk.DisclosureTypes.MessageDataVisibleOnDiscord)
    assert.equal(message.ChannelId(), messageOf(cleo, first).ChannelId())
    assert.match(message.Content(), /visible outside/)
    assert.deepEqual([message.AuthorId(), message.Author(), message.SentFromGame()], [0n, null, false])
    assert.equal(cleo.CanOpenMessageInDiscord(local), false)
    assert.equal(cleo.CanOpenMessageInDiscord(first), true)
    const [, second] = await cleo.SendUserMessage(bobId, 'once more')
    await log.of('created', second)
    assert.equal(log.calls.filter(([line, id]) => line === 'created' && isLocal(id)).length, 1)
    const [, page] = await cleo.GetUserMessagesWithLimit(bobId, 0)
    assert.deepEqual(
      page.map((one) => one.Id()),
      [second, first],
    )
    const path = `/applications/${lab.app('arcade')}/disclosures`
    const { body } = await lab.person('cleo').get<{ all_acked: boolean }>(path)
    assert.equal(body.all_acked, true)
    cleo.dispose()
    assert.deepEqual([message.valid, message.Content()], [false, ''])
  })

  test('messages between provisional players stay in the game', async () => {
    const [piaToken, quinToken] = [await lab.playerToken('arcade', 'pia'), await lab.playerToken('arcade', 'quin')]
    const [pia, quin] = [await lab.connect(piaToken), await lab.connect(quinToken)]
    const quinId = BigInt((await lab.bearer(quinToken).get<{ id: string }>('/users/@me')).body.id)
    const log = new MessageLog(quin)
    const [, id] = await pia.SendUserMessage(quinId, 'psst')
    await log.of('created', id)
    const message = messageOf(quin, id)
    assert.equal(message.Channel()?.Type(), sdk.ChannelType.EphemeralDm)
    assert.equal(message.RecipientId(), message.AuthorId())
    assert.equal(quin.CanOpenMessageInDiscord(id), false)
    const asked = new Heard<[]>()
    const opening = quin.OpenMessageInDiscord(id, asked.handler)
    await asked.first()
    quin.ProvisionalUserMergeCompleted(false)
    assert.equal((await opening)[0].Type(), sdk.ErrorType.Aborted)
    const unasked = await quin.OpenMessageInDiscord(id, null)
    assert.equal(unasked[0].Type(), sdk.ErrorType.Aborted)
    for (const client of [pia, quin]) client.dispose()
  })

  test('hostile input is refused, and nothing is requested before Ready', async () => {
    assert.equal((await bob.SendUserMessage(annId, ''))[0].ErrorCode(), 50006)
    assert.equal((await bob.SendUserMessage(annId, 'x'.repeat(2_001)))[0].ErrorCode(), 50035)
    assert.deepEqual((await bob.SendUserMessage(1n, 'x')).slice(1), [0n])
    assert.equal((await bob.SendLobbyMessage(1n, 'x'))[0].ErrorCode(), 10031)
    assert.equal((await bob.GetLobbyMessagesWithLimit(1n, 5))[0].ErrorCode(), 10031)
    assert.equal((await bob.DeleteUserMessage(annId, 1n))[0].Status(), 404)
    assert.deepEqual([bob.GetMessageHandle(1n), bob.GetChannelHandle(1n)], [null, null])
    const offline = lab.client('arcade')
    await offline.UpdateToken(sdk.AuthorizationTokenType.Bearer, annToken)
    const results = await Promise.all([
      offline.SendUserMessage(bobId, 'x'),
      offline.SendUserMessageWithMetadata(bobId, 'x', {}),
      offline.SendLobbyMessage(1n, 'x'),
      offline.SendLobbyMessageWithMetadata(1n, 'x', {}),
      offline.EditUserMessage(bobId, 1n, 'x'),
      offline.DeleteUserMessage(bobId, 1n),
      offline.GetLobbyMessagesWithLimit(1n, 5),
      offline.GetUserMessagesWithLimit(bobId, 5),
      offline.GetUserMessageSummaries(),
      offline.OpenMessageInDiscord(1n, null),
    ])
    assert.deepEqual(new Set(results.map(([result]) => result.Type())), new Set([sdk.ErrorType.ClientNotReady]))
    assert.equal(offline.CanOpenMessageInDiscord(1n), false)
  })

  test('[SDK-33] [LIM-7] history of a lobby has at most 200 messages, of 72 hours', async () => {
    const lobbyId = await serverLobby()
    const path = `/lobbies/${lobbyId}/messages`
    const player = lab.bearer(annToken)
    for (let page = 0; page < 7; page += 1) {
      const contents = Array.from({ length: 30 }, (_, count) => ({ content: `${page} ${count}` }))
      await Promise.all(contents.map((message) => player.post(path, message)))
    }
    const [, all] = await bob.GetLobbyMessagesWithLimit(lobbyId, 500)
    assert.equal(all.length, 200)
    assert.ok(
      all.every((message, at) => at === 0 || message.Id() < (all[at - 1]?.Id() ?? 0n)),
      'newest first',
    )
    lab.platform.clock.advance(73 * 3_600_000)
    const [, last] = await ann.SendLobbyMessage(lobbyId, 'three days later')
    const [, recent] = await bob.GetLobbyMessagesWithLimit(lobbyId, 200)
    assert.deepEqual(
      recent.map((message) => message.Id()),
      [last],
    )
    await lab.bot('arcade').delete(`/lobbies/${lobbyId}`)
  })

  test('SetShowingChat is noted for a local client', async () => {
    const lines = new Heard<[string, ...unknown[]]>()
    ann.AddLogCallback(lines.handler, sdk.LoggingSeverity.Verbose)
    ann.SetShowingChat(true)
    await lines.first((line) => line.includes('shows its chat'))
    ann.SetShowingChat(false)
    await lines.first((line) => line.includes('hides its chat'))
  })
})
