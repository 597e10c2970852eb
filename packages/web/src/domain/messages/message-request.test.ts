import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShownMessage } from '@guildhall/client/records'
import { filesOf, messageRequest, withoutSilentMark } from './message-request.ts'

const file = { name: 'a.png' } as File
const chosen = { key: '1', file, description: '', spoiler: false }

test('messageRequest describes files by their place, with text and spoiler mark', () => {
  const draft = { channelId: '1', content: 'hi', files: [chosen, { ...chosen, description: 'A cat', spoiler: true }] }
  assert.deepEqual(messageRequest(draft, '9'), {
    nonce: '9',
    enforce_nonce: true,
    content: 'hi',
    attachments: [
      { id: '0', filename: 'a.png' },
      { id: '1', filename: 'a.png', description: 'A cat', is_spoiler: true },
    ],
  })
  assert.deepEqual(filesOf(draft), [file, file])
})

test('messageRequest sends a recording with its length, waveform and flag', () => {
  const draft = { channelId: '1', recording: { file, durationSeconds: 1.5, waveform: 'AAD/' } }
  assert.deepEqual(messageRequest(draft, '9'), {
    nonce: '9',
    enforce_nonce: true,
    flags: 8192,
    attachments: [{ id: '0', filename: 'a.png', duration_secs: 1.5, waveform: 'AAD/' }],
  })
  assert.deepEqual(filesOf(draft), [file])
})

test('messageRequest sends polls with the emojis of their answers, and stickers by id', () => {
  const poll = {
    question: 'Tea?',
    answers: [
      { text: 'Yes', emoji: { name: '🍵' } },
      { text: 'No', emoji: null },
    ],
    duration: 24,
    multiple: true,
  }
  assert.deepEqual(messageRequest({ channelId: '1', poll }, '9').poll, {
    question: { text: 'Tea?' },
    answers: [{ poll_media: { text: 'Yes', emoji: { name: '🍵' } } }, { poll_media: { text: 'No' } }],
    duration: 24,
    allow_multiselect: true,
  })
  const stickers = [{ id: '7', name: 'Sun', format_type: 3 }]
  assert.deepEqual(messageRequest({ channelId: '1', stickers }, '9').sticker_ids, ['7'])
})

test('messageRequest refers to the message that is forwarded or replied to', () => {
  assert.deepEqual(messageRequest({ channelId: '1', forward: { channelId: '2', messageId: '3' } }, '9'), {
    nonce: '9',
    enforce_nonce: true,
    message_reference: { type: 1, channel_id: '2', message_id: '3' },
  })
  const message = { id: '5' } as ShownMessage
  const quiet = messageRequest({ channelId: '1', content: 'x', reply: { message, mention: false } }, '9')
  assert.deepEqual(quiet.message_reference, { message_id: '5', channel_id: '1' })
  assert.deepEqual(quiet.allowed_mentions, { parse: ['users', 'roles', 'everyone'], replied_user: false })
  const loud = messageRequest({ channelId: '1', content: 'x', reply: { message, mention: true } }, '9')
  assert.equal(loud.allowed_mentions, undefined)
})

test('withoutSilentMark reads the mark as a word at the beginning only', () => {
  assert.deepEqual(withoutSilentMark('@silent  hello'), { content: 'hello', silent: true })
  assert.deepEqual(withoutSilentMark('@silently hello'), { content: '@silently hello', silent: false })
  assert.deepEqual(withoutSilentMark('hello @silent'), { content: 'hello @silent', silent: false })
  assert.equal(messageRequest({ channelId: '1', content: 'x', silent: true }, '9').flags, 4096)
})
