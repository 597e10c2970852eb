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
  return { send: (text: string) => channel.send(Buffer.from(text)), arrive, sent, received, warnings }
}

test('messages of a node arrive once each, and not later', async () => {
  const [a, b] = [await node('a 1'), await node('b 1')]
  for (const text of ['one', '', 'two\nlines']) a.send(text)
  for (const bytes of [...a.sent, ...a.sent]) b.arrive(bytes)
  assert.deepEqual(b.received, ['one', '', 'two\nlines'])
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
  const [signed = Buffer.alloc(0)] = a.sent
  const changed = Buffer.from(signed.toString('latin1').replace('"guild.1",7', '"guild.1",0'), 'latin1')
  const none = ['[1,[]]\n', '[4]\n', '[4]\nsealed.1.\n', '[2,"wanted",[]]', ''].map((text) => Buffer.from(text))
  for (const bytes of [changed, ...stranger.sent, ...none, signed.subarray(0, 40), signed.subarray(0, -1)])
    b.arrive(bytes)
  assert.deepEqual([b.received, b.warnings.length], [[], 1])
  b.arrive(signed)
  assert.equal(b.received.length, 1)
})
