import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideInJson, hideInPartialJson, hideInText } from './hide.ts'
import { KeptBody } from './kept-body.ts'

const SECRET = 'correct-horse'
const shownOf = (type: string, text: string) => JSON.stringify(new KeptBody(Buffer.from(text), type).present())

test('credentials of a body are hidden in every type and form that clients send', () => {
  const filler = 'x'.repeat(70_000)
  const bodies: [type: string, text: string][] = [
    ['application/json', JSON.stringify({ password: SECRET })],
    ['application/json', JSON.stringify({ password: `a"b\\${SECRET}`, filler })],
    ['application/json', `{"password":"a\\"${SECRET}", }`],
    ['application/json', `{"password":"a\\\n${SECRET}`],
    ['application/json', JSON.stringify({ secrets: { join: SECRET }, tokens: [SECRET], private_key: SECRET, filler })],
    ['text/plain', JSON.stringify({ password: SECRET })],
    ['application/x-www-form-urlencoded', `client_id=1&client_secret=${SECRET}`],
    ['application/x-www-form-urlencoded', `client_id=1&client%5Fsecret=${SECRET}`],
    ['application/x-www-form-urlencoded', `pass%77ord=${SECRET}&%zz=1`],
  ]
  for (const [type, text] of bodies) assert.ok(!shownOf(type, text).includes(SECRET), `${type} ${text.slice(0, 80)}`)
  assert.match(shownOf('application/x-www-form-urlencoded', `content=a&code=${SECRET}`), /content=a&code=\[hidden\]/)
})

test('a value of any depth is shown, and can be written as JSON', () => {
  for (const depth of [50, 8_000, 20_000]) {
    const text = `${'['.repeat(depth)}"deep"${']'.repeat(depth)}`
    assert.equal(JSON.stringify(hideInJson(JSON.parse(text))).includes('deep'), true)
    assert.equal(shownOf('application/json', text).includes('"deep"'), depth < 100)
  }
})

test('a long text without spaces is searched once', () => {
  // A search from each position would take hours.
  const texts = [`${'a'.repeat(4 * 1024 * 1024)}.`, `"${'a_'.repeat(2 * 1024 * 1024)}"`]
  for (const text of texts) assert.deepEqual([hideInText(text), hideInPartialJson(text)], [text, text])
})
