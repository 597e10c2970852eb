import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Token, tokenAt, withTaken } from './token.ts'

const CASES: [text: string, expected: string | null][] = [
  ['/', 'command '],
  ['/pi', 'command pi'],
  ['/echo hello', 'command echo hello'],
  ['/ 2', null],
  ['/a\nb', null],
  ['say /ping', null],
  ['@', 'mention '],
  ['hi @bo', 'mention bo'],
  ['(@bo', 'mention bo'],
  ['hi @bob ', null],
  ['me@here', null],
  ['#gen', 'channel gen'],
  ['# heading', null],
  [':fi', 'emoji fi'],
  [':)', null],
  [':D', null],
  ['12:30', null],
  [':fire:', null],
  ['`@bo', null],
  ['`a` @bo', 'mention bo'],
  ['```\n@bo', null],
  ['@Zoë', 'mention Zoë'],
]

for (const [text, expected] of CASES) {
  test(`tokenAt finds ${expected ?? 'nothing'} at the end of ${JSON.stringify(text)}`, () => {
    const token = tokenAt(text, text.length)
    assert.equal(token && `${token.kind} ${token.query}`, expected)
  })
}

test('tokenAt looks at the caret, not at the end', () => {
  assert.equal(tokenAt('hi @bo there', 6)?.query, 'bo')
  assert.equal(tokenAt('hi @bo there', 5)?.query, 'b')
  assert.equal(tokenAt('@bo', 0), null)
})

test('withTaken puts one space after what was taken', () => {
  const token: Token = { kind: 'mention', start: 3, end: 6, query: 'bo' }
  assert.deepEqual(withTaken('hi @bo', token, '@bob'), { text: 'hi @bob ', caret: 8 })
  assert.deepEqual(withTaken('hi @bo there', token, '@bob'), { text: 'hi @bob there', caret: 8 })
})
