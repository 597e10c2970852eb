import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMarkdown } from './parse.ts'
import { plainText } from './plain-text.ts'

const names = {
  user: (id: string) => (id === '1' ? 'Bob' : undefined),
  role: () => 'crew',
  channel: () => 'general',
}

const CASES: readonly (readonly [string, string])[] = [
  ['hello', 'hello'],
  ['one\ntwo\n\nthree', 'one two three'],
  ['**bold** and `code`', 'bold and code'],
  ['<@1> and <@2>, <@&3> in <#4>', '@Bob and @unknown, @crew in #general'],
  ['the murderer is ||the gardener||', 'the murderer is Spoiler'],
  ['> quoted\nreply', 'quoted reply'],
  ['- one\n- two', 'one two'],
  ['```ts\nlet a = 1\n```', 'let a = 1'],
  ['<:party:5> </roll:6>', ':party: /roll'],
]

for (const [text, plain] of CASES) {
  test(`${JSON.stringify(text)} is previewed as ${JSON.stringify(plain)}`, () => {
    assert.equal(plainText(parseMarkdown(text), names), plain)
  })
}
