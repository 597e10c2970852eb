/** Direct messages with provisional players: only in the game, never in an ordinary client, and moved by a merge. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ChannelObject, GameDirectMessageObject, LobbyObject } from '@guildhall/protocol'
import { RawGateway } from '@guildhall/testing'
import { type GameLab, gameLab } from '../support/game-lab.ts'
import { refused } from '../support/refused.ts'

interface Message {
  id: string
  code: number
  content: string
  flags: number
  channel_id: string
  channel_type: number
  recipient_id: string
  application_id: string
  author: { id: string }
  channel: { id: string; type: number; recipients: { id: string }[]; last_message_id: string }
  metadata?: Record<string, string>
  activity?: object
}

const SENT_BY_GAME = 1 << 16
let lab: GameLab
let turn = 0
let pip: { token: string; id: string }
let zoe: { token: string; id: string }

async function play(token: string) {
  const gateway = await RawGateway.connect(lab.platform.gateway)
  const ready = await gateway.identify<{ private_channels: Message['channel'][] }>({
    token: `Bearer ${token}`,
    intents: undefined as never,
  })
  return { gateway, ready }
}

const send = (from: { token: string }, to: { id: string }, body: object) =>
  lab.bearer(from.token).post<GameDirectMessageObject>(`/users/${to.id}/messages`, body)

describe('direct messages of provisional players', () => {
  before(async () => {
    lab = await gameLab({ rateLimits: 'off' })
  })
  after(() => lab[Symbol.asyncDispose]())
  beforeEach(async () => {
    turn += 1
    pip = await lab.player('game', `pip ${turn}`)
    zoe = await lab.player('game', `zoe ${turn}`)
  })

  test('two players in the game write in a channel of type 18, whose id is the other user for each', async () => {
    refused(await send(pip, zoe, { content: 'too early' }), 403, 50007)
    const [one, other] = [(await play(pip.token)).gateway, (await play(zoe.token)).gateway]
    refused(await lab.bearer(pip.token).get(`/users/@me/dms/${zoe.id}`), 404, 10003)
    refused(await lab.bearer(pip.token).get(`/users/${zoe.id}/messages`), 404, 10003)
    const sent = await send(pip, zoe, { content: 'hi', metadata: { a: 'b' } })
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    const { content, flags, channel_id, channel_type, channel, application_id, metadata } = sent.body
    assert.deepEqual([content, flags, channel_id, channel_type], ['hi', SENT_BY_GAME, zoe.id, 18])
    assert.deepEqual([channel?.id, channel?.type, channel?.last_message_id], [zoe.id, 18, sent.body.id])
    assert.deepEqual(channel?.recipients?.map(({ id }) => id).sort(), [pip.id, zoe.id].sort())
    assert.deepEqual([application_id, metadata], [lab.app('game'), { a: 'b' }])
    assert.equal((await other.next('CHANNEL_CREATE')).d.id, pip.id)
    const heard = (await other.next<Message>('MESSAGE_CREATE')).d
    assert.deepEqual(
      [heard.id, heard.channel_id, heard.recipient_id, heard.author.id],
      [sent.body.id, pip.id, pip.id, pip.id],
    )
    assert.equal((await one.next('MESSAGE_CREATE')).d.channel_id, zoe.id)
    // Reading, editing and deleting
    const list = async () =>
      (await lab.bearer(zoe.token).get<GameDirectMessageObject[]>(`/users/${pip.id}/messages`)).body
    assert.deepEqual(
      (await list()).map((message) => [message.id, message.channel_id]),
      [[sent.body.id, pip.id]],
    )
    assert.equal((await lab.bearer(zoe.token).get<ChannelObject>(`/users/@me/dms/${pip.id}`)).body.id, pip.id)
    const summaries = (await lab.bearer(pip.token).get('/partner-sdk/users/@me/channels')).body
    assert.deepEqual(summaries, [{ user_id: zoe.id, last_message_id: sent.body.id }])
    const path = `/users/${zoe.id}/messages/${sent.body.id}`
    refused(
      await lab.bearer(zoe.token).patch(`/users/${pip.id}/messages/${sent.body.id}`, { content: 'x' }),
      403,
      50005,
    )
    assert.equal(
      (await lab.bearer(pip.token).patch<GameDirectMessageObject>(path, { content: 'ho' })).body.content,
      'ho',
    )
    assert.equal((await other.next('MESSAGE_UPDATE')).d.content, 'ho')
    assert.equal((await lab.bearer(pip.token).delete(path)).status, 204)
    assert.deepEqual((await other.next('MESSAGE_DELETE')).d, { id: sent.body.id, channel_id: pip.id })
    assert.deepEqual(await list(), [])
    for (const gateway of [one, other]) await gateway.drop()
    const again = await play(pip.token)
    assert.deepEqual(
      again.ready.private_channels.map(({ id, type }) => [id, type]),
      [[zoe.id, 18]],
    )
    await again.gateway.drop()
  })

  test('a full account receives them in the game, and never in an ordinary client or another game', async () => {
    const { access_token: token } = await lab.authorize('bob', 'game')
    const bob = { token, id: lab.user('bob') }
    const rival = await play((await lab.authorize('bob', 'rival')).access_token)
    const inGame = await play(bob.token)
    const player = await play(pip.token)
    const client = await RawGateway.connect(lab.platform.gateway)
    await client.identify({ token: lab.platform.bob.token })
    const sent = await send(pip, bob, { content: 'psst' })
    assert.equal((await inGame.gateway.next('MESSAGE_CREATE')).d.content, 'psst')
    const marker = {
      trigger: () => lab.person('bob').patch('/users/@me', { global_name: `Bob ${Math.random()}` }),
      event: 'USER_UPDATE',
    }
    for (const gateway of [client, rival.gateway]) {
      const anything = (frame: { t?: string | null }) => /^(MESSAGE|CHANNEL)/.test(frame.t ?? '')
      await gateway.none(anything, () => send(pip, bob, { content: 'again' }), gateway === client ? marker : undefined)
    }
    assert.deepEqual((await lab.person('bob').get('/users/@me/channels')).body, [])
    refused(await lab.person('bob').get(`/channels/${sent.body.channel_id}/messages`), 404, 10003)
    refused(await lab.person('bob').post(`/users/${pip.id}/messages`, { content: 'x' }), 404, 10013)
    const rivalBob = lab.bearer((await lab.authorize('bob', 'rival')).access_token)
    for (const answer of [
      await rivalBob.get(`/users/${pip.id}/messages`),
      await rivalBob.get(`/users/@me/dms/${pip.id}`),
      await rivalBob.post(`/users/${pip.id}/messages`, { content: 'x' }),
      await rivalBob.delete(`/users/${pip.id}/messages/${sent.body.id}`),
    ])
      refused(answer, 404, 10013, 'a provisional account of another game does not exist')
    for (const gateway of [client, rival.gateway, inGame.gateway, player.gateway]) await gateway.drop()
  })

  test('an invite reaches a session that shares only its presence', async () => {
    const one = await play(pip.token)
    const presence = await lab.authorize('bob', 'game', 'sdk.social_layer_presence')
    const other = await play(presence.access_token)
    const bob = { id: lab.user('bob') }
    await other.gateway.none('MESSAGE_CREATE', () => send(pip, bob, { content: 'text' }))
    const invite = await send(pip, bob, { activity: { type: 1, party_id: 'p', session_id: 's' } })
    const heard = (await other.gateway.next('MESSAGE_CREATE')).d
    assert.deepEqual([heard.id, heard.activity], [invite.body.id, { type: 1, party_id: 'p', session_id: 's' }])
    for (const { gateway } of [one, other]) await gateway.drop()
  })

  test('a merge makes DMs with full accounts ordinary ones, and moves the others to the new account', async () => {
    const { access_token: token } = await lab.authorize('bob', 'game')
    const bob = { token, id: lab.user('bob') }
    const sessions = [await play(pip.token), await play(zoe.token), await play(bob.token)]
    const toBob = (await send(pip, bob, { content: 'to bob', metadata: { $n: '1' } })).body
    const fromBob = (await send(bob, pip, { content: 'from bob' })).body
    const toZoe = (await send(pip, zoe, { content: 'to zoe' })).body
    const merged = await lab.merge('cleo', 'game', pip.token)
    assert.equal(merged.status, 200, JSON.stringify(merged.body))
    const cleo = { token: merged.body.access_token, id: lab.user('cleo') }
    const read = async (from: { token: string }, to: { id: string }) => {
      const { body } = await lab.bearer(from.token).get<GameDirectMessageObject[]>(`/users/${to.id}/messages`)
      return body.map(({ id, author, channel_type, metadata }) => [id, author.id, channel_type, metadata])
    }
    assert.deepEqual(await read(bob, cleo), [
      [fromBob.id, bob.id, 1, undefined],
      [toBob.id, cleo.id, 1, { $n: '1' }],
    ])
    const [dm] = (await lab.person('cleo').get<ChannelObject[]>('/users/@me/channels')).body
    assert.deepEqual([dm?.type, dm?.recipients?.map(({ id }) => id)], [1, [bob.id]])
    assert.deepEqual(await read(zoe, cleo), [[toZoe.id, cleo.id, 18, undefined]])
    refused(await lab.bearer(bob.token).get(`/users/${pip.id}/messages`), 404, 10013)
    for (const { gateway } of sessions) await gateway.drop()
    // An unmerge creates another provisional account, without the history.
    assert.equal(
      (await lab.bot('game').post('/partner-sdk/provisional-accounts/unmerge/bot', { external_user_id: `pip ${turn}` }))
        .status,
      204,
    )
    const anew = await lab.player('game', `pip ${turn}`)
    assert.notEqual(anew.id, pip.id)
    assert.deepEqual((await lab.bearer(anew.token).get('/partner-sdk/users/@me/channels')).body, [])
  })

  test('the account that replaces a banned one writes in the lobby, but not in its linked channel', async () => {
    assert.equal((await lab.merge('cleo', 'game', zoe.token)).status, 200)
    const banned = await lab.operator().post(`/admin/users/${lab.user('cleo')}/ban`, { duration_seconds: null })
    assert.ok(banned.status < 300, JSON.stringify(banned.body))
    const restricted = await lab.player('game', `zoe ${turn}`)
    assert.notEqual(restricted.id, zoe.id)
    const ann = lab.bearer((await lab.authorize('ann', 'game')).access_token)
    const members = [{ id: lab.user('ann'), flags: 1 }, { id: restricted.id }, { id: pip.id }]
    const lobby = (await lab.bot('game').post<LobbyObject>('/lobbies', { members })).body
    const channel = lab.platform.lab.general.id
    const linked = await ann.patch(`/lobbies/${lobby.id}/channel-linking`, { channel_id: channel })
    assert.equal(linked.status, 200, JSON.stringify(linked.body))
    for (const { token } of [restricted, pip])
      assert.equal((await lab.bearer(token).post(`/lobbies/${lobby.id}/messages`, { content: token })).status, 201)
    const contents = async (path: string, caller = ann) =>
      (await caller.get<Message[]>(path)).body.map(({ content }) => content)
    assert.deepEqual(await contents(`/lobbies/${lobby.id}/messages`), [pip.token, restricted.token])
    assert.deepEqual(await contents(`/channels/${channel}/messages`, lab.person('ann')), [pip.token])
  })
})
