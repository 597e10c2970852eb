/** Polls: made, voted on by people, and ended by their author or by time. */
import assert from 'node:assert/strict'
import { KNOWN_INTENTS, type MessageObject, type PollVotersObject } from '@guildhall/protocol'
import { guildhallTest } from '../support/fixture.ts'
import { guildSession } from '../support/sessions.ts'

const world = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] } },
  guilds: {
    lab: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '8' } }, channels: { general: {} } },
  },
}

const test = guildhallTest({ world, resets: true })
const { platform } = test
const channel = () => `/channels/${platform.lab.general.id}`

const poll = {
  question: { text: 'Tea or coffee?' },
  answers: [{ poll_media: { text: 'Tea' } }, { poll_media: { text: 'Coffee', emoji: { name: '☕' } } }],
  duration: 1,
}

test('a person votes, changes the vote and sees their own vote', async () => {
  const app = platform.app.api
  const ann = platform.ann.api
  const bob = platform.bob.api
  await using gateway = await guildSession(platform.app, KNOWN_INTENTS)
  const made = await app.post<MessageObject>(`${channel()}/messages`, { poll })
  assert.equal(made.status, 200)
  assert.deepEqual(made.body.poll?.results, { is_finalized: false, answer_counts: [] })
  const path = `${channel()}/polls/${made.body.id}/answers`
  const voted = { answer_ids: ['2'] }
  assert.equal((await bob.put(`${path}/@me`, voted)).status, 204)
  const event = (await gateway.next<Record<string, unknown>>('MESSAGE_POLL_VOTE_ADD')).d
  assert.deepEqual(event, {
    user_id: platform.bob.id,
    channel_id: platform.lab.general.id,
    message_id: made.body.id,
    guild_id: platform.lab.id,
    answer_id: 2,
  })
  await gateway.none('MESSAGE_POLL_VOTE_ADD', () => bob.put(`${path}/@me`, voted))
  assert.equal((await bob.put(`${path}/@me`, { answer_ids: [1] })).status, 204)
  assert.equal((await gateway.next<{ answer_id: number }>('MESSAGE_POLL_VOTE_REMOVE')).d.answer_id, 2)
  await ann.put(`${path}/@me`, { answer_ids: [1] })
  const seen = await bob.get<MessageObject>(`${channel()}/messages/${made.body.id}`)
  assert.deepEqual(seen.body.poll?.results.answer_counts, [{ id: 1, count: 2, me_voted: true }])
  const voters = await app.get<PollVotersObject>(`${path}/1`)
  assert.deepEqual(voters.body.users.map((user) => user.id).sort(), [platform.ann.id, platform.bob.id].sort())
  assert.equal((await app.get<PollVotersObject>(`${path}/1?limit=1`)).body.users.length, 1)
})

test('invalid votes are rejected and not counted', async () => {
  const app = platform.app.api
  const bob = platform.bob.api
  const eve = platform.eve.api
  await using gateway = await guildSession(platform.app, KNOWN_INTENTS)
  const made = (await app.post<MessageObject>(`${channel()}/messages`, { poll })).body
  const plain = (await app.post<MessageObject>(`${channel()}/messages`, { content: 'no poll' })).body
  const path = `${channel()}/polls/${made.id}`
  await gateway.none('MESSAGE_POLL_VOTE_ADD', async () => {
    assert.equal((await app.put(`${path}/answers/@me`, { answer_ids: [1] })).status, 403)
    assert.equal((await eve.put(`${path}/answers/@me`, { answer_ids: [1] })).code, 50001)
    assert.equal((await bob.put(`${path}/answers/@me`, { answer_ids: [3] })).code, 50035)
    assert.equal((await bob.put(`${path}/answers/@me`, { answer_ids: [1, 2] })).code, 50035)
    assert.equal((await bob.put(`${channel()}/polls/${plain.id}/answers/@me`, { answer_ids: [1] })).status, 400)
  })
  assert.equal((await app.patch(`${channel()}/messages/${made.id}`, { content: 'x' })).code, 520003)
  assert.equal((await bob.post(`${path}/expire`)).code, 50005)
  assert.equal((await app.post(`${channel()}/polls/${plain.id}/expire`)).code, 520006)
  for (const bad of [{}, { question: { text: '' }, answers: [] }, { ...poll, duration: 769 }, { ...poll, answers: [] }])
    assert.equal((await app.post(`${channel()}/messages`, { poll: bad })).code, 50035)
})

test('the author ends a poll, and a message shows its result', async () => {
  const app = platform.app.api
  const bob = platform.bob.api
  await using gateway = await guildSession(platform.app, KNOWN_INTENTS)
  const made = (await app.post<MessageObject>(`${channel()}/messages`, { poll })).body
  await bob.put(`${channel()}/polls/${made.id}/answers/@me`, { answer_ids: [2] })
  const ended = await app.post<MessageObject>(`${channel()}/polls/${made.id}/expire`)
  assert.equal(ended.status, 200)
  assert.equal(ended.body.poll?.results.is_finalized, true)
  assert.equal((await gateway.next('MESSAGE_UPDATE')).d.poll?.results?.answer_counts?.[0]?.count, 1)
  const result = (await app.get<MessageObject[]>(`${channel()}/messages?limit=1`)).body[0]
  assert.deepEqual([result?.type, result?.message_reference?.message_id], [46, made.id])
  const fields = Object.fromEntries(result?.embeds[0]?.fields?.map(({ name, value }) => [name, value]) ?? [])
  assert.deepEqual(fields, {
    poll_question_text: 'Tea or coffee?',
    victor_answer_votes: '1',
    total_votes: '1',
    victor_answer_id: '2',
    victor_answer_text: 'Coffee',
    victor_answer_emoji_name: '☕',
  })
  assert.equal((await app.post(`${channel()}/polls/${made.id}/expire`)).code, 520005)
  assert.equal((await bob.put(`${channel()}/polls/${made.id}/answers/@me`, { answer_ids: [1] })).code, 520001)
})

test('a poll ends at its expiry', async () => {
  const app = platform.app.api
  await using gateway = await guildSession(platform.app, KNOWN_INTENTS)
  const made = (await app.post<MessageObject>(`${channel()}/messages`, { poll })).body
  const deleted = (await app.post<MessageObject>(`${channel()}/messages`, { poll })).body
  await app.delete(`${channel()}/messages/${deleted.id}`)
  platform.clock.advance(3_600_000 - 60_000)
  assert.equal(
    (await app.get<MessageObject>(`${channel()}/messages/${made.id}`)).body.poll?.results?.is_finalized,
    false,
  )
  platform.clock.advance(60_001)
  const update = (await gateway.next('MESSAGE_UPDATE')).d
  assert.deepEqual([update.id, update.poll?.results.is_finalized], [made.id, true])
  assert.equal((await app.get<MessageObject[]>(`${channel()}/messages`)).body.length, 2)
})
