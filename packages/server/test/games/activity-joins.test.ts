/** Joining another player's activity: by an invite, in a public party, and never otherwise. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, RawGateway } from '@guildhall/testing'
import { type Games, startGames } from '../support/games.ts'

const HOUR_MS = 3_600_000
const SECRET = 'opensesame'

interface Presence {
  user: { id: string }
  status: string
  guild_id?: string
  activities: { name: string; party?: { id: string } }[]
}

const setActivity = (gateway: RawGateway, activity: object | null, status = 'online') =>
  gateway.send(3, { status, activities: activity ? [activity] : [], since: null, afk: false })

/** Opens sessions of two players, one of whom has an activity with secrets. */
async function twoPlayers(games: Games, party: object = { id: 'party1', size: [1, 4] }) {
  const host = await games.play('bob')
  const guest = await games.play('eve')
  setActivity(host.gateway, {
    party,
    secrets: { join: SECRET, spectate: `${SECRET} 2` },
    buttons: [{ label: 'Watch', url: 'https://chess.example/watch' }],
  })
  await host.gateway.heartbeat()
  const session = host.gateway.sessionId ?? ''
  const path = (action: number | string, application = 'chess', sessionId = session) =>
    `/users/${games.userId('bob')}/sessions/${sessionId}/activities/${games.applicationId(application)}/${action}`
  return { host, guest, session, path }
}

async function invite(games: Games, token: string, to: string, activity: object) {
  const body = { content: 'Join me', activity, application_id: games.applicationId('chess') }
  const { status, body: message } = await games
    .bearer(token)
    .post<{ id: string; channel_id: string }>(`/users/${games.userId(to)}/messages`, body)
  assert.equal(status, 200, JSON.stringify(message))
  return new URLSearchParams({ channel_id: message.channel_id, message_id: message.id })
}

test('an invited player gets the join secret; nobody else does', async () => {
  await using games = await startGames()
  const { host, guest, session, path } = await twoPlayers(games)
  const message = await invite(games, host.token, 'eve', { type: 1, party_id: 'party1', session_id: session })
  const { d } = await guest.gateway.next<{ activity: object }>('MESSAGE_CREATE')
  assert.deepEqual(d.activity, { type: 1, party_id: 'party1', session_id: session })
  assert.doesNotMatch(JSON.stringify(d), new RegExp(SECRET))

  const accepted = await games.bearer(guest.token).get(`${path(1)}?${message}`)
  assert.deepEqual([accepted.status, accepted.body], [200, { secret: SECRET }])
  assert.equal((await games.person('eve').get(`${path(1)}?${message}`)).body.secret, SECRET)
  assert.equal((await games.bearer(host.token).get(path(1))).body.secret, SECRET, 'their own')

  const cat = await games.tokenOf('cat')
  const rival = await games.tokenOf('eve', 'rival')
  const weak = await games.tokenOf('eve', 'chess', 'identify gateway.connect activities.write')
  const rows: [name: string, token: string, path: string, code: number][] = [
    ['without a message', guest.token, path(1), 10020],
    ['without the message id', guest.token, `${path(1)}?channel_id=${message.get('channel_id')}`, 10020],
    ['an unknown message', guest.token, `${path(1)}?channel_id=${message.get('channel_id')}&message_id=1`, 10020],
    ['another action', guest.token, `${path(2)}?${message}`, 10020],
    ['an unknown action', guest.token, `${path(5)}?${message}`, 50035],
    ['another session', guest.token, `${path(1, 'chess', guest.gateway.sessionId)}?${message}`, 10020],
    ['another game', guest.token, `${path(1, 'rival')}?${message}`, 10020],
    ['another player', cat, `${path(1)}?${message}`, 10020],
    ['the token of another game', rival, `${path(1)}?${message}`, 10020],
    ['a token without activities.read', weak, `${path(1)}?${message}`, 50026],
  ]
  for (const [name, token, address, code] of rows) {
    const { status, body } = await games.bearer(token).get(address)
    assert.equal(body.code, code, name)
    assert.ok(status >= 400, name)
    assert.doesNotMatch(JSON.stringify(body), new RegExp(SECRET), name)
  }
})

