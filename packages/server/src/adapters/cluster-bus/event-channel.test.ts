import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { EventChannel } from './event-channel.ts'
import type { LoggedEvents } from './event-log.ts'
import { decodeMessage } from './messages.ts'
import { MESSAGE_BYTES_MAX } from './node-channel.ts'

const logged = (version: number, text = 'text'): LoggedEvents => ({ topic: 'guild.1', version, text })

/** Returns a channel, and the versions of each message that was sent on it; an empty list for one without events. */
function open() {
  const sent: number[][] = []
  const send = (bytes: Uint8Array) => {
    const message = decodeMessage(bytes)
    sent.push([...(message?.events ?? []), ...(message?.logged ?? [])].map(({ version }) => version))
  }
  const channel = new EventChannel({ connected: true, hasPeers: true, send, close: async () => undefined })
  return { sent, channel }
}

test('events of one turn share a message, in their order, and those of the next turn have their own', async () => {
  const { sent, channel } = open()
  for (const version of [1, 0, 2]) channel.add(logged(version))
  await Promise.resolve().then(() => channel.add(logged(3)))
  assert.deepEqual(sent, [])
  await nextTurn()
  channel.add(logged(4))
  await nextTurn()
  assert.deepEqual(sent, [[1, 0, 2, 3], [4]])
})

test('a message has a bounded length and number of versions, and a text that is too long takes no other with it', async () => {
  const { sent, channel } = open()
  channel.add(logged(0))
  channel.add(logged(1, 'x'.repeat(MESSAGE_BYTES_MAX)))
  channel.add(logged(0))
  for (let version = 2; version < 1_002; version += 1) channel.add(logged(version))
  await nextTurn()
  channel.flush()
  assert.deepEqual(
    sent.map((versions) => versions.length),
    [1, 1, 1_000, 1],
  )
  assert.deepEqual([sent[0], sent[1]], [[0], [1]])
})

test('another message comes behind the events that were added before it, and the end too', async () => {
  const { sent, channel } = open()
  channel.add(logged(1))
  channel.send(new Uint8Array([0x5b]))
  channel.add(logged(2))
  await channel.close()
  assert.deepEqual(sent, [[1], [], [2]])
  assert.equal(channel.sent, 2)
})
