import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeMessage, encodeMessage } from './messages.ts'
import { MESSAGE_BYTES_MAX } from './node-channel.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('messages come back from their bytes; of longer ones the versions alone', () => {
  const events = [
    { topic: 'guild.1' as const, version: 2, text: 'é\n' },
    { topic: 'user.3' as const, version: 0, text: '…' },
  ]
  assert.deepEqual(decodeMessage(encodeMessage(events, 7)), { events, logged: [], sentAt: 7 })
  const long = { topic: 'guild.1' as const, version: 3, text: 'x'.repeat(MESSAGE_BYTES_MAX) }
  const logged = [{ topic: 'guild.1', version: 3 }]
  assert.deepEqual(decodeMessage(encodeMessage([long], 7)), { events: [], logged, sentAt: 7 })
  const former = decodeMessage(bytesOf('[1,[["guild.1",3,0]]]\n'))
  assert.deepEqual(former, { events: [], logged, sentAt: null }, 'of an older version')
})

test('bytes that are no message are refused', () => {
  const refused = [
    '',
    '[1]',
    '[2,[]]\n',
    '[1,[["guild.1",1,5]]]\nabc',
    '[1,[["guild.x",1,0]]]\n',
    '[1,[["guild.1",-1,0]]]\n',
    '[1,[["guild.1",4294967296,0]]]\n',
    '[1,[["guild.1",1.5,0]]]\n',
    '[1,{}]\n',
    '[1,[null]]\n',
  ]
  for (const text of refused) assert.equal(decodeMessage(bytesOf(text)), null, text)
  assert.equal(decodeMessage(Uint8Array.of(0xff, 0xfe)), null)
  assert.equal(decodeMessage(new Uint8Array(MESSAGE_BYTES_MAX + 1)), null)
})