test('an invite ends with the party, the session, after 6 hours and by a block', async (t) => {
  await using games = await startGames()
  const { host, guest, session, path } = await twoPlayers(games)
  const activity = { type: 1, party_id: 'party1', session_id: session }
  const message = await invite(games, host.token, 'eve', activity)
  const statusOf = async () => (await games.bearer(guest.token).get(`${path(1)}?${message}`)).status
  assert.equal(await statusOf(), 200)
  await t.test('another party', async () => {
    setActivity(host.gateway, { party: { id: 'party2' }, secrets: { join: SECRET } })
    await host.gateway.heartbeat()
    assert.equal(await statusOf(), 404)
    setActivity(host.gateway, { party: { id: 'party1' }, secrets: { join: SECRET } })
    await host.gateway.heartbeat()
    assert.equal(await statusOf(), 200)
  })
  await t.test('a block', async () => {
    await games.person('bob').put(`/users/@me/relationships/${games.userId('eve')}`, { type: 2 })
    assert.equal(await statusOf(), 404)
    await games.person('bob').delete(`/users/@me/relationships/${games.userId('eve')}`)
    assert.equal(await statusOf(), 200)
  })
  await t.test('6 hours', async () => {
    games.platform.clock.advance(6 * HOUR_MS + 1)
    assert.equal(await statusOf(), 404)
  })
  await t.test('the end of the session', async () => {
    await invite(games, host.token, 'eve', activity)
    await host.gateway.close()
    assert.equal(await statusOf(), 404)
  })
})

test('a request to join gives no secret; the reply to it does', async () => {
  await using games = await startGames()
  const { host, guest, session, path } = await twoPlayers(games)
  const request = await invite(games, guest.token, 'bob', { type: 5, party_id: 'party1', session_id: session })
  assert.equal((await games.bearer(guest.token).get(`${path(1)}?${request}`)).status, 404)
  const own = `/users/${games.userId('eve')}/sessions/${guest.gateway.sessionId}/activities/${games.applicationId('chess')}/1`
  assert.equal((await games.bearer(host.token).get(`${own}?${request}`)).status, 404)
  const reply = await invite(games, host.token, 'eve', { type: 1, party_id: 'party1', session_id: session })
  assert.equal((await games.bearer(guest.token).get(`${path(1)}?${reply}`)).body.secret, SECRET)
})

test('a friend and a member of a common guild join a public party and press its buttons without an invite', async () => {
  await using games = await startGames()
  const { host, guest, path } = await twoPlayers(games, { id: 'party1', size: [1, 4], privacy: 1 })
  const statusOf = async (token: string, action: number | string) =>
    (await games.bearer(token).get(path(action))).status
  const ann = await games.tokenOf('ann')
  assert.deepEqual([await statusOf(ann, 1), await statusOf(ann, 2), await statusOf(ann, 'metadata')], [200, 404, 200])
  const metadata = await games.person('ann').get(path('metadata'))
  assert.deepEqual(metadata.body, { button_urls: ['https://chess.example/watch'] })
  // eve shares no guild with bob.
  assert.deepEqual([await statusOf(guest.token, 1), await statusOf(guest.token, 'metadata')], [404, 404])
  await games.person('eve').put(`/users/@me/relationships/${games.userId('bob')}`, {})
  await games.person('bob').put(`/users/@me/relationships/${games.userId('eve')}`, {})
  assert.deepEqual([await statusOf(guest.token, 1), await statusOf(guest.token, 'metadata')], [200, 200])
  assert.equal(await statusOf(await games.tokenOf('eve', 'rival'), 'metadata'), 404)
  setActivity(host.gateway, { party: { id: 'party1', privacy: 1 }, secrets: { join: SECRET } }, 'invisible')
  await host.gateway.heartbeat()
  assert.deepEqual([await statusOf(guest.token, 1), await statusOf(ann, 1)], [404, 404], 'invisible')
})

