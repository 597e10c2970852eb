/**
 * A story of a studio: its server and three players meet in a lobby, talk through a linked channel, merge and are
 * banned, while the server for webhook events is down for a time.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GameRelationshipObject, LobbyMessageObject, LobbyObject } from '@guildhall/protocol'
import { api, type RawGateway, type ResponseOf } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits, type Message } from 'discord.js'
import { EventEndpoint } from '../support/event-endpoint.ts'
import { type Games, gamesWorld, startGames } from '../support/games.ts'
import { named } from '../support/gateway-lab.ts'

/** Player of the story, in the game by a gateway session. */
interface Player {
  readonly id: string
  readonly token: string
  readonly gateway: RawGateway
}

const TYPES = [
  'APPLICATION_AUTHORIZED',
  'APPLICATION_DEAUTHORIZED',
  'LOBBY_MESSAGE_CREATE',
  'LOBBY_MESSAGE_UPDATE',
  'LOBBY_MESSAGE_DELETE',
]
const FRIEND = 1
const REDIRECT = 'https://game.example/callback'

/** Makes two players friends in the game. */
async function befriend(games: Games, one: Player, other: Player): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    assert.equal((await games.bearer(from.token).put(`/users/@me/game-relationships/${to.id}`, {})).status, 204)
}

async function friendsOf(games: Games, token: string): Promise<string[]> {
  const { body } = await games.bearer(token).get<GameRelationshipObject[]>('/users/@me/game-relationships')
  return body.filter(({ type }) => type === FRIEND).map(({ id }) => id)
}

/** Merges a provisional account into the account of a person, and returns the person's access token. */
async function mergeInto(games: Games, person: string, provisional: string): Promise<string> {
  const client = { client_id: games.applicationId('chess'), redirect_uri: REDIRECT }
  const query = new URLSearchParams({ ...client, response_type: 'code', scope: 'sdk.social_layer' })
  const consent = await games.person(person).post<{ location: string }>(`/oauth2/authorize?${query}`, {
    authorize: true,
  })
  const code = new URL(consent.body.location).searchParams.get('code') ?? ''
  const external = {
    external_auth_type: 'DISCORD_BOT_ISSUED_ACCESS_TOKEN',
    external_auth_token: provisional,
  }
  const form = { ...client, client_secret: 's', grant_type: 'authorization_code', code, ...external }
  const tokens = await api(games.platform.api).post<ResponseOf<'oauth2_token'>>(
    '/oauth2/token',
    new URLSearchParams(form),
  )
  assert.equal(tokens.status, 200, JSON.stringify(tokens.body))
  return tokens.body.access_token
}

