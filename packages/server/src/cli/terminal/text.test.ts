import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printable, printableJson } from './text.ts'

const HOSTILE = [
  '\u001b]0;title\u0007',
  '\u001b[2J\u001b[1;31mred',
  '\u009b2J',
  '\u001b]8;;http://evil.example\u001b\\here\u001b]8;;\u001b\\',
  'a\rb\nc\td\be',
  '\u202egnp.exe',
  '\u2028line',
  '\u{e0041}tag',
  '\u007f',
]
const STEERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

test('printable leaves no character that steers a terminal, and keeps words', () => {
  for (const text of HOSTILE) assert.doesNotMatch(printable(text), STEERS, JSON.stringify(text))
  assert.equal(printable('GET /users/@me größe 🔥 日本'), 'GET /users/@me größe 🔥 日本')
  assert.equal(printable('\u001b[31mred\u001b[0m'), 'red')
})

test('printableJson leaves no character that steers a terminal, and keeps the value', () => {
  for (const text of HOSTILE) {
    const json = printableJson(JSON.stringify({ text }))
    assert.doesNotMatch(json, STEERS)
    assert.deepEqual(JSON.parse(json), { text })
  }
  assert.equal(printableJson('{"a":"größe 🔥"}'), '{"a":"größe 🔥"}')
})
