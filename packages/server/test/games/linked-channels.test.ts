/** Linked channels: who links which channel, what crosses in both directions, and what ends a link. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type {
  AutoModerationRuleObject,
  ChannelObject,
  CurrentUserObject,
  InviteObject,
  LobbyInviteObject,
  LobbyMessageObject,
  LobbyObject,
  MessageObject,
} from '@guildhall/protocol'
import type { RawGateway } from '@guildhall/testing'
import { type Message as BotMessage, Client, Events, GatewayIntentBits } from 'discord.js'
import { type Games, gamesWorld, startGames } from '../support/games.ts'
import { named } from '../support/gateway-lab.ts'
import { refused } from '../support/refused.ts'

const SENT_BY_GAME = 1 << 16
const world = {
  ...gamesWorld,
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { watcher: { permissions: '8' } },
      // Members view channels and write in them, but cannot mention everyone.
      roles: { '@everyone': { permissions: '68608' }, mod: { permissions: '16', members: ['bob'] } },
      channels: {
        general: {},
        staff: { permission_overwrites: [{ role: '@everyone', deny: '1024' }] },
        quiet: { permission_overwrites: [{ role: 'mod', deny: '2048' }] },
        adult: { nsfw: true },
        news: { type: 5 },
        spare: {},
        Voice: { type: 2 },
      },
      features: ['NEWS'],
    },
    den: { owner: 'ann', channels: { hall: {} } },
  },
}

let games: Games
let lobbyId: string
const tokens = new Map<string, string>()
const id = (user: string) => games.userId(user)
const channel = (name: string) => games.channelId('lab', name)
const chess = () => games.bot('chess')
const player = (user: string) => games.bearer(tokens.get(user) ?? '')
const link = (user: string, channel_id?: string | null) =>
  player(user).patch<LobbyObject>(`/lobbies/${lobbyId}/channel-linking`, channel_id === undefined ? {} : { channel_id })
const say = (user: string, content: string, more: object = {}) =>
  player(user).post<LobbyMessageObject>(`/lobbies/${lobbyId}/messages`, { content, ...more })
const history = async (name = 'general') =>
  (await games.person('ann').get<MessageObject[]>(`/channels/${channel(name)}/messages`)).body
const lobbyHistory = async () => (await player('ann').get<LobbyMessageObject[]>(`/lobbies/${lobbyId}/messages`)).body

const play = async (user: string): Promise<RawGateway> => {
  const { gateway } = await games.play({ token: tokens.get(user) ?? '' })
  await gateway.next(named('LOBBY_CREATE', { id: lobbyId }))
  return gateway
}

describe('linked channels', () => {
  before(async () => {
    games = await startGames({ world })
    for (const user of ['ann', 'bob', 'cat']) tokens.set(user, await games.tokenOf(user))
    const guest = await chess().post<{ access_token: string }>('/partner-sdk/token/bot', { external_user_id: 'pip' })
    tokens.set('pip', guest.body.access_token)
  })
  beforeEach(async () => {
    const pip = (await player('pip').get<CurrentUserObject>('/users/@me')).body.id
    const members = [
      ...['ann', 'bob', 'cat'].map((user) => ({ id: id(user), flags: user === 'cat' ? 0 : 1 })),
      { id: pip, flags: 1 },
    ]
    lobbyId = (await chess().post<LobbyObject>('/lobbies', { members, idle_timeout_seconds: 604_800 })).body.id
  })
  // A deleted lobby leaves its channel free for the next one.
  afterEach(() => chess().delete(`/lobbies/${lobbyId}`))
  after(() => games[Symbol.asyncDispose]())

  test('[LOB-9] a member with CanLinkLobby and the permissions links a channel, and everybody sees it', async () => {
    const [cat, bot] = [await play('cat'), await games.watch('watcher')]
    const linked = await link('ann', channel('general'))
    assert.equal(linked.status, 200, JSON.stringify(linked.body))
    assert.equal(linked.body.linked_channel?.id, channel('general'))
    const linked_lobby = { lobby_id: lobbyId, application_id: games.applicationId('chess') }
    assert.equal((await cat.next('LOBBY_UPDATE')).d.linked_channel?.id, channel('general'))
    assert.deepEqual((await bot.next('CHANNEL_UPDATE')).d.linked_lobby, linked_lobby)
    assert.deepEqual(
      (await games.bot('watcher').get<ChannelObject>(`/channels/${channel('general')}`)).body.linked_lobby,
      linked_lobby,
    )
    assert.equal((await chess().get<LobbyObject>(`/lobbies/${lobbyId}`)).body.linked_channel?.id, channel('general'))
    // Another channel replaces the link; no channel ends it. Unlinking needs the flag alone.
    assert.equal((await link('ann', channel('spare'))).body.linked_channel?.id, channel('spare'))
    assert.equal(
      'linked_lobby' in (await games.bot('watcher').get<ChannelObject>(`/channels/${channel('general')}`)).body,
      false,
    )
    refused(await link('cat'), 403, 50013)
    const unlinked = await link('bob')
    assert.deepEqual([unlinked.status, 'linked_channel' in unlinked.body], [200, false])
    for (const gateway of [cat, bot]) await gateway.drop()
  })

  test('[LOB-9] other members, channels, games and accounts are refused, and nothing changes', async () => {
    const general = channel('general')
    refused(await link('cat', general), 403, 50013, 'without the flag')
    refused(await link('bob', channel('staff')), 403, 50001, 'without VIEW_CHANNEL')
    refused(await link('bob', channel('quiet')), 403, 50013, 'without SEND_MESSAGES')
    refused(await link('pip', general), 403, 50013, 'a provisional account')
    refused(await link('ann', channel('adult')), 400, 50035, 'age-restricted')
    for (const name of ['news', 'Voice']) refused(await link('ann', channel(name)), 400, 50024, name)
    refused(await link('ann', '1'), 404, 10003)
    refused(await chess().patch(`/lobbies/${lobbyId}/channel-linking`, { channel_id: general }), 403, 20001)
    const rival = games.bearer(await games.tokenOf('ann', 'rival'))
    refused(await rival.patch(`/lobbies/${lobbyId}/channel-linking`, { channel_id: general }), 404, 10031)
    const presence = games.bearer(await games.tokenOf('ann', 'chess', 'sdk.social_layer_presence'))
    refused(await presence.patch(`/lobbies/${lobbyId}/channel-linking`, { channel_id: general }), 403, 50026)
    const secret = (await player('ann').put<LobbyObject>('/lobbies', { secret: 's' })).body
    await chess().put(`/lobbies/${secret.id}/members/${id('ann')}`, { flags: 1 })
    refused(await player('ann').patch(`/lobbies/${secret.id}/channel-linking`, { channel_id: general }), 403, 50013)
    assert.equal('linked_channel' in (await chess().get<LobbyObject>(`/lobbies/${lobbyId}`)).body, false)
    // One lobby per channel.
    await link('ann', general)
    const members = [{ id: id('ann'), flags: 1 }]
    const other = (await chess().post<LobbyObject>('/lobbies', { members })).body.id
    refused(await player('ann').patch(`/lobbies/${other}/channel-linking`, { channel_id: general }), 400, 50035)
    await link('ann')
  })

  test('a game asks which channels its player can link', async () => {
    await link('ann', channel('spare'))
    const list = async (user: string, query = '?with_can_link_lobby=true') =>
      new Map(
        (await player(user).get<ChannelObject[]>(`/guilds/${games.guildId('lab')}/channels${query}`)).body.map(
          (entry) => [String(entry.name), [entry.is_linkable, entry.is_viewable_and_writeable_by_all_members]],
        ),
      )
    const ann = await list('ann')
    assert.deepEqual(ann.get('general'), [true, true])
    assert.deepEqual(ann.get('staff'), [true, false])
    assert.deepEqual(ann.get('quiet'), [true, false])
    for (const name of ['adult', 'news', 'Voice', 'spare']) assert.equal(ann.get(name)?.[0], false, name)
    const bob = await list('bob')
    assert.deepEqual(bob.get('general'), [true, true])
    assert.deepEqual(bob.get('quiet'), [false, false])
    assert.equal(bob.has('staff'), false)
    assert.deepEqual((await list('bob', '')).get('general'), [undefined, undefined])
    refused(await player('cat').get(`/guilds/${games.guildId('lab')}/channels`), 404, 10004)
    const presence = games.bearer(await games.tokenOf('ann', 'chess', 'sdk.social_layer_presence'))
    refused(await presence.get(`/guilds/${games.guildId('lab')}/channels`), 403, 50026)
    await link('ann')
  })

  test('[END-21] messages, edits and deletions cross in both directions, once each', async () => {
    await link('ann', channel('general'))
    const cat = await play('cat')
    const watcher = await games.watch('watcher')
    await chess().put(`/lobbies/${lobbyId}/members/${id('bob')}`, { additional_name: 'Knight', flags: 1 })
    const sent = (await say('bob', 'from the game', { metadata: { secret: 'plan' } })).body
    const posted = (await watcher.next('MESSAGE_CREATE')).d
    assert.deepEqual(
      [posted.id, posted.content, posted.author.id, posted.flags, posted.application_id, posted.lobby_member],
      [sent.id, 'from the game', id('bob'), SENT_BY_GAME, games.applicationId('chess'), { additional_name: 'Knight' }],
    )
    assert.equal('metadata' in posted, false)
    assert.equal((await cat.next('LOBBY_MESSAGE_CREATE')).d.id, sent.id)
    const typed = (
      await games
        .person('ann')
        .post<MessageObject>(`/channels/${channel('general')}/messages`, { content: `hi <@${id('bob')}>` })
    ).body
    const heard = (await cat.next('LOBBY_MESSAGE_CREATE')).d
    assert.deepEqual(
      [heard.id, heard.content, heard.author.id, heard.flags],
      [typed.id, `hi <@${id('bob')}>`, id('ann'), 0],
    )
    assert.deepEqual(
      heard.mentions?.map((user) => user.id),
      [id('bob')],
    )
    assert.equal('application_id' in heard, false)
    assert.deepEqual(
      (await lobbyHistory()).map((message) => message.id),
      [typed.id, sent.id],
    )
    // Edits
    await games.person('ann').patch(`/channels/${channel('general')}/messages/${typed.id}`, { content: 'hello' })
    const edited = (await cat.next('LOBBY_MESSAGE_UPDATE')).d
    assert.deepEqual([edited.id, edited.content], [typed.id, 'hello'])
    refused(await player('ann').patch(`/lobbies/${lobbyId}/messages/${typed.id}`, { content: 'x' }), 403, 50005)
    await player('bob').patch(`/lobbies/${lobbyId}/messages/${sent.id}`, { content: 'edited in the game' })
    const changed = (await watcher.next(named('MESSAGE_UPDATE', { id: sent.id }))).d
    assert.deepEqual([changed.content, changed.flags], ['edited in the game', SENT_BY_GAME])
    await cat.next('LOBBY_MESSAGE_UPDATE')
    // Deletions
    await player('bob').delete(`/lobbies/${lobbyId}/messages/${sent.id}`)
    assert.equal((await watcher.next('MESSAGE_DELETE')).d.id, sent.id)
    assert.equal((await cat.next('LOBBY_MESSAGE_DELETE')).d.id, sent.id)
    const relayed = (await say('bob', 'moderated')).body
    await games.person('ann').delete(`/channels/${channel('general')}/messages/${relayed.id}`)
    assert.deepEqual((await cat.next('LOBBY_MESSAGE_DELETE')).d, { id: relayed.id, lobby_id: lobbyId })
    assert.deepEqual(
      (await lobbyHistory()).map((message) => message.id),
      [typed.id],
    )
    // A pin changes no text: the game receives nothing, and each message came once.
    await cat.none(
      (frame) => /^LOBBY_MESSAGE/.test(frame.t ?? '') && frame.d?.content !== 'marker',
      () => games.person('ann').put(`/channels/${channel('general')}/messages/pins/${typed.id}`),
      { trigger: () => say('bob', 'marker'), event: named('LOBBY_MESSAGE_CREATE', { content: 'marker' }) },
    )
    for (const gateway of [cat, watcher]) await gateway.drop()
    await link('ann')
    const after = (await say('bob', 'unlinked')).body
    assert.ok(!(await history()).some((message) => message.id === after.id))
  })

  test('ids of messages that lobby and channel get at once grow in the order in which they arrive in both', async () => {
    await link('ann', channel('general'))
    const [game, bot] = [await play('ann'), await games.watch('watcher')]
    const count = 24
    const write = (number: number) =>
      number % 2
        ? say('ann', `${number}`)
        : games.person('ann').post(`/channels/${channel('general')}/messages`, { content: `${number}` })
    await Promise.all(Array.from({ length: count }, (_, number) => write(number)))
    const idsOf = async (gateway: RawGateway, event: 'MESSAGE_CREATE' | 'LOBBY_MESSAGE_CREATE') => {
      const ids: bigint[] = []
      while (ids.length < count) ids.push(BigInt((await gateway.next(event)).d.id))
      return ids
    }
    for (const ids of [await idsOf(bot, 'MESSAGE_CREATE'), await idsOf(game, 'LOBBY_MESSAGE_CREATE')])
      assert.deepEqual(
        ids,
        ids.toSorted((one, other) => (one < other ? -1 : 1)),
      )
    for (const gateway of [game, bot]) await gateway.close()
  })

  test('players outside the guild write there, but notify nobody; a player without permission stays in the lobby', async () => {
    await link('ann', channel('general'))
    const text = `@everyone @here <@${id('ann')}> <@&${games.guildId('lab')}>`
    const [bobs, cats, pips] = [await say('bob', text), await say('cat', text), await say('pip', text)]
    for (const { body } of [bobs, cats, pips]) {
      const posted = (await history()).find((message) => message.id === body.id)
      assert.deepEqual([posted?.content, posted?.mention_everyone, posted?.author.id], [text, false, body.author.id])
      assert.deepEqual(
        posted?.mentions?.map((user) => user.id),
        body === bobs.body ? [id('ann')] : [],
      )
    }
    const owners = (await say('ann', '@everyone')).body
    assert.equal((await history()).find((message) => message.id === owners.id)?.mention_everyone, true)
    // Bob may not write in this channel, and cat is banned from the guild.
    await link('ann', channel('quiet'))
    await games.person('ann').put(`/guilds/${games.guildId('lab')}/bans/${id('cat')}`)
    const kept = [(await say('bob', 'denied')).body, (await say('cat', 'banned')).body]
    for (const message of kept)
      assert.equal(
        (await history('quiet')).some(({ id: posted }) => posted === message.id),
        false,
      )
    assert.deepEqual(
      (await lobbyHistory()).slice(0, 2).map((message) => message.content),
      ['banned', 'denied'],
    )
    await games.person('ann').delete(`/guilds/${games.guildId('lab')}/bans/${id('cat')}`)
    await link('ann')
  })

  test('[END-21] automatic moderation keeps a text out of the channel, not out of the lobby', async () => {
    await link('ann', channel('general'))
    const rules = `/guilds/${games.guildId('lab')}/auto-moderation/rules`
    const actions = [{ type: 1 }, { type: 2, metadata: { channel_id: channel('staff') } }]
    const rule = {
      name: 'no',
      event_type: 1,
      trigger_type: 1,
      trigger_metadata: { keyword_filter: ['rude'] },
      actions,
      enabled: true,
    }
    const made = (await games.person('ann').post<AutoModerationRuleObject>(rules, rule)).body
    const watcher = await games.watch('watcher')
    for (const user of ['bob', 'pip']) {
      const sent = await say(user, `so rude, ${user}`)
      assert.equal(sent.status, 201)
      // The alert follows after the commit, so that it shows that no message came before.
      const alert = (await watcher.next('MESSAGE_CREATE')).d
      assert.equal(alert.channel_id, channel('staff'))
      assert.equal((await lobbyHistory())[0]?.id, sent.body.id)
      assert.ok(!(await history()).some((message) => message.id === sent.body.id))
    }
    await games.person('ann').delete(`${rules}/${made.id}`)
    await watcher.drop()
    await link('ann')
  })

  test('a link ends with its channel, its lobby or its guild, and when the channel becomes age-restricted', async () => {
    const cat = await play('cat')
    const ann = games.person('ann')
    const unlinked = async () => {
      const { d } = await cat.next<LobbyObject>((frame) => frame.t === 'LOBBY_UPDATE' && !frame.d?.linked_channel)
      assert.equal(d.id, lobbyId)
      assert.equal('linked_channel' in (await chess().get<LobbyObject>(`/lobbies/${lobbyId}`)).body, false)
    }
    await link('ann', channel('spare'))
    const adult = await ann.patch<ChannelObject>(`/channels/${channel('spare')}`, { nsfw: true })
    assert.equal(adult.status, 200)
    await unlinked()
    assert.equal('linked_lobby' in (await ann.get<ChannelObject>(`/channels/${channel('spare')}`)).body, false)
    await ann.patch(`/channels/${channel('spare')}`, { nsfw: false })
    await link('ann', channel('spare'))
    await ann.patch(`/channels/${channel('spare')}`, { topic: 'a change that keeps the link' })
    assert.ok((await ann.get<ChannelObject>(`/channels/${channel('spare')}`)).body.linked_lobby)
    await ann.delete(`/channels/${channel('spare')}`)
    await unlinked()
    await link('ann', games.channelId('den', 'hall'))
    assert.equal((await ann.delete(`/guilds/${games.guildId('den')}`)).status, 204)
    await unlinked()
    await link('ann', channel('general'))
    await chess().delete(`/lobbies/${lobbyId}`)
    assert.equal('linked_lobby' in (await ann.get<ChannelObject>(`/channels/${channel('general')}`)).body, false)
    await cat.drop()
  })

  test('[LIM-14] [END-25] [END-26] [END-27] [END-28] [END-29] invites lead one user to the channel, once, for an hour', async () => {
    const self = `/lobbies/${lobbyId}/members/@me/invites`
    const forUser = (user: string) => `/lobbies/${lobbyId}/members/${id(user)}/invites`
    refused(await player('cat').post(self), 400, 50035, 'no linked channel')
    await link('ann', channel('general'))
    const invite = await player('cat').post<LobbyInviteObject>(self)
    assert.deepEqual([invite.status, Object.keys(invite.body)], [200, ['code']], JSON.stringify(invite.body))
    const { code } = invite.body as unknown as { code: string }
    const resolved = (await games.person('cat').get<InviteObject>(`/invites/${code}`)).body
    assert.equal(resolved.channel?.id, channel('general'))
    refused(await games.person('eve').post(`/invites/${code}`), 403, 50013)
    assert.equal((await games.person('cat').post(`/invites/${code}`)).status, 200)
    refused(await games.person('cat').post(`/invites/${code}`), 404, 10006)
    await games.person('ann').delete(`/guilds/${games.guildId('lab')}/members/${id('cat')}`)
    const codeFor = async () =>
      ((await chess().post<LobbyInviteObject>(forUser('cat'))).body as unknown as { code: string }).code
    const first = await codeFor()
    const second = await codeFor()
    refused(await games.person('cat').get(`/invites/${first}`), 404, 10006, 'a new invite replaces the former')
    games.platform.clock.advance(3_599_000)
    assert.equal((await games.person('cat').get(`/invites/${second}`)).status, 200)
    games.platform.clock.advance(2_000)
    refused(await games.person('cat').post(`/invites/${second}`), 404, 10006)
    refused(await player('ann').post(forUser('cat')), 403, 20002)
    refused(await games.bot('rival').post(forUser('cat')), 404, 10031)
    refused(await chess().post(forUser('eve')), 404, 10007)
    refused(await chess().post(`/lobbies/${lobbyId}/members/1/invites`), 404, 10013)
    refused(await player('pip').post(self), 403, 50013, 'a provisional account')
    const outsider = games.bearer(await games.tokenOf('eve'))
    refused(await outsider.post(self), 403, 50001)
    await link('ann')
  })

  test('a discord.js bot sees the players of a linked lobby, and its replies reach the game', async () => {
    await link('ann', channel('general'))
    const cat = await play('cat')
    const client = new Client({
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
      rest: { api: games.platform.api, version: '10' },
    })
    client.rest.setToken(games.world.applications.watcher?.bot?.token ?? '')
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
    const heard = new Promise<BotMessage>((resolve) => client.once(Events.MessageCreate, resolve))
    await client.login(games.world.applications.watcher?.bot?.token)
    await ready
    const sent = (await say('pip', 'hello from afar')).body
    const message = await heard
    assert.deepEqual(
      [message.id, message.content, message.author.id, message.applicationId, message.flags.bitfield],
      [sent.id, 'hello from afar', sent.author.id, games.applicationId('chess'), SENT_BY_GAME],
    )
    const reply = await message.reply('welcome')
    const relayed = (await cat.next(named('LOBBY_MESSAGE_CREATE', { id: reply.id }))).d
    assert.deepEqual([relayed.content, relayed.author.id], ['welcome', client.user?.id])
    client.destroy()
    await cat.drop()
  })
})
