import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LoggedEvents } from './event-log.ts'
import { decodeMessage } from './messages.ts'
import { OutgoingEvents } from './outgoing-events.ts'

const logged = (version: number, text = 'text'): LoggedEvents => ({ topic: 'guild.1', version, text })

function outgoing() {
  const sent: number[][] = []
  const events = new OutgoingEvents((bytes) => {
    const message = decodeMessage(bytes)
    sent.push([...(message?.events ?? []), ...(message?.logged ?? [])].map(({ version }) => version))
  })
  return { sent, events }
}

test('events of one turn share a message, in their order, and those of the next turn have their own', async () => {
  const { sent, events } = outgoing()
  for (const version of [1, 0, 2]) events.add(logged(version))
  await Promise.resolve().then(() => events.add(logged(3)))
  assert.deepEqual(sent, [])
  await nextTurn()
  events.add(logged(4))
  await nextTurn()
  assert.deepEqual(sent, [[1, 0, 2, 3], [4]])
})

test('long texts and many versions do not wait, and nothing is sent twice', async () => {
  const { sent, events } = outgoing()
  events.add(logged(1))
  events.add(logged(2, 'x'.repeat(64 * 1024)))
  assert.deepEqual(sent, [[1, 2]])
  for (let version = 3; version < 1_003; version += 1) events.add(logged(version))
  assert.equal(sent[1]?.length, 1_000)
  await nextTurn()
  events.flush()
  assert.equal(sent.length, 2)
})
