/** Messages in lobbies: sending, history, edits, the name of the author, limits and their events. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { api, multipart, type RawGateway } from '@guildhall/testing'
import { type Games, startGames } from '../support/games.ts'
import { named } from '../support/gateway-lab.ts'
import { refused } from '../support/refused.ts'

interface Message {
  id: string
  code: number
  type: number
  content: string
  lobby_id: string
  channel_id: string
  flags: number
  application_id?: string
  lobby_member?: { additional_name: string }
  metadata?: Record<string, string>
  author: { id: string }
  edited_timestamp?: string
}

const SENT_BY_GAME = 1 << 16
let games: Games
let lobbyId: string
const id = (user: string) => games.userId(user)
const path = (message = '') => `/lobbies/${lobbyId}/messages${message && `/${message}`}`
const chess = () => games.bot('chess')

describe('lobby messages', () => {
  const tokens = new Map<string, string>()
  const player = (user: string) => games.bearer(tokens.get(user) ?? '')
  const play = async (user: string): Promise<RawGateway> => {
    const { gateway } = await games.play({ token: tokens.get(user) ?? '' })
    await gateway.next(named('LOBBY_CREATE', { id: lobbyId }))
    return gateway
  }

  before(async () => {
    games = await startGames()
    for (const user of ['ann', 'bob', 'cat', 'eve']) tokens.set(user, await games.tokenOf(user))
  })
  beforeEach(async () => {
    const members = [{ id: id('ann') }, { id: id('bob') }]
    lobbyId = (await chess().post<{ id: string }>('/lobbies', { members, idle_timeout_seconds: 604_800 })).body.id
  })
  after(() => games[Symbol.asyncDispose]())

  test('[END-20] [END-21] a member’s message reaches all members with the documented keys, and nobody else', async () => {
    const [ann, bob, cat] = [
      await play('ann'),
      await play('bob'),
      (await games.play({ token: tokens.get('cat') ?? '' })).gateway,
    ]
    const person = await games.watch('bob')
    const metadata = { $n: '1' }
    const sent = await player('ann').post<Message>(path(), { content: ' hello ', metadata, flags: 1 << 6 })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    const { author, ...rest } = sent.body
    assert.equal(author.id, id('ann'))
    assert.deepEqual(rest, {
      id: rest.id,
      type: 0,
      content: 'hello',
      lobby_id: lobbyId,
      channel_id: lobbyId,
      metadata,
      flags: SENT_BY_GAME,
      application_id: games.applicationId('chess'),
    })
    for (const gateway of [ann, bob]) assert.deepEqual((await gateway.next('LOBBY_MESSAGE_CREATE')).d, sent.body)
    await cat.none('LOBBY_MESSAGE_CREATE', () => player('ann').post(path(), { content: 'secret' }))
    await person.none(
      (frame) => /MESSAGE/.test(frame.t ?? ''),
      () => player('ann').post(path(), { content: 'secret' }),
    )
    for (const gateway of [ann, bob, cat, person]) await gateway.drop()
  })

  test('[END-21] [END-24] outsiders, other games and unknown lobbies are refused, and nothing is written', async () => {
    const rival = games.bearer(await games.tokenOf('ann', 'rival'))
    const own = (await player('ann').post<Message>(path(), { content: 'mine' })).body
    for (const [caller, status, code] of [
      [player('cat'), 403, 50001],
      [rival, 404, 10031],
    ] as const) {
      refused(await caller.post(path(), { content: 'x' }), status, code)
      refused(await caller.get(path()), status, code)
      refused(await caller.patch(path(own.id), { content: 'x' }), status, code)
      refused(await caller.delete(path(own.id)), status, code)
    }
    refused(await player('ann').get('/lobbies/1/messages'), 404, 10031)
    const presence = games.bearer(await games.tokenOf('ann', 'chess', 'sdk.social_layer_presence'))
    refused(await presence.post(path(), { content: 'x' }), 403, 50026)
    refused(await presence.get(path()), 403, 50026)
    refused(await chess().post(path(), { content: 'x' }), 403, 20001)
    assert.equal((await api(games.platform.api).get(path())).status, 401)
    assert.deepEqual(
      (await player('bob').get<Message[]>(path())).body.map((message) => message.content),
      ['mine'],
    )
  })

  test('[END-20] empty, long and malformed messages are refused', async () => {
    const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, '']))
    const rows: [body: object, code: number][] = [
      [{}, 50006],
      [{ content: '' }, 50006],
      [{ content: ' \n ' }, 50006],
      [{ content: null }, 50006],
      [{ embeds: [{ title: 'only an embed' }] }, 50006],
      [{ content: 'x'.repeat(2001) }, 50035],
      [{ content: 'x', metadata: pairs(26) }, 50035],
      [{ content: 'x', metadata: { k: 'x'.repeat(1025) } }, 50035],
      [{ content: 'x', metadata: { ['k'.repeat(1025)]: '' } }, 50035],
      [{ content: 'x', metadata: { k: {} } }, 50035],
      [{ content: 'x', metadata: 'text' }, 50035],
    ]
    for (const [body, code] of rows)
      refused(await player('ann').post(path(), body), 400, code, JSON.stringify(body).slice(0, 60))
    assert.deepEqual((await player('ann').get(path())).body, [])
    const most = await player('ann').post<Message>(path(), { content: '😀'.repeat(2000), metadata: pairs(25) })
    assert.equal(most.status, 201)
    assert.equal(Object.keys(most.body.metadata ?? {}).length, 25)
  })

  test('[END-20] a message may be a form or multipart', async () => {
    const form = await player('ann').post<Message>(path(), new URLSearchParams({ content: 'by form' }))
    assert.deepEqual([form.status, form.body.content], [201, 'by form'])
    const fields = multipart({ content: 'by parts', metadata: { a: 'b' } }, [])
    const parts = await player('ann').post<Message>(path(), fields)
    assert.deepEqual([parts.status, parts.body.content, parts.body.metadata], [201, 'by parts', { a: 'b' }])
  })

  test('[END-22] [END-23] history is newest first, at most 200 and of the last 72 hours', async () => {
    const first = (await player('ann').post<Message>(path(), { content: 'first' })).body
    games.platform.clock.advance(72 * 3_600_000 - 60_000)
    for (let count = 0; count < 205; count += 1) await player('bob').post(path(), { content: String(count) })
    const page = (await player('ann').get<Message[]>(`${path()}?limit=200`)).body
    assert.equal(page.length, 200)
    assert.deepEqual([page[0]?.content, page.at(-1)?.content], ['204', '5'])
    assert.equal((await player('ann').get<Message[]>(path())).body.length, 50)
    for (const limit of [0, 201, 'x']) refused(await player('ann').get(`${path()}?limit=${limit}`), 400, 50035)
    lobbyId = (
      await chess().post<{ id: string }>('/lobbies', { members: [{ id: id('ann') }], idle_timeout_seconds: 604_800 })
    ).body.id
    const old = (await player('ann').post<Message>(path(), { content: 'old' })).body
    games.platform.clock.advance(72 * 3_600_000 - 1_000)
    assert.deepEqual(
      (await player('ann').get<Message[]>(path())).body.map((message) => message.id),
      [old.id],
    )
    games.platform.clock.advance(2_000)
    assert.deepEqual((await player('ann').get(path())).body, [])
    // Once no game can read it, a job deletes the message.
    assert.equal((await player('ann').patch(path(old.id), { content: 'still here' })).status, 200)
    games.platform.clock.advance(3_600_000)
    let deleted = await player('ann').patch(path(old.id), { content: 'gone' })
    for (let tries = 0; deleted.status === 200 && tries < 100; tries += 1) {
      await games.settle()
      deleted = await player('ann').patch(path(old.id), { content: 'gone' })
    }
    refused(deleted, 404, 10008)
    assert.ok(first)
  })

  test('only the author edits and deletes, and members are informed', async () => {
    const bob = await play('bob')
    const sent = (await player('ann').post<Message>(path(), { content: 'one', metadata: { a: 'b' } })).body
    refused(await player('bob').patch(path(sent.id), { content: 'x' }), 403, 50005)
    refused(await player('bob').delete(path(sent.id)), 403, 50005)
    refused(await player('ann').patch(path('1'), { content: 'x' }), 404, 10008)
    refused(await player('ann').patch(path(sent.id), { content: '' }), 400, 50006)
    refused(await player('ann').patch(path(sent.id), { content: 'x'.repeat(2001) }), 400, 50035)
    const edited = await player('ann').patch<Message>(path(sent.id), { content: 'two' })
    assert.equal(edited.status, 200)
    assert.deepEqual([edited.body.content, edited.body.metadata], ['two', { a: 'b' }])
    assert.ok(edited.body.edited_timestamp)
    assert.deepEqual((await bob.next('LOBBY_MESSAGE_UPDATE')).d, edited.body)
    assert.equal((await player('ann').delete(path(sent.id))).status, 204)
    assert.deepEqual((await bob.next('LOBBY_MESSAGE_DELETE')).d, { id: sent.id, lobby_id: lobbyId })
    refused(await player('ann').delete(path(sent.id)), 404, 10008)
    assert.deepEqual((await player('bob').get(path())).body, [])
    await bob.drop()
  })

  test('[LOB-1] [LOB-2] a message keeps the additional name that its author had when it was sent', async () => {
    const name = (additional_name: string | null) =>
      chess().put(`/lobbies/${lobbyId}/members/${id('ann')}`, { additional_name })
    await name('Twindly')
    const sent = (await player('ann').post<Message>(path(), { content: 'hi' })).body
    assert.deepEqual(sent.lobby_member, { additional_name: 'Twindly' })
    await name('Shimmer')
    await player('ann').post(path(), { content: 'again' })
    await name(null)
    await player('ann').post(path(), { content: 'bare' })
    const names = (await player('bob').get<Message[]>(path())).body.map((message) => message.lobby_member)
    assert.deepEqual(names, [undefined, { additional_name: 'Shimmer' }, { additional_name: 'Twindly' }])
  })

  test('messages of a deleted lobby are deleted with it', async () => {
    const sent = (await player('ann').post<Message>(path(), { content: 'bye' })).body
    assert.equal((await chess().delete(`/lobbies/${lobbyId}`)).status, 204)
    refused(await player('ann').get(path()), 404, 10031)
    refused(await chess().put(`${path(sent.id)}/moderation-metadata`, {}), 404, 10031)
  })
})

test('[LIM-18] the 101st lobby message of a game within two hours gets 429, unless the game is approved', async () => {
  const { gamesWorld } = await import('../support/games.ts')
  const approved = { ...gamesWorld.applications.rival, approvals: ['social_layer'] }
  const world = { ...gamesWorld, applications: { ...gamesWorld.applications, rival: approved } }
  await using limited = await startGames({ world, rateLimits: 'documented' })
  for (const [game, last] of [
    ['chess', 429],
    ['rival', 201],
  ] as const) {
    const made = await limited.bot(game).post<{ id: string }>('/lobbies', { members: [{ id: limited.userId('ann') }] })
    const ann = limited.bearer(await limited.tokenOf('ann', game))
    const statuses: number[] = []
    for (let count = 0; count < 101; count += 1) {
      if (count % 20 === 0) limited.platform.clock.advance(1_000) // the limit of all requests of a second
      const answer = await ann.post(`/lobbies/${made.body.id}/messages`, { content: String(count) })
      statuses.push(answer.status)
      if (answer.status === 429) assert.equal(answer.headers.get('x-ratelimit-scope'), 'shared')
    }
    assert.deepEqual([statuses.lastIndexOf(201) >= 99, statuses[100]], [true, last], game)
  }
})
