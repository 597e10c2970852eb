/** Webhook events of messages: one for each cause, while a player is in the game, with the documented data. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type {
  ChannelObject,
  CurrentUserObject,
  GameDirectMessageObject,
  LobbyMessageObject,
  LobbyObject,
  MessageObject,
} from '@guildhall/protocol'
import type { RawGateway, ResponseOf } from '@guildhall/testing'
import { EventEndpoint } from '../support/event-endpoint.ts'
import { type Games, gamesWorld, startGames } from '../support/games.ts'

const TYPES = ['LOBBY_MESSAGE', 'GAME_DIRECT_MESSAGE'].flatMap((kind) =>
  ['CREATE', 'UPDATE', 'DELETE'].map((verb) => `${kind}_${verb}`),
)
const SENT_BY_GAME = 1 << 16

let games: Games
let chess: EventEndpoint
let rival: EventEndpoint
let lobbyId: string
const tokens = new Map<string, string>()
const id = (user: string) => games.userId(user)
const player = (user: string) => games.bearer(tokens.get(user) ?? '')
let seen = 0

interface Received {
  type: string
  data: Record<string, unknown>
}

/** Returns the events since the last call. Order holds for each author, so that each sends a last message. */
async function events(): Promise<Received[]> {
  for (const user of tokens.keys()) {
    const path = `/lobbies/${lobbyId}/messages`
    const marker = (await player(user).post<LobbyMessageObject>(path, { content: 'marker' })).body
    await chess.until(() => chess.accepted.some(({ data }) => data.id === marker.id))
  }
  const found = chess.accepted.slice(seen).filter(({ data }) => data.content !== 'marker')
  seen = chess.accepted.length
  return found as unknown as Received[]
}

