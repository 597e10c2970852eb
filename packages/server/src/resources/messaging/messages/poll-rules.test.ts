import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Faults } from '@guildhall/protocol'
import { pollFromRequest, pollResultEmbed } from './poll-rules.ts'

const NOW = Date.parse('2026-07-01T00:00:00Z')
const REQUEST = {
  question: { text: 'Tea or coffee?' },
  answers: [{ poll_media: { text: 'Tea' } }, { poll_media: { text: 'Coffee', emoji: { name: '☕' } } }],
}

test('a poll lasts a day and has one choice, unless the request says otherwise', () => {
  const draft = pollFromRequest(REQUEST, NOW, new Faults())
  assert.ok(draft)
  const { poll, emojis } = draft
  assert.equal(Date.parse(poll.expiry) - NOW, 24 * 3_600_000)
  assert.deepEqual([poll.allow_multiselect, poll.answers.map(({ answer_id }) => answer_id)], [false, [1, 2]])
  assert.deepEqual(
    emojis.map(({ path }) => path.join('.')),
    ['poll.answers.1.poll_media.emoji'],
  )
  const other = pollFromRequest({ ...REQUEST, duration: 1, allow_multiselect: true }, NOW, new Faults())?.poll
  assert.deepEqual([Date.parse(other?.expiry ?? '') - NOW, other?.allow_multiselect], [3_600_000, true])
})

for (const [name, change] of [
  ['no question', { question: undefined }],
  ['an empty question', { question: { text: '' } }],
  ['a question of 301 characters', { question: { text: 'x'.repeat(301) } }],
  ['no answers', { answers: [] }],
  ['eleven answers', { answers: Array.from({ length: 11 }, () => ({ poll_media: { text: 'x' } })) }],
  ['an answer of 56 characters', { answers: [{ poll_media: { text: 'x'.repeat(56) } }] }],
  ['a duration of nothing', { duration: 0 }],
  ['a duration of more than 32 days', { duration: 32 * 24 + 1 }],
] as const) {
  test(`a poll with ${name} is refused`, () => {
    const faults = new Faults()
    assert.equal(pollFromRequest({ ...REQUEST, ...change }, NOW, faults), null)
    assert.deepEqual(Object.keys(faults.toJSON()), ['poll'])
  })
}

test('a result names the winner, and none for a tie or without votes', () => {
  const poll = pollFromRequest(REQUEST, NOW, new Faults())?.poll
  assert.ok(poll)
  const result = (tea: number, coffee: number) => {
    const counts = [tea, coffee].map((count, index) => ({ id: index + 1, count, me_voted: false }))
    const { fields = [] } = pollResultEmbed(poll, counts)
    return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  }
  const question = { poll_question_text: 'Tea or coffee?' }
  assert.deepEqual(result(1, 3), {
    ...question,
    victor_answer_votes: '3',
    total_votes: '4',
    victor_answer_id: '2',
    victor_answer_text: 'Coffee',
    victor_answer_emoji_name: '☕',
  })
  assert.deepEqual(result(2, 2), { ...question, victor_answer_votes: '2', total_votes: '4' })
  assert.deepEqual(result(0, 0), { ...question, victor_answer_votes: '0', total_votes: '0' })
})
