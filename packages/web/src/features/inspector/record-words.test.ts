import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOf, setTexts } from '../../lib/language/text.ts'
import { isFailure, titleText, visible } from './record-words.ts'

test('characters that disguise a text are written out', () => {
  assert.equal(visible('a\u202Eb\nc\u{E0001}'), 'a\\u202eb\\u000ac\\u{e0001}')
  assert.equal(visible('grüße 👍 مرحبا'), 'grüße 👍 مرحبا')
})

test('failures are statuses from 400 and abnormal close codes', () => {
  assert.deepEqual(
    [null, 200, 204, 304, 400, 429, 500, 1000, 1001, 1006, 4000].map((status) => isFailure({ status })),
    [false, false, false, false, true, true, true, false, false, true, true],
  )
})

test('the summary of an event is in the language of the person, and other titles are as they were sent', (context) => {
  const event = { kind: 'event', title: 'MESSAGE_CREATE to 1 of 2 sessions' } as const
  assert.equal(titleText(event), event.title)
  assert.equal(titleText({ ...event, title: 'READY to 0 of 1 session' }), 'READY to 0 of 1 session')
  const summary = '{event} to {received} of {count, plural, one {# session} other {# sessions}}'
  const german = '{event} an {received} von {count, plural, one {# Sitzung} other {# Sitzungen}}'
  setTexts('de', new Map([[keyOf(summary), german]]), 'de')
  context.after(() => setTexts('en', undefined, 'en'))
  assert.equal(titleText(event), 'MESSAGE_CREATE an 1 von 2 Sitzungen')
  assert.equal(titleText({ kind: 'frame', title: 'op 0 A to 1 of 2 sessions' }), 'op 0 A to 1 of 2 sessions')
  assert.equal(titleText({ kind: 'event', title: 'X\u202e' }), 'X\\u202e')
})
