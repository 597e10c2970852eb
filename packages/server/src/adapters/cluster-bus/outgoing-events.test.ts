import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LoggedEvents } from './event-log.ts'
import { decodeMessage } from './messages.ts'
import { MESSAGE_BYTES_MAX } from './node-channel.ts'
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

test('a message has a bounded length and number of versions, and a text that is too long takes no other with it', async () => {
  const { sent, events } = outgoing()
  events.add(logged(0))
  events.add(logged(1, 'x'.repeat(MESSAGE_BYTES_MAX)))
  events.add(logged(0))
  for (let version = 2; version < 1_002; version += 1) events.add(logged(version))
  await nextTurn()
  events.flush()
  assert.deepEqual(
    sent.map((versions) => versions.length),
    [1, 1, 1_000, 1],
  )
  assert.deepEqual([sent[0], sent[1]], [[0], [1]])
})