const presenceOf = (games: Games, user: string) => (frame: Frame) =>
  frame.t === 'PRESENCE_UPDATE' && (frame.d as unknown as Presence).user.id === games.userId(user)

test('POST /users/@me/activities/subscribe sends the presence of an inviting stranger in that game', async () => {
  await using games = await startGames()
  const { host, guest, session } = await twoPlayers(games)
  const next = async () => (await guest.gateway.next<Presence>(presenceOf(games, 'bob'))).d
  const message = await invite(games, host.token, 'eve', { type: 1, party_id: 'party1', session_id: session })
  const subscription = {
    user_id: games.userId('bob'),
    application_id: games.applicationId('chess'),
    party_id: 'party1',
    ...Object.fromEntries(message),
  }
  const subscribe = (token: string, changes: object = {}) =>
    games.bearer(token).post('/users/@me/activities/subscribe', { subscriptions: [{ ...subscription, ...changes }] })
  const other = await games.play({ token: await games.tokenOf('eve', 'rival') })
  await guest.gateway.none(presenceOf(games, 'bob'), async () => {
    for (const changes of [{ user_id: games.userId('cat') }, { party_id: 'p2' }, { message_id: '1' }]) {
      assert.equal((await subscribe(guest.token, changes)).status, 204)
    }
    assert.equal((await subscribe(await games.tokenOf('cat'))).status, 204)
    assert.equal((await subscribe(other.token)).status, 204)
  })
  assert.equal((await subscribe(guest.token)).status, 204)
  const first = await next()
  assert.deepEqual(
    [first.status, first.guild_id, first.activities.map(({ name, party }) => [name, party?.id])],
    ['online', undefined, [['Chess', 'party1']]],
  )
  assert.doesNotMatch(JSON.stringify(first), new RegExp(SECRET))
  await (await games.play({ token: await games.tokenOf('bob', 'rival') })).gateway.close()
  setActivity(host.gateway, { party: { id: 'party2' } }, 'invisible')
  assert.deepEqual(
    (await next()).activities.map(({ party }) => party?.id),
    ['party2'],
  )
  await host.gateway.close()
  const last = await next()
  assert.deepEqual([last.status, last.activities], ['offline', []])
  await other.gateway.heartbeat()
  assert.equal(other.gateway.frames.some(presenceOf(games, 'bob')), false)
  games.platform.clock.advance(6 * HOUR_MS + 1)
  const again = await games.play('bob')
  setActivity(again.gateway, { state: 'later' })
  await again.gateway.heartbeat()
  await guest.gateway.heartbeat()
  assert.equal(guest.gateway.frames.some(presenceOf(games, 'bob')), false)
})

test('POST /users/@me/activities/subscribe accepts 1 to 100 subscriptions with activities.read', async () => {
  await using games = await startGames()
  const token = await games.tokenOf('bob')
  const [user_id, application_id] = [games.userId('eve'), games.applicationId('chess')]
  const subscription = { user_id, application_id, party_id: 'p', message_id: '1', channel_id: '2' }
  const path = '/users/@me/activities/subscribe'
  for (const subscriptions of [
    undefined,
    [],
    Array(101).fill(subscription),
    [{}],
    [{ ...subscription, user_id: 'x' }],
  ]) {
    assert.equal((await games.bearer(token).post(path, { subscriptions })).status, 400)
  }
  assert.equal((await games.bearer(token).post(path, { subscriptions: Array(100).fill(subscription) })).status, 204)
  const weak = await games.tokenOf('bob', 'rival', 'identify gateway.connect activities.write')
  assert.equal((await games.bearer(weak).post(path, { subscriptions: [subscription] })).status, 403)
})
