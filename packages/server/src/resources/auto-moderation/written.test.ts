import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writtenIn } from './written.ts'

test('all words of a message are read, wherever they stand', () => {
  const poll = {
    question: { text: 'Which?' },
    answers: [{ poll_media: { text: 'this' } }, { poll_media: { emoji: {} } }],
  }
  const embeds = [{ title: 'T', description: 'D', color: 5, fields: [{ name: 'N', value: 'V', inline: true }] }]
  const components = [{ type: 1, components: [{ type: 2, label: 'L', custom_id: 'hidden' }] }]
  const snapshots = [{ message: { content: 'forwarded', type: 0 } }]
  assert.deepEqual(writtenIn({ content: 'C', poll, embeds, components, snapshots }).split('\n'), [
    'C',
    'Which?',
    'this',
    'T',
    'D',
    'N',
    'V',
    'L',
    'forwarded',
  ])
  assert.equal(writtenIn({}), '')
  assert.equal(writtenIn({ content: null, embeds: null }), '')
})

test('what no message can hold is not read', () => {
  const embeds = Array.from({ length: 5_000 }, () => ({ description: 'x'.repeat(4_000) }))
  const startedAt = performance.now()
  assert.equal(writtenIn({ embeds }).length, 10_000)
  let deep: object = { text: 'far down' }
  for (let depth = 0; depth < 50; depth += 1) deep = { components: [deep] }
  assert.equal(writtenIn({ components: deep }), '')
  assert.ok(performance.now() - startedAt < 1_000)
})
