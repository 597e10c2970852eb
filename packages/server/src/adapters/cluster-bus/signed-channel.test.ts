import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { secretsUnder } from '../../kernel/store/secrets.ts'
import { signedChannel } from './signed-channel.ts'

const secrets = secretsUnder(randomBytes(32))

/** Returns the channel of a node, with what it has sent and received. */
async function node(sender: string, { key = secrets, now = (): number => 1_000_000 } = {}) {
  const [sent, received]: [Buffer[], string[]] = [[], []]
  const warnings: object[] = []
  let arrive: (bytes: Uint8Array) => void = () => undefined
  const open = signedChannel(
    async (receive) => {
      arrive = receive
      return { connected: true, send: (bytes) => void sent.push(Buffer.from(bytes)), close: async () => undefined }
    },
    { secrets: key, sender, now, warn: (details) => warnings.push(details) },
  )
  const channel = await open((bytes) => received.push(Buffer.from(bytes).toString()))
  // It has said that it is there.
  assert.equal(sent.length, 1)
  return { channel, send: (text: string) => channel.send(Buffer.from(text)), arrive, sent, received, warnings }
}

test('messages of a node arrive once each, and not later', async () => {
  const [a, b] = [await node('a 1'), await node('b 1')]
  for (const text of ['one', 'two\nlines']) a.send(text)
  for (const bytes of [...a.sent, ...a.sent]) b.arrive(bytes)
  assert.deepEqual(b.received, ['one', 'two\nlines'])
  const late = await node('c 1', { now: () => 1_031_000 })
  for (const bytes of a.sent) late.arrive(bytes)
  assert.deepEqual([late.received, late.warnings, b.warnings], [[], [], []])
})

test('messages that somebody without the key writes or changes do not arrive, and cause one warning', async () => {
  const [a, stranger, b] = [
    await node('a 1'),
    await node('a 1', { key: secretsUnder(randomBytes(32)) }),
    await node('b 1'),
  ]
  a.send('[1,[["guild.1",7,3]]]\nabc')
  stranger.send('forged')
  const signed = a.sent.at(-1) ?? Buffer.alloc(0)
  const changed = Buffer.from(signed.toString('latin1').replace('"guild.1",7', '"guild.1",0'), 'latin1')
  const none = ['[1,[]]\n', '[5]\n', `[5]\n${'x'.repeat(32)}`, '[4]\nsealed.1.\n', '[2,"wanted",[]]', ''].map((text) =>
    Buffer.from(text),
  )
  for (const bytes of [changed, ...stranger.sent, ...none, signed.subarray(0, 40), signed.subarray(0, -1)])
    b.arrive(bytes)
  assert.deepEqual([b.received, b.warnings.length], [[], 1])
  b.arrive(signed)
  assert.equal(b.received.length, 1)
})

test('nodes know each other from the first message, and forget those that they no longer hear of', async () => {
  let time = 1_000_000
  const now = () => time
  const [a, b, stranger] = [
    await node('a 1', { now }),
    await node('b 1', { now }),
    await node('c 1', { now, key: secretsUnder(randomBytes(32)) }),
  ]
  const deliver = (from: typeof a, to: typeof a) => {
    for (const bytes of from.sent.splice(0)) to.arrive(bytes)
  }
  deliver(stranger, a)
  assert.equal(a.channel.hasPeers, false)
  a.sent.length = 0
  deliver(b, a)
  assert.equal(a.channel.hasPeers, true)
  // The answer to a node that is new.
  assert.deepEqual([a.sent.length, b.channel.hasPeers], [1, false])
  deliver(a, b)
  assert.deepEqual([b.channel.hasPeers, a.received, b.received], [true, [], []])
  time += 14_999
  assert.equal(a.channel.hasPeers, true)
  time += 1
  assert.equal(a.channel.hasPeers, false)
  b.send('again')
  deliver(b, a)
  assert.equal(a.channel.hasPeers, true)
  await Promise.all([a, b, stranger].map(({ channel }) => channel.close()))
})
