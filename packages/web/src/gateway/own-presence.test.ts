import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ONLINE, type OwnPresence, presenceAt, presenceCommand, readPresence } from './own-presence.ts'

const busy: OwnPresence = { status: 'dnd', custom: { text: 'Writing', emoji: { name: '🔥' }, until: 1_000 } }

test('presenceCommand sends the custom status as an activity', () => {
  assert.deepEqual(presenceCommand(busy), {
    status: 'dnd',
    since: null,
    afk: false,
    activities: [{ name: 'Custom Status', type: 4, state: 'Writing', emoji: { name: '🔥' } }],
  })
  assert.deepEqual(presenceCommand(ONLINE).activities, [])
  assert.equal(presenceCommand(ONLINE, [], true).afk, true)
})

test('presenceAt drops a custom status at its end and keeps the status', () => {
  assert.equal(presenceAt(busy, 999), busy)
  assert.deepEqual(presenceAt(busy, 1_000), { status: 'dnd', custom: null })
  const lasting: OwnPresence = { status: 'idle', custom: { text: 'x', emoji: null, until: null } }
  assert.equal(presenceAt(lasting, 1e15), lasting)
})

test('readPresence falls back to online for anything else', () => {
  assert.deepEqual(readPresence(JSON.stringify(busy)), busy)
  for (const other of [null, '', '{', '{"status":"away"}', '[]', '{"custom":{"text":7},"status":1}'])
    assert.deepEqual(readPresence(other), ONLINE)
  assert.deepEqual(readPresence('{"status":"idle","custom":{"text":7}}'), { status: 'idle', custom: null })
})
