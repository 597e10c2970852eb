import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { secretsUnder } from '../../kernel/store/secrets.ts'
import { SealedMessages } from './sealed-messages.ts'

const secrets = secretsUnder(randomBytes(32))

/** Returns the messages of a node, and what was sent on its channel. */
async function node(sender: string, { key = secrets, now = (): number => 1_000_000 } = {}) {
  const warnings: string[] = []
  const messages = new SealedMessages({ secrets: key, sender, now, warn: (_, message) => warnings.push(message) })
  const sent: Uint8Array[] = []
  const others: Uint8Array[] = []
  let receive: (bytes: Uint8Array) => void = () => undefined
  const open = messages.over(async (given) => {
    receive = given
    return { connected: true, send: (bytes) => void sent.push(bytes), close: async () => undefined }
  })
  await open((bytes) => void others.push(bytes))
  const heard: unknown[] = []
  messages.listen('counted', (body, from) => heard.push([body, from]))
  return { messages, sent, others, heard, warnings, receive }
}

test('a message of a node reaches the listener of its kind once, however often it is sent', async () => {
  const [a, b] = [await node('a 1'), await node('b 1')]
  a.messages.send('counted', [['key', 2, 3]])
  a.messages.send('unknown', 1)
  for (const bytes of [...a.sent, ...a.sent]) b.receive(bytes)
  assert.deepEqual(b.heard, [[[['key', 2, 3]], 'a 1']])
  const late = await node('c 1', { now: () => 1_031_000 })
  for (const bytes of a.sent) late.receive(bytes)
  assert.deepEqual(late.heard, [], 'a recorded message is of no use later')
  assert.deepEqual([b.warnings, late.warnings], [[], []])
})

test('a message comes behind those that another sender has kept back, which are not sent without one', async () => {
  const a = await node('a 1')
  a.messages.onSend(() => void a.sent.push(Buffer.from('events')))
  a.messages.send('counted', 1)
  assert.deepEqual(
    a.sent.map((bytes) => Buffer.from(bytes).toString('latin1', 0, 6) === 'events'),
    [true, false],
  )
  assert.equal(a.messages.send('counted', 'x'.repeat(900_000)), false)
  assert.equal(a.sent.length, 2)
})

test('messages of somebody without the key change nothing, and other messages go to the other receiver', async () => {
  const stranger = await node('a 1', { key: secretsUnder(randomBytes(32)) })
  stranger.messages.send('counted', [['key', 2, 3]])
  const b = await node('b 1')
  const clear = Buffer.from(`[3]\n${JSON.stringify(['a 1', 1, 1_000_000, 'counted', [['key', 2, 3]]])}`)
  for (const bytes of [...stranger.sent, clear, Buffer.from('[3]\n'), Buffer.from('[2,"wanted",[]]')]) b.receive(bytes)
  assert.deepEqual([b.heard, b.warnings.length, b.others.length], [[], 1, 1])
  assert.equal(b.messages.send('counted', 'x'.repeat(900_000)), false, 'NATS would not take it')
  assert.deepEqual(b.sent, [])
})
