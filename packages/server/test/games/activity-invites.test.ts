/** Invites to activities, and requests to join, that people's own clients send. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Games, startGames } from '../support/games.ts'

const SECRETS = { join: 'opensesame', spectate: 'watchsesame' }
const JOIN = 1
const SPECTATE = 2
const JOIN_REQUEST = 5

interface Message {
  id: string
  channel_id: string
  activity: { type: number; party_id?: string; session_id?: string }
  application: { id: string }
}

/** Opens ann's client, in which she plays chess in a party with this size. */
async function hosting(games: Games, size = [1, 4]) {
  const gateway = await games.watch('ann')
  const application_id = games.applicationId('chess')
  const play = async (fields: object = {}) => {
    const activity = { name: 'Chess', application_id, party: { id: 'party1', size }, secrets: SECRETS, ...fields }
    gateway.send(3, { status: 'online', activities: [activity], since: null, afk: false })
    await gateway.heartbeat()
  }
  await play()
  const send = (from: string, to: string, activity: object, fields: object = {}) =>
    games.person(from).post<Message>(`/users/${games.userId(to)}/messages`, { activity, application_id, ...fields })
  const secret = (by: string, action: number, message: Message) => {
    const query = new URLSearchParams({ channel_id: message.channel_id, message_id: message.id })
    const session = `/users/${games.userId('ann')}/sessions/${gateway.sessionId}`
    return games.person(by).get<{ secret: string }>(`${session}/activities/${application_id}/${action}?${query}`)
  }
  return { gateway, session: gateway.sessionId ?? '', play, send, secret }
}

test('a person asks to join a visible activity, and the invite that accepts gives the secret', async () => {
  await using games = await startGames()
  const { gateway, session, send, secret } = await hosting(games)
  const asked = await send('bob', 'ann', { type: JOIN_REQUEST, party_id: 'party1', session_id: session })
  assert.equal(asked.status, 200, JSON.stringify(asked.body))
  const { d: request } = await gateway.next<Message>('MESSAGE_CREATE')
  assert.deepEqual(request.activity, { type: JOIN_REQUEST, party_id: 'party1', session_id: session })
  assert.equal(request.application.id, games.applicationId('chess'))
  assert.equal((await secret('bob', JOIN, asked.body)).status, 404)
  const accepted = (await send('ann', 'bob', { type: JOIN })).body
  assert.deepEqual(accepted.activity, { type: JOIN, party_id: 'party1', session_id: session })
  assert.deepEqual((await secret('bob', JOIN, accepted)).body, { secret: SECRETS.join })
  for (const [by, action] of [
    ['bob', SPECTATE],
    ['cat', JOIN],
  ] as const)
    assert.equal((await secret(by, action, accepted)).status, 404, `${by} ${action}`)
  const spectate = (await send('ann', 'bob', { type: SPECTATE, session_id: session })).body
  assert.deepEqual((await secret('bob', SPECTATE, spectate)).body, { secret: SECRETS.spectate })
  // To name the other user's session is to ask for it.
  const asking = await send('bob', 'ann', { type: SPECTATE, session_id: session })
  assert.equal(asking.status, 200)
  assert.equal((await secret('bob', SPECTATE, asking.body)).status, 404)
})

test('POST /channels/{id}/messages accepts activities of people, and ignores those of bots', async () => {
  await using games = await startGames()
  const { session, secret } = await hosting(games)
  const path = `/channels/${games.channelId('lab', 'general')}/messages`
  const body = { activity: { type: JOIN }, application_id: games.applicationId('chess') }
  const invite = (await games.person('ann').post<Message>(path, body)).body
  assert.deepEqual(invite.activity, { type: JOIN, party_id: 'party1' }, 'the session is for the users of DMs')
  assert.deepEqual((await secret('bob', JOIN, invite)).body, { secret: SECRETS.join })
  const dm = (await games.person('bob').post<Message>('/users/@me/channels', { recipient_id: games.userId('ann') }))
    .body
  const request = { ...body, activity: { type: JOIN_REQUEST } }
  const asked = await games.person('bob').post<Message>(`/channels/${dm.id}/messages`, request)
  assert.deepEqual(asked.body.activity, { type: JOIN_REQUEST, party_id: 'party1', session_id: session })
  assert.equal((await games.person('bob').post(path, request)).status, 400, 'a channel cannot be asked')
  const ofBot = await games.bot('watcher').post<Message>(path, { ...body, content: 'x' })
  assert.deepEqual([ofBot.status, 'activity' in ofBot.body], [200, false])
})

test('messages about activities that do not exist, or are hidden from their sender, are refused', async () => {
  await using games = await startGames()
  const { session, play, send } = await hosting(games)
  const count = async () =>
    (await games.person('bob').get<object[]>(`/users/${games.userId('ann')}/messages`)).body.length
  await send('bob', 'ann', { type: JOIN_REQUEST })
  const before = await count()
  const rows: [name: string, from: string, to: string, activity: object, fields: object, code: number][] = [
    ['a session that is neither user’s', 'ann', 'bob', { type: JOIN, session_id: 'forged' }, {}, 50035],
    ['another party', 'ann', 'bob', { type: JOIN, party_id: 'party2' }, {}, 50035],
    ['another application', 'ann', 'bob', { type: JOIN }, { application_id: games.applicationId('rival') }, 50035],
    ['an unknown application', 'ann', 'bob', { type: JOIN }, { application_id: '1' }, 50035],
    ['no application', 'ann', 'bob', { type: JOIN }, { application_id: null }, 50035],
    ['a user who does not play', 'ann', 'bob', { type: JOIN_REQUEST }, {}, 50035],
    ['a stranger', 'eve', 'ann', { type: JOIN_REQUEST, session_id: session }, {}, 50035],
    ['an unknown type', 'ann', 'bob', { type: 3 }, {}, 50035],
  ]
  for (const [name, from, to, activity, fields, code] of rows)
    assert.equal((await send(from, to, activity, fields)).body['code' as never], code, name)
  await play({ party: { id: 'party1', size: [4, 4] } })
  assert.equal((await send('bob', 'ann', { type: JOIN_REQUEST })).status, 400, 'the party is full')
  await play({ secrets: { spectate: SECRETS.spectate } })
  assert.equal((await send('bob', 'ann', { type: JOIN_REQUEST })).status, 400, 'nothing to join')
  await play()
  await games.person('ann').put(`/users/@me/relationships/${games.userId('bob')}`, { type: 2 })
  assert.equal((await send('bob', 'ann', { type: JOIN_REQUEST })).status, 403, 'blocked')
  await games.person('ann').delete(`/users/@me/relationships/${games.userId('bob')}`)
  assert.equal(await count(), before)
})

test('an invisible user’s activity cannot be asked for', async () => {
  await using games = await startGames()
  const { gateway, send } = await hosting(games)
  const activity = { name: 'Chess', application_id: games.applicationId('chess'), secrets: SECRETS }
  gateway.send(3, { status: 'invisible', activities: [activity], since: null, afk: false })
  await gateway.heartbeat()
  assert.equal((await send('bob', 'ann', { type: JOIN_REQUEST })).status, 400)
})
