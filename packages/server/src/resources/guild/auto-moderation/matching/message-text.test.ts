import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOfMessage } from './message-text.ts'

test('textOfMessage returns the texts of content, poll, embeds, components and snapshots', () => {
  const poll = {
    question: { text: 'Which?' },
    answers: [{ poll_media: { text: 'this' } }, { poll_media: { emoji: {} } }],
  }
  const embeds = [{ title: 'T', description: 'D', color: 5, fields: [{ name: 'N', value: 'V', inline: true }] }]
  const components = [{ type: 1, components: [{ type: 2, label: 'L', custom_id: 'hidden' }] }]
  const snapshots = [{ message: { content: 'forwarded', type: 0 } }]
  assert.deepEqual(textOfMessage({ content: 'C', poll, embeds, components, snapshots }).split('\n'), [
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
  assert.equal(textOfMessage({}), '')
  assert.equal(textOfMessage({ content: null, embeds: null }), '')
})

test('textOfMessage limits length and depth', () => {
  const embeds = Array.from({ length: 5_000 }, () => ({ description: 'x'.repeat(4_000) }))
  const startedAt = performance.now()
  assert.equal(textOfMessage({ embeds }).length, 10_000)
  let deep: object = { text: 'far down' }
  for (let depth = 0; depth < 50; depth += 1) deep = { components: [deep] }
  assert.equal(textOfMessage({ components: deep }), '')
  assert.ok(performance.now() - startedAt < 1_000)
})
