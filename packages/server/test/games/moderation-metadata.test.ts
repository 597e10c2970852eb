/** Moderation metadata of lobby messages and direct messages: who writes it, who reads it, and when it is cleared. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { GameDirectMessageObject, LobbyMessageObject, LobbyObject, MessageObject } from '@guildhall/protocol'
import { multipart, type RawGateway } from '@guildhall/testing'
import { type Games, startGames } from '../support/games.ts'
import { named } from '../support/gateway-lab.ts'
import { refused } from '../support/refused.ts'

interface Message {
  id: string
  code: number
  content: string
  moderation_metadata?: Record<string, string>
  channel_id: string
}

let games: Games
let lobbyId: string
let guildChannel: string
let dmPath: string
let dmMessage: Message
let lobbyMessage: LobbyMessageObject
const gateways: RawGateway[] = []
const tokens = new Map<string, string>()
const id = (user: string) => games.userId(user)
const player = (user: string) => games.bearer(tokens.get(user) ?? '')
const chess = () => games.bot('chess')
const lobbyPath = () => `/lobbies/${lobbyId}/messages/${lobbyMessage.id}`
const inLobby = () => `${lobbyPath()}/moderation-metadata`
const inDm = (message = dmMessage.id, one = id('bob'), other = id('ann')) =>
  `/partner-sdk/dms/${one}/${other}/messages/${message}/moderation-metadata`

describe('moderation metadata', () => {
  let bob: RawGateway
  let bobsClient: RawGateway
  let watcher: RawGateway

  before(async () => {
    games = await startGames()
    guildChannel = games.channelId('lab', 'general')
    for (const user of ['ann', 'bob', 'cat']) tokens.set(user, await games.tokenOf(user))
    const members = [{ id: id('ann'), flags: 1 }, { id: id('bob') }]
    lobbyId = (await chess().post<LobbyObject>('/lobbies', { members, idle_timeout_seconds: 604_800 })).body.id
    await player('ann').patch(`/lobbies/${lobbyId}/channel-linking`, { channel_id: guildChannel })
    await games.person('ann').put(`/users/@me/relationships/${id('bob')}`, {})
    await games.person('bob').put(`/users/@me/relationships/${id('ann')}`, {})
    lobbyMessage = (await player('ann').post<LobbyMessageObject>(`/lobbies/${lobbyId}/messages`, { content: 'hm' }))
      .body
    dmPath = `/users/${id('bob')}/messages`
    dmMessage = (await player('ann').post<Message>(dmPath, { content: 'hm' })).body
    bob = (await games.play({ token: tokens.get('bob') ?? '' })).gateway
    await bob.next('LOBBY_CREATE')
    bobsClient = await games.watch('bob')
    watcher = await games.watch('watcher')
    gateways.push(bob, bobsClient, watcher)
  })
  after(async () => {
    for (const gateway of gateways) await gateway.drop()
    await games[Symbol.asyncDispose]()
  })

  test('[LOB-6] [LOB-7] [END-64] [END-65] [END-66] a PUT replaces all pairs and updates the game’s sessions alone', async () => {
    for (const [path, event, message] of [
      [inLobby(), 'LOBBY_MESSAGE_UPDATE', lobbyMessage],
      [inDm(), 'MESSAGE_UPDATE', dmMessage],
      [inDm(dmMessage.id, id('ann'), id('bob')), 'MESSAGE_UPDATE', dmMessage],
    ] as const) {
      const silent = (frame: { t?: string | null }) => /MESSAGE_UPDATE/.test(frame.t ?? '')
      const put = (pairs: object) => chess().put(path, pairs)
      const marker = (user: string) => ({
        trigger: () => games.person(user).patch('/users/@me', { global_name: `${user} ${Math.random()}` }),
        event: 'USER_UPDATE',
      })
      await bobsClient.none(silent, () => put({ action: 'hide', reason: 'spam' }), marker('bob'))
      assert.deepEqual((await bob.next<Message>(event)).d.moderation_metadata, { action: 'hide', reason: 'spam' })
      await watcher.none(silent, () => put({ action: 'show' }))
      const updated = (await bob.next<Message>(event)).d
      assert.deepEqual(
        [updated.id, updated.content, updated.moderation_metadata],
        [message.id, 'hm', { action: 'show' }],
      )
      // The only key `$n` is a mark of the format of stored rows.
      for (const pairs of [{ $n: '1' }, { $o: '1' }, { $n: '1', constructor: 'x' }]) {
        assert.equal((await put(pairs)).status, 204)
        assert.deepEqual((await bob.next<Message>(event)).d.moderation_metadata, pairs)
      }
    }
  })

  test('[LOB-4] only the game that wrote it reads it, in every response and event', async () => {
    await chess().put(inLobby(), { action: 'blur' })
    await chess().put(inDm(), { action: 'blur' })
    const own = [
      ...(await player('bob').get<LobbyMessageObject[]>(`/lobbies/${lobbyId}/messages`)).body,
      ...(await player('bob').get<GameDirectMessageObject[]>(`/users/${id('ann')}/messages`)).body,
    ].filter((message) => [lobbyMessage.id, dmMessage.id].includes(message.id))
    assert.deepEqual(
      own.map((message) => message.moderation_metadata),
      [{ action: 'blur' }, { action: 'blur' }],
    )
    // The same messages, read by others: a bot of another application, people, another game.
    const rival = games.bearer(await games.tokenOf('bob', 'rival'))
    await games.tokenOf('ann', 'rival')
    const others = [
      (await games.bot('watcher').get<MessageObject>(`/channels/${guildChannel}/messages/${lobbyMessage.id}`)).body,
      (await games.person('bob').get<MessageObject>(`/channels/${guildChannel}/messages/${lobbyMessage.id}`)).body,
      (await games.person('bob').get<MessageObject>(`/channels/${dmMessage.channel_id}/messages/${dmMessage.id}`)).body,
      (await rival.get<GameDirectMessageObject[]>(`/users/${id('ann')}/messages`)).body.find(
        (message) => message.id === dmMessage.id,
      ),
    ]
    for (const message of others) {
      assert.equal(message?.content, 'hm', JSON.stringify(message))
      assert.equal('moderation_metadata' in message, false)
    }
  })

  test('[LOB-5] the body is flat, with up to five keys and bounded texts', async () => {
    const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, '']))
    const rows: unknown[] = [
      pairs(6),
      { k: 1 },
      { k: true },
      { k: null },
      { k: {} },
      { k: [] },
      { ['k'.repeat(1025)]: '' },
      { k: 'x'.repeat(2001) },
      [],
      'text',
    ]
    for (const path of [inLobby(), inDm()]) {
      assert.equal((await chess().put(path, { kept: 'yes' })).status, 204)
      for (const row of rows) {
        const body = typeof row === 'string' ? JSON.stringify(row) : row
        const answer = await chess().put(path, body, { 'content-type': 'application/json' })
        refused(answer, 400, 50035, JSON.stringify(row).slice(0, 60))
      }
      const most = { ...pairs(4), ['k'.repeat(1024)]: '😀'.repeat(2000) }
      assert.equal((await chess().put(path, most)).status, 204)
      assert.equal((await chess().put(path, new URLSearchParams({ by: 'form' }))).status, 204)
      assert.equal((await chess().put(path, multipart({ by: 'parts' }, []))).status, 204)
    }
    const [read] = (await player('bob').get<LobbyMessageObject[]>(`/lobbies/${lobbyId}/messages`)).body
    assert.deepEqual(read?.moderation_metadata, { by: 'parts' })
  })

  test('[END-65] [END-66] other callers, games, messages and conversations are refused', async () => {
    refused(await player('ann').put(inLobby(), {}), 403, 20002)
    refused(await player('ann').put(inDm(), {}), 403, 20002)
    refused(await games.person('ann').put(inDm(), {}), 403, 20002)
    refused(await games.bot('rival').put(inLobby(), {}), 404, 10031)
    refused(await games.bot('rival').put(inDm(), {}), 404, 10008)
    refused(await chess().put(`/lobbies/${lobbyId}/messages/1/moderation-metadata`, {}), 404, 10008)
    refused(await chess().put(`/lobbies/${lobbyId}/messages/${dmMessage.id}/moderation-metadata`, {}), 404, 10008)
    refused(await chess().put(inDm('1'), {}), 404, 10008)
    refused(await chess().put(inDm(lobbyMessage.id), {}), 404, 10008)
    refused(await chess().put(inDm(dmMessage.id, id('ann'), id('cat')), {}), 404, 10008)
    const typed = (
      await games.person('ann').post<MessageObject>(`/channels/${dmMessage.channel_id}/messages`, { content: 'x' })
    ).body
    refused(await chess().put(inDm(typed.id), {}), 404, 10008, 'a message that the game did not send')
  })

  test('[LOB-6] an edit of the text clears the pairs, from the game or from an ordinary client', async () => {
    const read = async () => {
      const [inALobby] = (await player('bob').get<LobbyMessageObject[]>(`/lobbies/${lobbyId}/messages`)).body
      const inADm = (await player('bob').get<GameDirectMessageObject[]>(`/users/${id('ann')}/messages`)).body
      return [inALobby, inADm.find((message) => message.id === dmMessage.id)].map(
        (message) => message?.moderation_metadata,
      )
    }
    const pairs = { action: 'hide' }
    const moderate = async () => {
      for (const path of [inLobby(), inDm()]) await chess().put(path, pairs)
      assert.deepEqual(await read(), [pairs, pairs])
    }
    await moderate()
    await games.person('ann').put(`/channels/${guildChannel}/messages/pins/${lobbyMessage.id}`)
    assert.deepEqual(await read(), [pairs, pairs], 'a pin changes no text')
    await player('ann').patch(lobbyPath(), { content: 'one' })
    await player('ann').patch(`${dmPath}/${dmMessage.id}`, { content: 'one' })
    assert.deepEqual(await read(), [undefined, undefined])
    const updated = (await bob.next(named('LOBBY_MESSAGE_UPDATE', { content: 'one' }))).d
    assert.equal('moderation_metadata' in updated, false)
    await moderate()
    const ann = games.person('ann')
    await ann.patch(`/channels/${guildChannel}/messages/${lobbyMessage.id}`, { content: 'two' })
    await ann.patch(`/channels/${dmMessage.channel_id}/messages/${dmMessage.id}`, { content: 'two' })
    assert.deepEqual(await read(), [undefined, undefined])
  })
})