describe('webhook events of messages', () => {
  before(async () => {
    ;[chess, rival] = [await EventEndpoint.start(), await EventEndpoint.start()]
    const server = (url: string) => ({ event_webhooks_url: url, event_webhooks_types: TYPES })
    const applications = {
      ...gamesWorld.applications,
      chess: { ...gamesWorld.applications.chess, ...server(chess.url) },
      rival: { ...gamesWorld.applications.rival, ...server(rival.url) },
    }
    games = await startGames({ world: { ...gamesWorld, applications } })
    chess.publicKey = games.world.applications.chess?.public_key ?? ''
    rival.publicKey = games.world.applications.rival?.public_key ?? ''
    for (const user of ['ann', 'bob']) tokens.set(user, await games.tokenOf(user))
    for (const external_user_id of ['pip', 'zoe']) {
      const signedIn = await games
        .bot('chess')
        .post<ResponseOf<'bot_partner_sdk_token'>>('/partner-sdk/token/bot', { external_user_id })
      tokens.set(external_user_id, signedIn.body.access_token)
    }
    const members = [{ id: id('ann'), flags: 1 }, { id: id('bob') }]
    for (const user of ['pip', 'zoe'])
      members.push({ id: (await player(user).get<CurrentUserObject>('/users/@me')).body.id })
    lobbyId = (await games.bot('chess').post<LobbyObject>('/lobbies', { members, idle_timeout_seconds: 604_800 })).body
      .id
    await games.person('ann').put(`/users/@me/relationships/${id('bob')}`, {})
    await games.person('bob').put(`/users/@me/relationships/${id('ann')}`, {})
  })
  after(async () => {
    await games[Symbol.asyncDispose]()
    await chess.close()
    await rival.close()
  })

  test('[EVT-16] lobby messages have one event each, without a session, and moderation has none', async () => {
    await games.bot('chess').put(`/lobbies/${lobbyId}/members/${id('bob')}`, { additional_name: 'Knight' })
    const metadata = { move: 'e4' }
    const sent = (
      await player('bob').post<LobbyMessageObject>(`/lobbies/${lobbyId}/messages`, { content: 'one', metadata })
    ).body
    const path = `/lobbies/${lobbyId}/messages/${sent.id}`
    await player('bob').patch(path, { content: 'two' })
    await games.bot('chess').put(`${path}/moderation-metadata`, { action: 'hide' })
    await player('bob').delete(path)
    const [created, updated, deleted, ...others] = await events()
    assert.deepEqual(others, [])
    assert.deepEqual(
      [created?.type, updated?.type, deleted?.type],
      ['LOBBY_MESSAGE_CREATE', 'LOBBY_MESSAGE_UPDATE', 'LOBBY_MESSAGE_DELETE'],
    )
    assert.deepEqual(created?.data, sent)
    assert.deepEqual(
      [updated?.data.content, typeof updated?.data.timestamp, typeof updated?.data.edited_timestamp],
      ['two', 'string', 'string'],
    )
    assert.deepEqual(deleted?.data, { id: sent.id, lobby_id: lobbyId })
    assert.deepEqual(rival.accepted, [], 'the server of another game')
  })

  test('[EVT-16] messages of a linked channel have one event each, from either side', async () => {
    const channelId = games.channelId('lab', 'general')
    await player('ann').patch(`/lobbies/${lobbyId}/channel-linking`, { channel_id: channelId })
    const fromGame = (await player('bob').post<LobbyMessageObject>(`/lobbies/${lobbyId}/messages`, { content: 'game' }))
      .body
    const messages = `/channels/${channelId}/messages`
    const typed = (await games.person('bob').post<MessageObject>(messages, { content: 'typed' })).body
    await games.person('bob').patch(`${messages}/${typed.id}`, { content: 'edited' })
    await games.person('ann').delete(`${messages}/${typed.id}`)
    await games.person('ann').delete(`${messages}/${fromGame.id}`)
    const found = await events()
    assert.deepEqual(
      found.map(({ type, data }) => [type, data.id]),
      [
        ['LOBBY_MESSAGE_CREATE', fromGame.id],
        ['LOBBY_MESSAGE_CREATE', typed.id],
        ['LOBBY_MESSAGE_UPDATE', typed.id],
        ['LOBBY_MESSAGE_DELETE', typed.id],
        ['LOBBY_MESSAGE_DELETE', fromGame.id],
      ],
    )
    assert.deepEqual([found[1]?.data.flags, 'application_id' in (found[1]?.data ?? {})], [0, false])
    await player('ann').patch(`/lobbies/${lobbyId}/channel-linking`, {})
  })

  test('[EVT-16] direct messages have events only while one of the two users is in the game', async () => {
    const path = `/users/${id('bob')}/messages`
    await player('ann').post(path, { content: 'nobody plays' })
    assert.deepEqual(await events(), [])
    const { gateway: bob } = await games.play({ token: tokens.get('bob') ?? '' })
    const sent = (await player('ann').post<GameDirectMessageObject>(path, { content: 'one', metadata: { a: 'b' } }))
      .body
    await player('ann').patch(`${path}/${sent.id}`, { content: 'two' })
    const moderation = `/partner-sdk/dms/${id('ann')}/${id('bob')}/messages/${sent.id}/moderation-metadata`
    await games.bot('chess').put(moderation, { action: 'hide' })
    await games.person('ann').put(`/channels/${sent.channel_id}/messages/pins/${sent.id}`)
    const typed = (
      await games.person('ann').post<MessageObject>(`/channels/${sent.channel_id}/messages`, { content: 'outside' })
    ).body
    await games.person('ann').delete(`/channels/${sent.channel_id}/messages/${sent.id}`)
    const found = await events()
    // The pin has a system message.
    assert.deepEqual(
      found.map(({ type, data }) => [type, data.type === 6 ? 'pin' : data.id]),
      [
        ['GAME_DIRECT_MESSAGE_CREATE', sent.id],
        ['GAME_DIRECT_MESSAGE_UPDATE', sent.id],
        ['GAME_DIRECT_MESSAGE_CREATE', 'pin'],
        ['GAME_DIRECT_MESSAGE_CREATE', typed.id],
        ['GAME_DIRECT_MESSAGE_DELETE', sent.id],
      ],
    )
    const { content, flags, application_id, metadata, channel } = found[0]?.data ?? {}
    assert.deepEqual(
      [content, flags, application_id, metadata],
      ['one', SENT_BY_GAME, games.applicationId('chess'), { a: 'b' }],
    )
    const { type, recipients } = channel as { type: number; recipients: { id: string }[] }
    assert.deepEqual([type, recipients.map((user) => user.id).sort()], [1, [id('ann'), id('bob')].sort()])
    assert.equal(found[1]?.data.content, 'two')
    const { body: withBot } = await games
      .bot('watcher')
      .post<ChannelObject>('/users/@me/channels', { recipient_id: id('bob') })
    assert.equal((await games.bot('watcher').post(`/channels/${withBot.id}/messages`, { content: 'code' })).status, 200)
    assert.deepEqual(await events(), [], 'a DM with a bot')
    // A session that shares only its presence causes none.
    await bob.close()
    const presence = await games.tokenOf('bob', 'rival', 'sdk.social_layer_presence')
    const { gateway } = await games.play({ token: presence })
    await player('ann').post(path, { content: 'for chess' })
    assert.deepEqual([await events(), rival.accepted], [[], []])
    await gateway.drop()
  })

  test('[EVT-16] messages of two provisional players have the documented keys', async () => {
    const sessions: RawGateway[] = []
    const ids = new Map<string, string>()
    for (const user of ['pip', 'zoe']) {
      sessions.push((await games.play({ token: tokens.get(user) ?? '' })).gateway)
      ids.set(user, (await player(user).get<CurrentUserObject>('/users/@me')).body.id)
    }
    const path = `/users/${ids.get('zoe')}/messages`
    const sent = (await player('pip').post<GameDirectMessageObject>(path, { content: 'hi' })).body
    await player('pip').patch(`${path}/${sent.id}`, { content: 'ho' })
    await player('pip').delete(`${path}/${sent.id}`)
    const invite = (await player('pip').post<GameDirectMessageObject>(path, { activity: { type: 1, party_id: 'p' } }))
      .body
    const found = await events()
    assert.deepEqual(
      found.map(({ type, data }) => [type, data.id, data.content]),
      [
        ['GAME_DIRECT_MESSAGE_CREATE', sent.id, 'hi'],
        ['GAME_DIRECT_MESSAGE_UPDATE', sent.id, 'ho'],
        ['GAME_DIRECT_MESSAGE_DELETE', sent.id, 'ho'],
        ['GAME_DIRECT_MESSAGE_CREATE', invite.id, ''],
      ],
    )
    const keys = ['application_id', 'author', 'channel', 'content', 'flags', 'id', 'type']
    for (const { data } of found.slice(0, 3)) assert.deepEqual(Object.keys(data).sort(), keys)
    assert.deepEqual(Object.keys(found[3]?.data ?? {}).sort(), [...keys, 'activity', 'application'].sort())
    for (const gateway of sessions) await gateway.drop()
  })
})