test('a game, its players and a guild meet in a lobby, and the game learns of each event', {
  timeout: 60_000,
}, async (t) => {
  let endpoint = await EventEndpoint.start()
  const { port, url } = endpoint
  t.after(() => endpoint.close())
  const chess = { ...gamesWorld.applications.chess, event_webhooks_url: url, event_webhooks_types: TYPES }
  const world = { ...gamesWorld, applications: { ...gamesWorld.applications, chess } }
  await using games = await startGames({ world })
  const publicKey = games.world.applications.chess?.public_key ?? ''
  endpoint.publicKey = publicKey
  const server = games.bot('chess')
  const general = games.channelId('lab', 'general')
  const watcher = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
    rest: { api: games.platform.api },
  })
  const watched: Message[] = []
  watcher.on(Events.MessageCreate, (message) => watched.push(message))
  // Ends before the platform does, to which it would connect again.
  await using _watching = { [Symbol.asyncDispose]: () => watcher.destroy() }
  await watcher.login(games.world.applications.watcher?.bot?.token)
  /** Events that the game must learn of: the user, and the type with the content or id. */
  const expected: [string, string][] = []

  // Three players sign in: ann with her account, two without.
  const enter = async (token: string): Promise<Player> => {
    const { gateway, ready } = await games.play<{ user: { id: string } }>({ token })
    return { gateway, token, id: ready.user.id }
  }
  const guest = async (external_user_id: string) =>
    enter(
      (await server.post<ResponseOf<'bot_partner_sdk_token'>>('/partner-sdk/token/bot', { external_user_id })).body
        .access_token,
    )
  const ann = await enter(await games.tokenOf('ann'))
  expected.push([ann.id, 'APPLICATION_AUTHORIZED'])
  const pip = await guest('pip')
  const zoe = await guest('zoe')
  const players = [ann, pip, zoe]
  await befriend(games, ann, pip)
  await befriend(games, pip, zoe)

  // The game's server creates the lobby, and they talk.
  const members = players.map(({ id }) => ({ id, flags: id === ann.id ? 1 : 0 }))
  const lobby = (await server.post<LobbyObject>('/lobbies', { members, idle_timeout_seconds: 604_800 })).body
  for (const { gateway } of players) await gateway.next(named('LOBBY_CREATE', { id: lobby.id }))
  const say = async ({ token, id }: Player, content: string) => {
    const sent = await games.bearer(token).post<LobbyMessageObject>(`/lobbies/${lobby.id}/messages`, { content })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    expected.push([id, `LOBBY_MESSAGE_CREATE ${content}`])
    return sent.body
  }
  const heard = (content: string, by: readonly Player[] = players) =>
    Promise.all(by.map(({ gateway }) => gateway.next(named('LOBBY_MESSAGE_CREATE', { content }))))
  await say(ann, 'shall we play?')
  await say(pip, 'ready')
  for (const content of ['shall we play?', 'ready']) await heard(content)

  // Ann links a channel, in which bob reads and replies while an ordinary bot watches.
  const linked = await games.bearer(ann.token).patch<LobbyObject>(`/lobbies/${lobby.id}/channel-linking`, {
    channel_id: general,
  })
  assert.equal(linked.body.linked_channel?.id, general, JSON.stringify(linked.body))
  const bob = await games.watch('bob')
  const fromLobby = bob.next(named('MESSAGE_CREATE', { content: 'hello, guild' }))
  await say(zoe, 'hello, guild')
  assert.equal((await fromLobby).d.author.id, zoe.id)
  await games.person('bob').post(`/channels/${general}/messages`, { content: 'good luck!' })
  expected.push([games.userId('bob'), 'LOBBY_MESSAGE_CREATE good luck!'])
  const [, , reply] = await heard('good luck!')
  assert.equal(reply?.d.author.username, 'bob')
  await endpoint.until(() => endpoint.accepted.length >= expected.length)

  // The server for webhook events is killed; the game goes on.
  const before = [...endpoint.accepted]
  await endpoint.close()
  const wrong = await say(pip, 'e4?')
  const path = `/lobbies/${lobby.id}/messages/${wrong.id}`
  assert.equal((await games.bearer(pip.token).patch(path, { content: 'e4!' })).status, 200)
  expected.push([pip.id, 'LOBBY_MESSAGE_UPDATE e4!'])
  await say(zoe, 'e5')
  assert.equal((await games.bearer(pip.token).delete(path)).status, 204)
  expected.push([pip.id, `LOBBY_MESSAGE_DELETE ${wrong.id}`])

  // Pip merges into cat's account, and keeps friends and the seat in the lobby.
  const cat = { id: games.userId('cat'), token: await mergeInto(games, 'cat', pip.token), gateway: pip.gateway }
  expected.push([cat.id, 'APPLICATION_AUTHORIZED'])
  assert.equal((await pip.gateway.closed).code, 4004)
  assert.deepEqual((await friendsOf(games, cat.token)).sort(), [ann.id, zoe.id].sort())
  await say(cat, 'it is me')
  await heard('it is me', [ann, zoe])

  // Ann is banned: the link ends, and with it her session.
  const operator = games.bearer(games.platform.control.key)
  assert.equal((await operator.post(`/admin/users/${ann.id}/ban`, { duration_seconds: null })).status, 204)
  expected.push([ann.id, 'APPLICATION_DEAUTHORIZED'])
  assert.equal((await ann.gateway.closed).code, 4004)
  assert.equal((await games.bearer(ann.token).post(`/lobbies/${lobby.id}/messages`, { content: 'no' })).status, 401)
  await say(zoe, 'gg')
  await heard('gg', [zoe])

  // The server is back, and learns of everything in the order of each user.
  endpoint = await EventEndpoint.start(publicKey, port)
  const learnt = () => [...before, ...endpoint.accepted]
  // Retries are due within two minutes of the clock.
  games.platform.clock.advance(120_000)
  while (learnt().length < expected.length) {
    games.platform.clock.advance(1_000)
    await games.settle()
  }
  const seen = learnt().map(({ type, data }): [string, string] => {
    const { user, author } = data as unknown as { user?: { id: string }; author?: { id: string } }
    const { id, content } = data
    const what = content ?? (type === 'LOBBY_MESSAGE_DELETE' ? id : '')
    const about = user?.id ?? author?.id ?? (id === wrong.id ? pip.id : '')
    return [about, `${type} ${what}`.trim()]
  })
  const byUser = (events: readonly [string, string][]) =>
    Object.fromEntries([...Map.groupBy(events, ([user]) => user)].sort(([a], [b]) => (a < b ? -1 : 1)))
  assert.deepEqual(byUser(seen), byUser(expected))

  const inChannel = watched.filter(({ channelId }) => channelId === general).map(({ content }) => content)
  assert.deepEqual(inChannel.slice(0, 2), ['hello, guild', 'good luck!'])
  await bob.close()
})
