import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ActivityInvites } from './invites.ts'

const ALICE = '1'
const BOB = '2'
const GAME = '7'

/** Alice's invites with a clock that the test moves, and the requests that they send. */
function alices() {
  const clock = { now: 0 }
  const requests: string[] = []
  const activity = { name: 'Chess', type: 0, application_id: GAME, secrets: { join: 'secret' }, party: { id: 'p' } }
  const invites = new ActivityInvites({
    userId: () => ALICE,
    sessionId: () => 'session',
    activityOf: (applicationId) => (applicationId === GAME ? (activity as never) : undefined),
    activitiesOf: () => [],
    recipientOf: () => BOB,
    settled: async () => {},
    request: async <T>(method: string, path: string) => {
      requests.push(`${method} ${path.split('?')[0]}`)
      return { secret: 'theirs' } as T
    },
    now: () => clock.now,
  })
  const message = (author: string, type: number, fields: object = {}) =>
    invites.received({
      id: '5',
      channel_id: '6',
      author: { id: author, username: 'x' },
      application_id: GAME,
      application: { id: GAME, name: 'Chess' },
      activity: { type, party_id: 'p', session_id: type === 5 ? 'session' : 'theirs' },
      ...fields,
    } as never)
  return { clock, requests, invites, message }
}

test('a flood of requests of one user reaches the game a few times, and again later', () => {
  const { clock, invites, message } = alices()
  const received: string[] = []
  invites.onRequest(GAME, ({ user }) => received.push(user.id))
  for (let count = 0; count < 100; count += 1) message(BOB, 5)
  assert.equal(received.length, 5)
  message('3', 5)
  assert.deepEqual(received.splice(0), [BOB, BOB, BOB, BOB, BOB, '3'], 'other users are not affected')
  clock.now += 20_000
  message(BOB, 5)
  assert.deepEqual(received, [BOB])
})

test('a request expires after 6 hours, and is accepted once', async () => {
  const { clock, invites, message, requests } = alices()
  message(BOB, 5)
  clock.now += 6 * 3_600_000
  await assert.rejects(invites.acceptRequest(GAME, BOB), { code: 4012 })
  message(BOB, 5)
  await invites.acceptRequest(GAME, BOB)
  await assert.rejects(invites.acceptRequest(GAME, BOB), { code: 4012 })
  assert.deepEqual(requests, [`POST /users/${BOB}/messages`])
})

test('messages of guilds, of other applications and without an activity are no requests', async () => {
  const { invites, message } = alices()
  for (const fields of [{ guild_id: '9' }, { application_id: '8' }, { activity: undefined }]) message(BOB, 5, fields)
  await assert.rejects(invites.acceptRequest(GAME, BOB), { code: 4012 })
})

test('the secret of an accepted request waits for the game, for the action that was asked for', async () => {
  const { clock, invites, message, requests } = alices()
  const secrets: string[] = []
  message(ALICE, 5)
  message(BOB, 2)
  assert.deepEqual(requests, [], 'to spectate was not asked for')
  message(BOB, 1)
  await new Promise(setImmediate)
  assert.deepEqual(requests, [`GET /users/${BOB}/sessions/theirs/activities/${GAME}/1`])
  invites.onSecret('8', 1, (secret) => secrets.push(secret))
  invites.onSecret(GAME, 2, (secret) => secrets.push(secret))
  assert.equal(secrets.length, 0)
  invites.onSecret(GAME, 1, (secret) => secrets.push(secret))()
  assert.deepEqual(secrets.splice(0), ['theirs'])
  message(ALICE, 5)
  message(BOB, 1)
  await new Promise(setImmediate)
  clock.now += 5 * 60_000
  invites.onSecret(GAME, 1, (secret) => secrets.push(secret))
  assert.equal(secrets.length, 0, 'a secret is not kept for a game that does not start')
})
