import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateText, inflateText } from './deflated-text.ts'

const message = `{"hydrated":{"message":{"content":"${'ü'.repeat(300)}","id":"~5"}}}`

test('texts of any length come back, and one of an event is shorter than its bytes', () => {
  for (const text of ['', 'x', 'é'.repeat(199), 'é'.repeat(200), message, 'z'.repeat(3_000_000)])
    assert.equal(inflateText(deflateText(text)), text)
  assert.ok(deflateText(message).length < 150)
})

test('the bytes of a former program are read: a form never changes its meaning', () => {
  const text = `${'message.created - 1'.repeat(20)}{"hydrated":{"message":{"tts":false}}}`
  assert.equal(inflateText(Buffer.from('AcNSHo4KwWoGGocEEZVObW0tAA==', 'base64')), text)
  assert.equal(inflateText(Buffer.from('AGhlbGxv', 'base64')), 'hello')
})

test('bytes that nobody deflated are refused', () => {
  const deflated = deflateText(message)
  for (const bytes of [Buffer.of(), Buffer.of(2, 65), Buffer.of(1), deflated.subarray(0, -1)])
    assert.throws(() => inflateText(bytes), Error, bytes.toString('hex'))
})
